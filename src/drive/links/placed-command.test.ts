import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createGuardian } from '../processes/guardian.ts';
import { readProcesses } from '../processes/proc-stat.ts';
import { listenersAt, startCommand } from './placed-command.ts';

const scratch = mkdtempSync(join(tmpdir(), 'wirefare-command-'));
after(() => rmSync(scratch, { recursive: true }));

const LIMIT_MS = 20_000;

async function until(holds: () => boolean): Promise<void> {
  for (let waitedMs = 0; !holds(); waitedMs += 20) {
    assert.ok(waitedMs < LIMIT_MS, 'it did not come about in time');
    await delay(20);
  }
}

const isAlive = (pid: number) => readProcesses().some((one) => one.pid === pid && one.state !== 'Z');
const spec = (script: string) => ({
  path: '/bin/sh',
  args: ['-c', script],
  env: process.env,
  cwd: scratch,
  place: null,
});

test('a command is ended with all of its group, also when it does not want to', async () => {
  const guardian = createGuardian(scratch);
  const command = await startCommand(
    { ...spec('trap "" TERM; : > stubborn; while :; do sleep 0.1; done'), manner: 'behind' },
    guardian,
  );
  await until(() => existsSync(join(scratch, 'stubborn')));
  await command.close();
  assert.equal(await command.exitCode, 137);
  assert.equal(isAlive(command.pid), false);
});

test('a command runs in its place', async () => {
  const place = {
    wrap: (path: string, args: readonly string[]) => ({
      path: '/bin/sh',
      args: ['-c', '"$@"; exit 9', 'enter', path, ...args],
    }),
    listenHost: '0.0.0.0',
    reach: async (port: number) => port,
  };
  const command = await startCommand({ ...spec('exit 3'), place, manner: 'behind' }, createGuardian(scratch));
  assert.equal(await command.exitCode, 9);
  await command.close();
});

test('listeners are told by their addresses, and those of a process that is gone not at all', async () => {
  assert.ok(listenersAt('self') !== null);
  assert.equal(listenersAt(2 ** 30), null);
});

test('what a command started is gone with a lab that is killed, even in a session of its own', async () => {
  const lab = `
    import { createGuardian } from ${JSON.stringify(join(import.meta.dirname, '../processes/guardian.ts'))};
    import { startCommand } from ${JSON.stringify(join(import.meta.dirname, 'placed-command.ts'))};
    const { pid } = await startCommand(
      { path: '/bin/sh', args: ['-c', 'setsid sleep 300 & : > started-$!; sleep 300'], env: process.env,
        cwd: ${JSON.stringify(scratch)}, place: null, manner: 'terminal' },
      createGuardian(${JSON.stringify(scratch)}),
    );
    setInterval(() => pid, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', lab], {
    stdio: 'ignore',
    detached: true,
  });
  const started = () => readdirSync(scratch).find((name) => name.startsWith('started-'));
  await until(() => started() !== undefined);
  const fled = Number(started()!.slice('started-'.length));
  assert.ok(isAlive(fled));
  child.kill('SIGKILL');
  await until(() => !isAlive(fled));
});
