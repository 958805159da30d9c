import assert from 'node:assert/strict';
import { test } from 'node:test';
import { median } from '../../base/figures/median.ts';
import { seededRandom } from '../../base/random.ts';
import { clockStepVariance } from './clock-step.ts';
import { mean } from './quantile.ts';

test('medians read on a clock of steps err as far as the step says', () => {
  const random = seededRandom(2);
  const squares = Array.from({ length: 2000 }, () => {
    const trueMs = 20 + 10 * random();
    const read = Array.from({ length: 41 }, () => {
      const start = random();
      return Math.floor(start + trueMs) - Math.floor(start);
    });
    return Math.log(median(read) / trueMs) ** 2 / clockStepVariance(1, trueMs);
  });
  assert.ok(Math.abs(mean(squares) - 1) < 0.1, `${mean(squares)}`);
});
