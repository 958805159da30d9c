import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { UserError } from '../base/errors.ts';
import { lockRecord } from './lock.ts';

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
