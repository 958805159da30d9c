// Sequences of messages that are too short to tell anything, on records whose truths are known.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticMessages } from '../../../test/support/records/synthetic-messages.ts';
import type { Claim } from '../../study/study.ts';
import { tooShortToTell } from '../comparisons/twins.ts';
import { summarise } from '../summarise.ts';

const CLAIM: Claim = {
  id: 'A',
  says: 'SSE and XHR against WebSocket',
  part: null,
  where: {},
  numerator: { transport: ['sse+xhr'] },
  denominator: { transport: ['websocket'] },
  published: [1, null],
  standIn: null,
};

function judged(noiseSd: number) {
  const { run, rows, probes } = syntheticMessages({ sessions: 4, blocks: 4, noiseSd, blockSd: noiseSd });
  const twin = run.plan.cells.find(({ twinOf }) => twinOf !== null)!;
  const study = { ...run.study, claims: [CLAIM] };
  const summary = summarise({ ...run, study }, rows, probes);
  return { claim: summary.claims[0]!, twin: summary.twins.find((one) => one.twin === twin.id)!, run };
}

test('where a sequence differs from itself by more than half, what rests on it is left out with the reason', () => {
  const { claim, twin } = judged(2.5);
  assert.ok(twin.noiseFloor > 0.5, `${twin.noiseFloor}`);
  assert.equal(claim.verdict, 'open');
  assert.match(
    claim.note,
    /left out: sequences of [\d ,]+ messages are too short to tell, since .*, measured twice, differs from itself by up to [\d ,]+ %/,
  );
});

test('where it agrees with itself, and before four sessions, nothing is left out', () => {
  const { claim, twin, run } = judged(0.05);
  assert.ok(twin.noiseFloor < 0.5);
  assert.doesNotMatch(claim.note, /too short/);
  const wide = { ...twin, noiseFloor: 2 };
  assert.deepEqual(tooShortToTell(run, { rotations: null }, [wide]), []);
  const [found] = tooShortToTell(run, { rotations: 4 }, [wide]);
  const lengths = run.plan.cells
    .filter(({ id }) => found!.cells.includes(id))
    .map(({ factors }) => factors.n);
  const own = run.plan.cells.find(({ id }) => id === twin.cell)!.factors.n;
  assert.ok(lengths.length > 1 && lengths.length < run.plan.cells.length);
  assert.ok(
    lengths.every((n) => n <= own),
    'longer ones are not spoken for',
  );
});
