import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KnownWorkJob, Registration } from '../../wire/agent-protocol.ts';
import { SessionGuard } from './session-guard.ts';
import { slowDown } from './slow-client.ts';

const clock = { nowMs: () => 0, date: () => new Date(0) };

/** A client whose work takes so long each time, and what happened to it in which order. */
function client(tookMs: readonly (readonly number[])[], knownWork: boolean) {
  const happened: string[] = [];
  const answers = [...tookMs];
  const desk = {
    knownWork: async ({ times }: KnownWorkJob) => {
      happened.push(times > 0 ? 'work' : 'nothing');
      return answers.shift()!;
    },
  };
  const slowPlace = {
    placement: null as never,
    slow: async (times: number) => void happened.push(`slow ${times}`),
    close: async () => {},
  };
  const registration = { ...(knownWork && { knownWork: true }) } as Registration;
  return { happened, desk, opened: { registration, slowPlace } };
}

async function slowed(tookMs: readonly (readonly number[])[], knownWork = true) {
  const { happened, desk, opened } = client(tookMs, knownWork);
  const guard = new SessionGuard(clock, new AbortController().signal, 1_000);
  try {
    return { facts: await slowDown(4, opened, { desk, guard }), happened };
  } finally {
    guard.close();
  }
}

test('a client works before it is slowed down and after, and the least of either is kept', async () => {
  const { facts, happened } = await slowed([
    [25, 20, 60],
    [90, 78, 300],
  ]);
  assert.deepEqual(happened, ['work', 'slow 4', 'work']);
  assert.deepEqual(facts, { asked: 4, knownWork: { beforeMs: 20, slowedMs: 78 } });
});

test('a client that cannot do the work is slowed down, and asked for nothing', async () => {
  const { facts, happened } = await slowed([], false);
  assert.deepEqual(happened, ['slow 4']);
  assert.deepEqual(facts, { asked: 4 });
});
