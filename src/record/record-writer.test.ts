import assert from 'node:assert/strict';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { onFullDisk } from '../../test/support/host/full-disk.ts';
import { EnvironmentError, UserError } from '../base/errors.ts';
import { readRun } from './read-record.ts';
import type { ProbeRow, RunFile, SampleRow } from './record.ts';
import { FILES, RecordWriter, replaceFile } from './record-writer.ts';

const scratch = mkdtempSync(join(tmpdir(), 'wirefare-writer-'));
let dir: string;
let folders = 0;
beforeEach(() => {
  dir = join(scratch, String(folders++));
});
after(() => rmSync(scratch, { recursive: true }));

const run = {
  version: 1,
  status: 'complete',
  study: { parts: [], networks: [], payloads: [] },
  plan: { design: 2, cells: [], sessions: [] },
  link: null,
  host: {},
  sessions: [],
  warnings: [],
} as unknown as RunFile;
const sample = (sequence: number) => ({ cell: 'json', sequence }) as SampleRow;
const text = (name: string) => readFileSync(join(dir, name), 'utf8');

test('samples and probes are in the files as soon as they are appended', () => {
  const writer = new RecordWriter(join(dir));
  writer.appendSamples([sample(0), sample(1)]);
  writer.appendSamples([]);
  writer.appendProbes([{ cell: 'json', session: 0 } as ProbeRow]);
  assert.equal(text(FILES.samples), '{"cell":"json","sequence":0}\n{"cell":"json","sequence":1}\n');
  assert.equal(text(FILES.probes), '{"cell":"json","session":0}\n');
  writer.close();
});

test('a folder that holds a record is appended to', () => {
  const first = new RecordWriter(dir);
  first.appendSamples([sample(0)]);
  first.close();
  const second = new RecordWriter(dir);
  second.appendSamples([sample(1)]);
  second.close();
  assert.equal(text(FILES.samples).split('\n').length, 3);
});

test('run.json is replaced whole, and nothing stays beside it', () => {
  const writer = new RecordWriter(dir);
  writer.writeRun({ ...run, status: 'running' });
  writer.writeRun(run);
  writer.close();
  assert.deepEqual(readRun(dir), run);
  assert.deepEqual(readdirSync(dir).sort(), ['probes.ndjson', 'run.json', 'samples.ndjson']);
});

test('a file that cannot be replaced keeps what it held, and no half of the new one stays', () => {
  mkdirSync(dir);
  const path = join(dir, 'run.json');
  writeFileSync(path, 'old');
  assert.throws(() => onFullDisk(() => replaceFile(path, 'new')), /ENOSPC/);
  assert.equal(readFileSync(path, 'utf8'), 'old');
  assert.deepEqual(readdirSync(dir), ['run.json']);
});

test('a link that somebody has put into the folder leads to no file of the user', () => {
  mkdirSync(dir);
  const private_ = join(scratch, 'profile');
  writeFileSync(private_, 'mine');
  for (const name of ['run.json', 'run.json.writing']) symlinkSync(private_, join(dir, name));
  replaceFile(join(dir, 'run.json'), 'new');
  assert.ok(lstatSync(join(dir, 'run.json')).isFile());
  for (const name of [FILES.samples, FILES.probes]) {
    const path = join(dir, name);
    symlinkSync(private_, path);
    assert.throws(
      () => new RecordWriter(dir),
      (thrown) => thrown instanceof UserError && thrown.message.startsWith(`${path}: is not a file`),
    );
    assert.ok(!existsSync(join(dir, 'writing.lock')), 'whoever mends it can go on at once');
    rmSync(path);
  }
  assert.equal(readFileSync(private_, 'utf8'), 'mine');
});

test('a full disk is a gap of the environment, with the command that goes on', () => {
  mkdirSync(dir);
  writeFileSync(join(dir, FILES.run), '{}');
  const writer = new RecordWriter(dir);
  assert.throws(
    () => onFullDisk(() => writer.appendSamples([sample(0)])),
    (thrown: unknown) => {
      assert.ok(thrown instanceof EnvironmentError);
      assert.match(thrown.tried[0]!, /ENOSPC/);
      assert.ok(thrown.remedy.includes(`wirefare run --resume ${dir}`));
      return true;
    },
  );
  writer.close();
});

test('a folder that cannot be made is a gap of the environment', () => {
  writeFileSync(dir, 'a file');
  assert.throws(() => new RecordWriter(dir), EnvironmentError);
});

test('where nothing could be written, the remedy is to start again, since there is no record to resume', () => {
  mkdirSync(dir);
  writeFileSync(join(dir, 'file'), '');
  assert.throws(
    () => new RecordWriter(join(dir, 'file', 'record')),
    ({ remedy }: EnvironmentError) => /start again/.test(remedy) && !/--resume/.test(remedy),
  );
  const writer = new RecordWriter(dir);
  writer.writeRun(run);
  assert.throws(
    () => onFullDisk(() => writer.writeRun(run)),
    ({ remedy }: EnvironmentError) => remedy.endsWith(`wirefare run --resume ${dir}`),
  );
  writer.close();
});

test('a file that could not be replaced leaves no half of it beside it', () => {
  mkdirSync(join(dir, 'there', 'full'), { recursive: true });
  assert.throws(() => replaceFile(join(dir, 'there'), 'x'), /EISDIR|ENOTEMPTY|EEXIST/);
  assert.deepEqual(readdirSync(dir), ['there']);
});
