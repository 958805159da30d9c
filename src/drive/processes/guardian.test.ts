import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';

const LAB = `import { createGuardian } from ${JSON.stringify(new URL('guardian.ts', import.meta.url).href)};
console.log(createGuardian(process.argv[1]).folder());
process.stdin.resume();`;

function guardiansOf(folder: string): string[] {
  const lineOf = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
    } catch {
      return '';
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => lineOf(pid).includes(`guardian.sh\0${folder}`));
}

async function until(holds: () => boolean): Promise<void> {
  for (let waitedMs = 0; waitedMs < 10_000 && !holds(); waitedMs += 10) await delay(10);
  assert.ok(holds());
}

const WITH_GROUP = `import { createGuardian } from ${JSON.stringify(new URL('guardian.ts', import.meta.url).href)};
import { mkdirSync } from 'node:fs';
const guardian = createGuardian(process.argv[1]);
for (const name of ['gone', 'left', 'other']) guardian.watchGroupFolder(process.argv[1] + '/' + name);
guardian.releaseGroupFolder(process.argv[1] + '/gone');
for (const name of ['gone', 'left', 'other']) mkdirSync(process.argv[1] + '/' + name);
console.log(guardian.folder());
process.stdin.resume();`;

test('folders of control groups go with a lab that is killed, and those that it gave up stay', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'wirefare-guardian-'));
  const lab = spawn(process.execPath, ['--input-type=module', '--eval', WITH_GROUP, dir]);
  const ended = once(lab, 'exit');
  const folder = String((await once(lab.stdout, 'data'))[0]).trim();
  lab.kill('SIGKILL');
  await ended;
  await until(() => !existsSync(folder));
  assert.deepEqual(readdirSync(dir), ['gone']);
  rmSync(dir, { recursive: true });
});

test('a guardian that is killed has a successor, which removes the folder of a lab that is killed', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'wirefare-guardian-'));
  const lab = spawn(process.execPath, ['--input-type=module', '--eval', LAB, dir]);
  const ended = once(lab, 'exit');
  const folder = String((await once(lab.stdout, 'data'))[0]).trim();
  await until(() => guardiansOf(folder).length === 1);
  const [first] = guardiansOf(folder);
  process.kill(Number(first), 'SIGKILL');
  await until(() => guardiansOf(folder).some((pid) => pid !== first));
  lab.kill('SIGKILL');
  await ended;
  await until(() => !existsSync(folder));
  rmSync(dir, { recursive: true });
});
