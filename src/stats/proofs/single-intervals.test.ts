// bench/statistics.ts prints the same for more situations and rounds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../base/random.ts';
import { confidenceInterval, estimateFromSessions } from '../estimates/estimate.ts';
import { USUAL_RUN } from '../simulated.ts';
import { cellCoverage, meanCoverage, oneSessionCoverage, ratioCoverage } from './single-intervals.ts';

function inRange(share: number, low: number, high: number) {
  assert.ok(share >= low && share <= high, `${(share * 100).toFixed(1)} %`);
}

for (const sessions of [3, 6, 8, 20]) {
  test(`95 % intervals of a median hold it 95 % of the time with ${sessions} sessions`, () => {
    inRange(cellCoverage({ ...USUAL_RUN, sessions, cells: [1] }, 1000, sessions), 0.935, 0.98);
  });
  test(`95 % intervals of a mean hold it 95 % of the time with ${sessions} sessions`, () => {
    inRange(meanCoverage({ ...USUAL_RUN, sessions, cells: [1] }, 1000, sessions), 0.935, 0.98);
  });
  test(`95 % intervals of a ratio hold it 95 % of the time with ${sessions} sessions`, () => {
    inRange(ratioCoverage({ ...USUAL_RUN, sessions, cells: [1, 1.3] }, 1000, sessions), 0.935, 0.98);
  });
}

for (const [sessions, later] of [
  [5, 40],
  [6, 40],
  [11, 40],
] as const) {
  const cells = [1, 1.3];
  const run = { ...USUAL_RUN, sessions, cells, blocksOf: (nth: number) => (nth < 4 ? 4 : later) };
  test(`sessions that are not as long as one another have intervals that hold: four short ones of ${sessions}`, () => {
    inRange(cellCoverage(run, 1000, sessions), 0.94, 0.985);
    inRange(ratioCoverage(run, 1000, sessions), 0.94, 0.985);
    // The mean goes by samples, so that few sessions have nearly all of its weight.
    inRange(meanCoverage(run, 1000, sessions), 0.93, 1);
  });
}

test('with one session, intervals from blocks hold the ratio of that session', () => {
  inRange(oneSessionCoverage({ ...USUAL_RUN, blocks: 30, cellSd: 0, cells: [1, 1.3] }, 400, 5), 0.935, 0.99);
});

test('the check itself would notice intervals that forget the sessions', () => {
  // Every exchange taken for an observation of its own: the mistake that the estimates here exist to avoid.
  const random = seededRandom(1);
  let held = 0;
  for (let i = 0; i < 300; i++) {
    const level = 0.13 * (random() - 0.5);
    const logs = Float64Array.from({ length: 50 }, () => level + 0.1 * (random() - 0.5));
    const [low, high] = confidenceInterval(estimateFromSessions(logs), 0.05);
    if (low <= 1 && high >= 1) held++;
  }
  assert.ok(held / 300 < 0.6, `${held} of 300`);
});
