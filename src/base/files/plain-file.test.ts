import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { textOfPlainFile } from './plain-file.ts';

const dir = mkdtempSync(join(tmpdir(), 'wirefare-plain-'));
after(() => rmSync(dir, { recursive: true }));

test('a plain file that is not too large has its text, and nothing else has any', () => {
  const at = (name: string) => join(dir, name);
  writeFileSync(at('file'), 'text');
  mkdirSync(at('folder'));
  symlinkSync(at('file'), at('link'));
  symlinkSync('/dev/zero', at('endless'));
  execFileSync('mkfifo', [at('pipe')]);
  assert.equal(textOfPlainFile(at('file'), 4), 'text');
  assert.equal(textOfPlainFile(at('file'), 3), null);
  for (const name of ['folder', 'link', 'endless', 'pipe', 'nothing', 'file/below'])
    assert.equal(textOfPlainFile(at(name), 1_000), null, name);
});

test('a file that nobody may read, or that is gone by then, has none', () => {
  // A file of no size to whoever looks, of which not even root may read the beginning.
  assert.equal(textOfPlainFile('/proc/self/mem', 1_000), null);
});
