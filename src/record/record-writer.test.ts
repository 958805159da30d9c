import assert from 'node:assert/strict';
import {
  existsSync,
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
import { EnvironmentError } from '../base/errors.ts';
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

test('a file that cannot be replaced keeps what it held', () => {
  mkdirSync(dir);
  const path = join(dir, 'run.json');
  writeFileSync(path, 'old');
  // A folder stands where the new content would be written first.
  mkdirSync(`${path}.writing`);
  assert.throws(() => replaceFile(path, 'new'), /EISDIR/);
  assert.equal(readFileSync(path, 'utf8'), 'old');
});

test('a full disk is a gap of the environment, with the command that goes on', () => {
  if (!existsSync('/dev/full')) assert.fail('this system has no /dev/full to write to');
  mkdirSync(dir);
  symlinkSync('/dev/full', join(dir, FILES.samples));
  writeFileSync(join(dir, FILES.run), '{}');
  const writer = new RecordWriter(dir);
  assert.throws(
    () => writer.appendSamples([sample(0)]),
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
  rmSync(join(dir, `${FILES.run}.writing`), { force: true });
  mkdirSync(join(dir, `${FILES.run}.writing`));
  assert.throws(
    () => writer.writeRun(run),
    ({ remedy }: EnvironmentError) => remedy.endsWith(`wirefare run --resume ${dir}`),
  );
  writer.close();
});

test('a file that could not be replaced leaves no half of it beside it', () => {
  mkdirSync(join(dir, 'there', 'full'), { recursive: true });
  assert.throws(() => replaceFile(join(dir, 'there'), 'x'), /EISDIR|ENOTEMPTY|EEXIST/);
  assert.deepEqual(readdirSync(dir), ['there']);
});
