import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
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
import { after, test } from 'node:test';
import { UserError } from '../base/errors.ts';
import { lockRecord, writerOf } from './lock.ts';

const dir = mkdtempSync(join(tmpdir(), 'wirefare-lock-'));
after(() => rmSync(dir, { recursive: true, force: true }));

test('a record has one writer; when it lets go, nothing is left', {
  skip: !existsSync('/proc/self/stat'),
}, () => {
  const release = lockRecord(dir);
  assert.throws(() => lockRecord(dir), UserError);
  release();
  assert.deepEqual(readdirSync(dir), []);
  lockRecord(dir)();
});

test('what a dead process left is taken over, also where its number lives on', () => {
  for (const mark of ['999999999 1', '1 12345678901234', 'rubbish']) {
    writeFileSync(join(dir, 'writing.lock'), mark);
    lockRecord(dir)();
  }
  assert.deepEqual(readdirSync(dir), []);
});

test('what is no plain file of two numbers locks nothing, holds nobody up, and gives way', () => {
  const path = join(dir, 'writing.lock');
  const release = lockRecord(dir);
  const mark = readFileSync(path, 'utf8');
  release();
  const elsewhere = mkdtempSync(join(tmpdir(), 'wirefare-elsewhere-'));
  const file = join(elsewhere, 'file');
  writeFileSync(file, mark);
  writeFileSync(join(elsewhere, 'stat'), `1 (no process) ${'0 '.repeat(19)}7`);
  try {
    for (const put of [
      () => mkdirSync(join(path, 'inside'), { recursive: true }),
      () => execFileSync('mkfifo', [path]),
      () => symlinkSync('/dev/zero', path),
      () => symlinkSync(file, path),
      () => symlinkSync(join(elsewhere, 'nothing'), path),
      () => writeFileSync(path, `${mark} ${'x'.repeat(100)}`),
      () => writeFileSync(path, `..${elsewhere} 7`),
    ]) {
      put();
      assert.equal(writerOf(dir), null, String(put));
      lockRecord(dir)();
      assert.deepEqual(readdirSync(dir), []);
    }
    assert.deepEqual(readdirSync(elsewhere), ['file', 'stat'], 'nothing is written where a link leads');
    assert.equal(readFileSync(file, 'utf8'), mark);
  } finally {
    rmSync(elsewhere, { recursive: true });
  }
});
