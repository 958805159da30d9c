import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { fakeProgram } from '../../../test/support/ci/fake-program.ts';
import { programFile } from '../../base/places.ts';

const scratch = mkdtempSync(path.join(tmpdir(), 'wirefare-guardian-main-'));
after(() => rmSync(scratch, { recursive: true }));

test('when the lab is gone, what is still listed ends with all that it started, and the folder goes', async () => {
  const folder = path.join(scratch, 'of the lab');
  mkdirSync(path.join(folder, 'profile'), { recursive: true });
  fakeProgram(scratch, 'taskkill', `echo "$*" >>"${scratch}/ended.txt"`);
  const guardian = spawn(process.execPath, [programFile('src/drive/processes/guardian-main.ts'), folder], {
    env: { PATH: `${scratch}:${process.env.PATH}` },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const ended = new Promise((resolve) => guardian.once('exit', resolve));
  guardian.stdin.end('group 11\ngroup 12\ngone 11\ngroup 13\n');
  assert.equal(await ended, 0);
  assert.equal(readFileSync(path.join(scratch, 'ended.txt'), 'utf8'), '/PID 12 /T /F\n/PID 13 /T /F\n');
  assert.ok(!existsSync(folder));
});
