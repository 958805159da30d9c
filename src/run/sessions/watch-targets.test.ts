import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestCell } from '../../../test/support/cells/made-cells.ts';
import { FakeClock } from '../../base/clock.ts';
import type { RunningTarget } from '../../drive/driver.ts';
import { Answers } from './answers.ts';
import { UntrueTarget } from './session-guard.ts';
import { watchTargets } from './watch-targets.ts';

const LOOK_MS = 10_000;

/** One look before and one after; the time is nearly up at both. */
async function looksOf(change: string | null, hangs: boolean) {
  const answers = new Answers({
    clock: new FakeClock(11_900),
    timeoutMs: LOOK_MS,
    inTime: { endMs: 12_000, lateMs: 1_200 },
  });
  const withinMs: number[] = [];
  const cell = { id: 'a', part: 'p', factors: requestCell(), twinOf: null, skip: null };
  const again = await watchTargets(
    [{ name: cell.factors.target } as RunningTarget],
    [cell],
    7,
    {
      watchTarget: async (_, __, ___, within) => {
        withinMs.push(within(LOOK_MS));
        return {
          again: async () => {
            withinMs.push(within(LOOK_MS));
            return change === null ? [] : [change];
          },
        };
      },
    },
    answers,
  );
  if (hangs) answers.late(cell.factors.target, 1_200, cell.id);
  return { trouble: await again(), withinMs };
}

test('the last look has its time, however little is left, at a target that answered so far', async () => {
  assert.deepEqual(await looksOf(null, false), { trouble: null, withinMs: [1_200, LOOK_MS] });
  const { trouble } = await looksOf('answers are delayed', false);
  assert.ok(trouble instanceof UntrueTarget);
  assert.match(
    trouble.message,
    /does not do any more what it did when it was verified: answers are delayed$/,
  );
});

test('a target that hangs when it is looked at last does not answer, and has not changed', async () => {
  const { trouble, withinMs } = await looksOf('no whole answer within 1200 ms', true);
  assert.deepEqual(withinMs, [1_200, 1_200]);
  assert.equal(trouble instanceof UntrueTarget, false);
  assert.match(
    trouble!.message,
    /^the target node did not answer: an exchange got no answer in 1\.2 s \(a\)$/,
  );
  // One late answer is a stumble where the look finds nothing.
  assert.equal((await looksOf(null, true)).trouble, null);
});
