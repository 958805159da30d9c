import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { makeFolder } from './make-folder.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'wirefare-folder-'));
after(() => rmSync(dir, { recursive: true, force: true }));

test('a folder is made with those above it, and left alone where it is there', () => {
  const deep = path.join(dir, 'a', 'b', 'c');
  makeFolder(deep);
  assert.ok(statSync(deep).isDirectory());
  writeFileSync(path.join(deep, 'kept'), '');
  makeFolder(deep);
  assert.ok(existsSync(path.join(deep, 'kept')));
});

test('what stands in its way is the system’s own error', () => {
  const file = path.join(dir, 'file');
  writeFileSync(file, '');
  assert.throws(() => makeFolder(file), { code: 'EEXIST' });
  assert.throws(() => makeFolder(path.join(file, 'below')), { code: 'EEXIST' });
});

const withoutProc = existsSync('/proc/self') ? undefined : 'there is no /proc here';

test('a file system that will not have it ends with an error, not with waiting', {
  skip: withoutProc ?? false,
}, () => {
  assert.throws(() => makeFolder('/proc/wirefare/runs'), { code: 'ENOENT' });
});
