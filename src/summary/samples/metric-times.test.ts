import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../base/random.ts';
import { confidenceInterval } from '../../stats/estimate.ts';
import { mean, standardDeviation } from '../../stats/quantile.ts';
import { normal } from '../../stats/simulated.ts';
import { logsOfSums } from './metric-times.ts';

const SESSIONS = 12;

test('figures above 0 have their logarithms; nothing on average has none', () => {
  assert.deepEqual(logsOfSums([[3, 2]]), [[3, Math.log(2)]]);
  assert.deepEqual(
    logsOfSums([
      [0, 1],
      [1, -1],
    ]),
    [],
  );
  assert.deepEqual(logsOfSums([]), []);
});

test('an item that noise takes below 0 in some sessions is neither too long for it nor too sure', () => {
  const random = seededRandom(5);
  const drawn = (level: number) =>
    Array.from({ length: SESSIONS }, (_, session) => [session, level + 0.3 * normal(random)] as const);
  let held = 0;
  const centres: number[] = [];
  const RUNS = 400;
  for (let run = 0; run < RUNS; run++) {
    const [short, long] = [logsOfSums(drawn(0.4)), logsOfSums(drawn(2))];
    if (short.length < SESSIONS) continue;
    const apart = long.map(([, log], i) => log - short[i]![1]);
    const estimate = {
      log: mean(apart),
      standardError: standardDeviation(apart) / Math.sqrt(SESSIONS),
      degreesOfFreedom: SESSIONS - 1,
    };
    const [low, high] = confidenceInterval(estimate, 0.05);
    if (low <= 5 && high >= 5) held++;
    centres.push(estimate.log);
  }
  assert.ok(centres.length > 0.95 * RUNS, `${centres.length}`);
  // Without those below 0 it would be four times, for sure.
  const centre = Math.exp(mean(centres));
  assert.ok(centre > 4.7 && centre < 5.6, `${centre}`);
  assert.ok(held > 0.9 * centres.length, `${held} of ${centres.length}`);
});
