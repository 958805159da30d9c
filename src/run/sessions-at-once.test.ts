import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { GRID, planOf, ScriptedLab } from '../../test/support/agents/scripted-lab.ts';
import type { SessionFacts } from '../record/record.ts';

const lab = new ScriptedLab();
before(() => lab.open());
after(() => lab.close());
afterEach(() => assert.deepEqual(lab.leftOpen(), []));

const endMs = ({ startedAt, startMs, wallMs }: SessionFacts) => Date.parse(startedAt) + startMs + wallMs;

test('sessions at once are counted as they are complete, not as they end by their own times, and counting goes on', async () => {
  const firstEnded = Promise.withResolvers<void>();
  const otherComplete = Promise.withResolvers<void>();
  const { finished } = await lab.run({
    plan: planOf([GRID, GRID]),
    parallel: 2,
    probeMs: 100,
    agent: (nth) => (nth === 0 ? {} : { beforePost: () => firstEnded.promise }),
    closing: (nth) => {
      if (nth !== 0) return undefined;
      firstEnded.resolve();
      return otherComplete.promise;
    },
    tell: ({ kind }) => {
      if (kind === 'session-ended') otherComplete.resolve();
    },
  });
  const { sessions } = await finished;
  const inOrder = sessions.toSorted((a, b) => endMs(a) - endMs(b));
  assert.ok(endMs(inOrder[0]!) < endMs(inOrder[1]!));
  assert.deepEqual(
    inOrder.map(({ completed }) => completed),
    [2, 1],
  );
  const more = await lab.run({ plan: planOf([GRID, GRID, GRID]), earlier: sessions });
  assert.equal((await more.finished).sessions.at(-1)!.completed, 3);
});
