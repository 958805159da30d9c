import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Panel } from '../plan.ts';
import { chooseLengths, type KindTimes, sharedOut } from './session-times.ts';

type OwnTimes = Pick<KindTimes, 'overheadMs' | 'leastMs' | 'warmupMs' | 'roundMs'>;

/** Of sessions with a panel of two cells. */
function ofOnePanel(times: OwnTimes, blockMs: number): KindTimes {
  const panel = { index: 0, cells: ['a', 'b'], empties: [], countedPerVisit: 3, blocksPerRound: 1 };
  const panels = [panel as unknown as Panel];
  return { ...times, kind: 'chromium node loopback', panels, blocksMs: new Map([[0, blockMs]]) };
}

test('sessions have the same time where it is enough for each', () => {
  assert.deepEqual(sharedOut(60, [1, 20, 3]), [20, 20, 20]);
  assert.deepEqual(sharedOut(60, []), []);
});

test('sessions that take longer get what they need, and the others share the rest', () => {
  assert.deepEqual(sharedOut(60, [30, 1, 1]), [30, 15, 15]);
  assert.deepEqual(sharedOut(60, [30, 14, 16]), [30, 14, 16]);
  assert.deepEqual(sharedOut(90, [35, 35, 1, 1]), [35, 35, 10, 10]);
});

test('sessions get what they need where it is too little anyway: the clock ends the last', () => {
  assert.deepEqual(sharedOut(60, [90, 1]), [90, 1]);
});

test('where many questions are looked at once there are more sessions than where looks share the level', () => {
  // The quick study on a machine of two cores, in a minute.
  const kind = ofOnePanel({ overheadMs: 2_400, leastMs: 6_130, warmupMs: 2_300, roundMs: 1_276 }, 740);
  const rotations = (questions: number) =>
    chooseLengths([kind], 54_000, { sessions: null, comparisons: 21, confidence: 0.95, questions, done: 0 })
      .rotations;
  assert.equal(rotations(3), 4);
  assert.ok(rotations(21) > 4, `${rotations(21)}`);
});

test('many questions are looked at on the way from two minutes on, by sessions that are short', () => {
  const kind = ofOnePanel({ overheadMs: 2_400, leastMs: 3_600, warmupMs: 2_300, roundMs: 740 }, 740);
  const asked = { sessions: null, comparisons: 21, confidence: 0.95, done: 0 };
  const rotations = (seconds: number, questions: number) =>
    chooseLengths([kind], seconds * 1_000, { ...asked, questions }).rotations;
  assert.ok(rotations(54, 21) < 8, `${rotations(54, 21)}`);
  for (const seconds of [114, 234, 594]) {
    const many = rotations(seconds, 21);
    // The first look is after four.
    assert.ok(many >= 8 && (4 * seconds) / many < 80, `${many} sessions in ${seconds} s`);
    assert.ok(many >= rotations(seconds, 7), `${rotations(seconds, 7)} of few questions in ${seconds} s`);
  }
  assert.ok(rotations(234, 21) >= 24, `${rotations(234, 21)}`);
});

test('after short sessions there are many more of them, since one long one does not make up for those', () => {
  const kind = ofOnePanel({ overheadMs: 3_000, leastMs: 15_000, warmupMs: 9_000, roundMs: 6_000 }, 6_000);
  const asked = { sessions: null, comparisons: 1, confidence: 0.95, done: 4 };
  const rotations = (before: number) =>
    chooseLengths([kind], 1_500_000, { ...asked, before: () => before }).rotations;
  assert.ok(rotations(3) > 15, `${rotations(3)}`);
  assert.ok(rotations(3) >= rotations(3_000), `${rotations(3_000)}`);
});
