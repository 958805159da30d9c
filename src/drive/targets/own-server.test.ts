import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { EnvironmentError } from '../../base/errors.ts';
import { createGuardian } from '../processes/guardian.ts';
import { startOwnServer } from './own-server.ts';

const LAB_MS = 40;

/** Of a command that never listens. `readyWithinMs`: how long it has, where that is not as any server. */
async function whyNot(readyWithinMs?: number): Promise<EnvironmentError> {
  const command = [`exec ${process.execPath} -e "setInterval(() => {}, 1_000)"`];
  const ask = {
    name: 'base',
    command,
    url: 'http://localhost:3000/orders',
    cwd: tmpdir(),
    answers: async () => false,
    ...(readyWithinMs !== undefined && { readyWithinMs }),
  };
  const clock = { nowMs: () => performance.now() };
  const around = { env: { PATH: process.env.PATH }, clock, readyWithinMs: LAB_MS };
  try {
    await startOwnServer(ask, around, createGuardian(tmpdir()));
  } catch (thrown) {
    assert.ok(thrown instanceof EnvironmentError, String(thrown));
    return thrown;
  }
  return assert.fail('it started');
}

test('a command that does not listen is told with the time it had, and what gives it longer', async () => {
  const longer = /; a longer budget of the gate waits longer$/;
  const any = await whyNot();
  assert.match(any.message, /^base did not answer at http:\/\/localhost:\d+\/orders within 0\.04 s$/);
  assert.match(any.tried[0]!, /^PORT=\d+ exec /);
  assert.doesNotMatch(any.remedy, longer);
  const short = await whyNot(20);
  assert.match(short.message, /within 0\.02 s$/);
  assert.match(short.remedy, longer);
  assert.match((await whyNot(5_000)).message, /within 0\.04 s$/, 'no longer than any server');
});
