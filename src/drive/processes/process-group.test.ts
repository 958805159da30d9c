import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { EnvironmentError } from '../../base/errors.ts';
import { firstLine } from './first-line.ts';
import { createGuardian } from './guardian.ts';
import { livingMembers, readProcesses } from './proc-stat.ts';
import { type ProcessSpec, startProcess } from './process-group.ts';

const guardian = createGuardian(tmpdir());

function shell(script: string, more: Partial<ProcessSpec> = {}): ProcessSpec {
  return { name: 'a shell', path: '/bin/sh', args: ['-c', script], env: {}, cwd: '/', stdout: true, ...more };
}

const isReady = (line: string) => (line === 'ready' ? line : null);

test('closing ends the process and everything that it started', async () => {
  const running = await startProcess(shell('sleep 1000 & sleep 1000 & echo ready; wait'), guardian);
  await firstLine('start', { stream: running.stdout!, exited: running.exited }, isReady, 5_000);
  assert.equal(livingMembers(running.pid, readProcesses()).length, 3);
  await running.close();
  assert.deepEqual(livingMembers(running.pid, readProcesses()), []);
  await running.close();
});

test('values go to a Node and come from it as they are', async () => {
  const answer = 'process.on("message", (value) => process.send({ ...value, at: process.argv[1] ?? null }))';
  const args = ['--eval', answer];
  const spec = { name: 'a Node', path: process.execPath, args, env: {}, cwd: '/', channel: true };
  const running = await startProcess(spec, guardian);
  const heard = Promise.withResolvers<unknown>();
  running.channel!.hear(heard.resolve);
  running.channel!.send({ bytes: Uint8Array.of(1, 2), names: new Map([['a', undefined]]) });
  assert.deepEqual(await heard.promise, {
    bytes: Uint8Array.of(1, 2),
    names: new Map([['a', undefined]]),
    at: null,
  });
  await running.close();
  running.channel!.send({ late: true });
});

test('an end that fails is told to whoever waits for it, and ends nobody who does not', async () => {
  const failed = Promise.withResolvers<void>();
  const release = () => {
    failed.resolve();
    throw new Error('it is not to be told');
  };
  const running = await startProcess(shell('sleep 1000'), { ...guardian, release });
  void running.close();
  await failed.promise;
  // By then it would have been nobody's.
  await turn();
  await assert.rejects(running.close(), /not to be told/);
  guardian.release(running.pid);
});

test('no program is told the user and the password for a Grid but the one that asks it', async () => {
  const env = { PATH: '/usr/bin:/bin', WIREFARE_GRID_USER: 'anna', WIREFARE_GRID_PASSWORD: 'secret' };
  const seenBy = async (more: Partial<ProcessSpec>) => {
    const line = 'echo "$WIREFARE_GRID_USER/$WIREFARE_GRID_PASSWORD/$PATH"';
    const running = await startProcess(shell(line, { env, ...more }), guardian);
    const source = { stream: running.stdout!, exited: running.exited };
    const said = await firstLine('start', source, (text) => text, 5_000);
    await running.close();
    return said;
  };
  assert.equal(await seenBy({}), '///usr/bin:/bin');
  assert.equal(await seenBy({ asksGrid: true }), 'anna/secret//usr/bin:/bin');
});

test('what does not end on SIGTERM is killed after the grace', async () => {
  const running = await startProcess(
    shell("trap '' TERM; echo ready; while :; do sleep 1000; done"),
    guardian,
  );
  await firstLine('start', { stream: running.stdout!, exited: running.exited }, isReady, 5_000);
  await running.close(50);
  assert.equal((await running.exited).signal, 'SIGKILL');
  assert.deepEqual(livingMembers(running.pid, readProcesses()), []);
});

test('helpers that outlive the first process are ended by close', async () => {
  const running = await startProcess(shell('sleep 1000 & echo ready'), guardian);
  assert.equal((await running.exited).code, 0);
  assert.equal(livingMembers(running.pid, readProcesses()).length, 1);
  await running.close();
  assert.deepEqual(livingMembers(running.pid, readProcesses()), []);
});

test('the exit tells the code and the last twenty lines of stderr, noise left out', async () => {
  const script =
    'i=0; while [ $i -lt 30 ]; do echo line $i >&2; i=$((i+1)); done; echo dbus/x >&2; printf last >&2; exit 7';
  const running = await startProcess(shell(script, { noise: /dbus/ }), guardian);
  const { code, signal, lastWords } = await running.exited;
  const lines = Array.from({ length: 20 }, (_, i) => `line ${i + 10}`);
  assert.deepEqual(
    { code, signal, lastWords },
    { code: 7, signal: null, lastWords: [...lines, 'last'].join('\n') },
  );
  await running.close();
});

test('a failed start names the attempt', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'wirefare-test-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const notProgram = path.join(folder, 'not-a-program');
  writeFileSync(notProgram, 'text');
  chmodSync(notProgram, 0o644);
  const failing = async (more: Partial<ProcessSpec>, message: string) => {
    const spec = shell('', { name: 'firefox', ...more });
    await assert.rejects(startProcess(spec, guardian), (error) => {
      assert.ok(error instanceof EnvironmentError);
      assert.equal(error.message, message);
      assert.match(error.tried[0]!, new RegExp(`^${spec.path}`));
      return true;
    });
  };
  await failing({ path: '/usr/bin/no-such-fox' }, 'start firefox: no such file /usr/bin/no-such-fox');
  await failing({ path: notProgram }, `start firefox: not allowed to run ${notProgram}`);
  await failing({ cwd: '/no/such' }, 'start firefox: no such folder /no/such');
});

test('waiting for a ready line ends when the process ends or the time is over', async () => {
  const ended = await startProcess(shell('echo no; echo port taken >&2; exit 3'), guardian);
  const child = { stream: ended.stdout!, exited: ended.exited };
  await assert.rejects(firstLine('start target', child, isReady, 5_000), {
    message: 'start target: exited with code 3: port taken',
  });
  await ended.close();
  const silent = await startProcess(shell('sleep 1000'), guardian);
  const other = { stream: silent.stdout!, exited: silent.exited };
  await assert.rejects(firstLine('start target', other, isReady, 30), {
    message: 'start target: no ready line within 0.03 s',
  });
  await silent.close();
});

test('a ready line is found when it comes in pieces', async () => {
  const running = await startProcess(
    shell('printf rea; sleep 0.05; printf "dy\\nmore\\n"; sleep 1000'),
    guardian,
  );
  assert.equal(
    await firstLine('start', { stream: running.stdout!, exited: running.exited }, isReady, 5_000),
    'ready',
  );
  await running.close();
});
