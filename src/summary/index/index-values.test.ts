import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Metric } from '../../items/metrics.ts';
import { estimateFromSessions } from '../../stats/estimates/estimate.ts';
import { estimateOfWeightedRatios } from '../../stats/samples/weighted-ratio.ts';
import type { ItemValues } from '../samples/item-values.ts';
import { indexTerms, indexValues } from './index-values.ts';

/** `decode` of each session, and a size. */
function items(decodeMs: readonly number[], size: number): ItemValues {
  return {
    units: decodeMs.map((_, session) => session),
    of: (metric: Metric, unit: number) => (metric === 'size' ? size : decodeMs[unit]!),
  };
}

const WEIGHTS = [
  { metric: 'decode', share: 0.75 },
  { metric: 'size', share: 0.25 },
] as const;
const base = items([2, 2.4, 1.8, 2.2], 400);
const cell = items([1, 1.3, 0.8, 1.2], 300);

test('the logarithms of the sessions make the index’s own estimate', () => {
  const values = indexValues(cell, base, WEIGHTS);
  const own = estimateFromSessions([...values.values()].map(Math.log));
  const known = estimateOfWeightedRatios(indexTerms(cell, base, WEIGHTS).terms);
  assert.ok(Math.abs(Math.exp(own.log) - (0.75 * (4.3 / 8.4) + 0.25 * 0.75)) < 1e-12);
  assert.ok(Math.abs(own.log - known.log) < 1e-12);
  assert.ok(Math.abs(own.standardError - known.standardError) < 1e-12);
  assert.equal(own.degreesOfFreedom, known.degreesOfFreedom);
});

test('the baseline’s is 1 in every session', () => {
  assert.deepEqual([...indexValues(base, base, WEIGHTS).values()], [1, 1, 1, 1]);
});

test('only sessions that both have count; an index of nothing has none', () => {
  assert.deepEqual([...indexValues(items([1, 2], 300), base, WEIGHTS).keys()], [0, 1]);
  assert.equal(indexValues(cell, items([0, 0, 0, 0], 400), WEIGHTS).size, 0);
  assert.equal(indexValues(items([0, 0], 0), base, WEIGHTS).size, 0);
  assert.equal(indexValues(items([], 1), base, WEIGHTS).size, 0);
});
