import assert from 'node:assert/strict';
import {
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
import { after, test } from 'node:test';
import { onFullDisk } from '../../../test/support/host/full-disk.ts';
import { EnvironmentError, UserError } from '../../base/errors.ts';
import { type NamedBy, writeAtOnce, writeInChunks } from './output-file.ts';

const dir = mkdtempSync(join(tmpdir(), 'wirefare-output-'));
after(() => rmSync(dir, { recursive: true }));

const text = (path: string, chunk = 'text', namedBy: NamedBy = 'user') =>
  writeInChunks(path, namedBy, async (write) => void (await write(chunk)));

test('chunks make the file in their order, and nothing else is left', async () => {
  const path = join(dir, 'whole.txt');
  await writeInChunks(path, 'user', async (write) => {
    await write('a');
    await write(Buffer.from('b'));
  });
  assert.equal(readFileSync(path, 'utf8'), 'ab');
  writeAtOnce(path, 'user', 'c');
  assert.equal(readFileSync(path, 'utf8'), 'c');
  assert.deepEqual(readdirSync(dir), ['whole.txt']);
});

test('a folder, a missing folder and a file as a folder are the user’s mistakes, and leave nothing behind', async () => {
  const home = join(dir, 'mistakes');
  mkdirSync(join(home, 'folder'), { recursive: true });
  writeFileSync(join(home, 'file'), '');
  for (const [name, what] of [
    ['folder', /folder: is a folder/],
    ['none/x.html', /there is no folder .*none/],
    ['file/x.html', /file is not a folder/],
    ['x'.repeat(300), /the name is too long/],
  ] as const) {
    const path = join(home, name);
    const isTold = (thrown: unknown) => thrown instanceof UserError && what.test(thrown.message);
    await assert.rejects(text(path), isTold, name);
    assert.throws(() => writeAtOnce(path, 'user', 'text'), isTold, name);
  }
  assert.deepEqual(readdirSync(home).sort(), ['file', 'folder']);
});

test('a full disk is the environment’s gap, also one that fills on the way', async () => {
  const path = join(dir, 'full');
  symlinkSync('/dev/full', path);
  const isTold = (thrown: unknown) =>
    thrown instanceof EnvironmentError && /ENOSPC/.test(thrown.tried.join()) && /--out/.test(thrown.remedy);
  await assert.rejects(text(path, 'x'.repeat(1_000_000)), isTold);
  assert.throws(() => writeAtOnce(path, 'user', 'text'), isTold);
  const home = join(dir, 'full-disk');
  mkdirSync(home);
  assert.throws(() => onFullDisk(() => writeAtOnce(join(home, 'other'), 'user', 'text')), isTold);
  assert.deepEqual(readdirSync(home), [], 'the half of it goes');
});

test('a device stays a device and a link a link', async () => {
  await text('/dev/null');
  assert.ok(lstatSync('/dev/null').isCharacterDevice());
  const path = join(dir, 'target');
  writeFileSync(path, 'old');
  symlinkSync(path, join(dir, 'link'));
  await text(join(dir, 'link'), 'new');
  assert.ok(lstatSync(join(dir, 'link')).isSymbolicLink());
  assert.equal(readFileSync(path, 'utf8'), 'new');
});

test('of a link in a record’s folder nothing is written through, whatever it leads to', async () => {
  const record = join(dir, 'handed-over');
  mkdirSync(record);
  const profile = join(dir, 'profile');
  writeFileSync(profile, 'mine');
  for (const name of ['summary.json', 'report.html'])
    for (const each of [name, `${name}.writing`]) symlinkSync(profile, join(record, each));
  writeAtOnce(join(record, 'summary.json'), 'record', 'new');
  await text(join(record, 'report.html'), 'new', 'record');
  assert.equal(readFileSync(profile, 'utf8'), 'mine');
  for (const name of ['summary.json', 'report.html']) {
    assert.ok(lstatSync(join(record, name)).isFile(), name);
    assert.equal(readFileSync(join(record, name), 'utf8'), 'new');
  }
  symlinkSync('/dev/full', join(record, 'samples.parquet'));
  await text(join(record, 'samples.parquet'), 'new', 'record');
  assert.equal(readFileSync(join(record, 'samples.parquet'), 'utf8'), 'new');
});

test('what a report itself throws is passed on, and its half file goes', async () => {
  const home = join(dir, 'half');
  mkdirSync(home);
  const path = join(home, 'half.html');
  const bug = new Error('a bug');
  const half = writeInChunks(path, 'user', async (write) => {
    await write('half');
    throw bug;
  });
  await assert.rejects(half, bug);
  assert.deepEqual(readdirSync(home), []);
});
