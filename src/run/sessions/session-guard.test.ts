import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '../../base/clock.ts';
import type { ExitInfo } from '../../drive/processes/exit-info.ts';
import { SessionGuard, SessionTrouble } from './session-guard.ts';

const never = () => new Promise<never>(() => {});

function guarded(silenceMs = 1_000) {
  const clock = new FakeClock();
  const interruption = new AbortController();
  return { clock, interruption, guard: new SessionGuard(clock, interruption.signal, silenceMs) };
}

test('a result that comes is handed on', async () => {
  const { guard } = guarded();
  assert.equal(await guard.wait(Promise.resolve(7)), 7);
  guard.close();
});

test('an agent that is silent for too long ends the waiting; a word from it begins the time anew', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { guard, clock } = guarded();
  const troubles: unknown[] = [];
  const waiting = guard.wait(never()).catch((thrown: unknown) => troubles.push(thrown));
  const pass = async (ms: number) => {
    clock.advance(ms);
    t.mock.timers.tick(500);
    await Promise.resolve();
    await Promise.resolve();
  };
  await pass(900);
  guard.heard();
  await pass(900);
  assert.deepEqual(troubles, []);
  await pass(200);
  await waiting;
  assert.deepEqual(troubles, [new SessionTrouble('the agent was silent for 1 s')]);
  guard.close();
});

test('what the agent has no part in may take longer than it may be silent, and its time begins behind it', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { guard, clock } = guarded();
  const troubles: unknown[] = [];
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 100) {
      clock.advance(100);
      t.mock.timers.tick(100);
      await Promise.resolve();
    }
  };
  const built = Promise.withResolvers<string>();
  const building = guard.patiently(built.promise);
  await pass(60_000);
  built.resolve('built');
  assert.equal(await building, 'built');
  const waiting = guard.wait(never()).catch((thrown: unknown) => troubles.push(thrown));
  await pass(900);
  assert.deepEqual(troubles, []);
  await pass(1_000);
  await waiting;
  assert.deepEqual(troubles, [new SessionTrouble('the agent was silent for 1 s')]);
  guard.close();
});

test('an exit is told with its code or signal and the last words', async () => {
  const exits: [Partial<ExitInfo>, string][] = [
    [{ code: 3, lastWords: 'no memory' }, 'firefox ended with code 3: no memory'],
    [{ signal: 'SIGKILL' }, 'firefox was ended by SIGKILL'],
  ];
  for (const [exit, says] of exits) {
    const { guard } = guarded();
    guard.watchExit('firefox', Promise.resolve({ code: null, signal: null, lastWords: '', ...exit }));
    await assert.rejects(guard.wait(never()), { message: says });
    guard.close();
  }
});

test('an interruption ends every waiting, also one that began afterwards', async () => {
  const { guard, interruption } = guarded();
  const before = guard.wait(never());
  interruption.abort();
  const isInterruption = (thrown: unknown) => thrown instanceof SessionTrouble && thrown.interrupted;
  await assert.rejects(before, isInterruption);
  await assert.rejects(guard.wait(never()), isInterruption);
  guard.close();
  const late = new SessionGuard(new FakeClock(), interruption.signal, 1_000);
  await assert.rejects(late.wait(never()), isInterruption);
  late.close();
});
