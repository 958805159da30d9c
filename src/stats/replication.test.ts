import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replicationOf } from './replication.ts';

const cases = [
  // A figure with a direction.
  [[1.15, 1.25], [1.18, 1.22], 'replicated'],
  [[1.28, 1.3], [1.18, 1.22], 'replicated'],
  [[1.5, 1.6], [1.18, 1.22], 'not replicated'],
  [[1.01, 1.05], [1.18, 1.22], 'not replicated'],
  [[0.98, 1.01], [3.2, 3.2], 'not replicated'],
  [[0.9, 1.2], [1.18, 1.22], 'undecided'],
  [[0.8, 0.9], [1.18, 1.22], 'opposite'],
  // Below 1.
  [[0.8, 0.9], [0.5, 1], 'replicated'],
  [[1.1, 1.2], [0.5, 1], 'opposite'],
  // Only a direction.
  [[1.5, 9], [1, null], 'replicated'],
  [[0.97, 1.3], [1, null], 'undecided'],
  [[0.99, 1.01], [1, null], 'not replicated'],
  [[0.5, 0.9], [1, null], 'opposite'],
  [[0.5, 0.9], [null, 1], 'replicated'],
  // No notable difference.
  [[0.97, 1.08], [0.95, 1.05], 'replicated'],
  [[0.8, 1.3], [0.95, 1.05], 'undecided'],
  [[1.2, 1.3], [0.95, 1.05], 'not replicated'],
] as const;

for (const [interval, published, verdict] of cases) {
  test(`[${interval}] against a published [${published}] is ${verdict}`, () => {
    assert.equal(replicationOf(interval, published, 0.02), verdict);
  });
}

test('a noise floor that hides any difference leaves a claim undecided, not refuted', () => {
  assert.equal(replicationOf([0.97, 1.59], [1.2, null], 2.35), 'undecided');
});
