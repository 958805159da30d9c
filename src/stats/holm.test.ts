import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holmLevels } from './holm.ts';

test('levels step up from the smallest p-value until one fails', () => {
  const levels = holmLevels([0.01, 0.04, 0.03, 0.005], 0.05);
  assert.deepEqual(levels, [0.05 / 3, 0.05 / 2, 0.05 / 2, 0.05 / 4]);
});

test('where all are clear, the last one has the whole level', () => {
  assert.deepEqual(holmLevels([1e-9, 1e-8, 1e-7], 0.06), [0.02, 0.03, 0.06]);
});

test('where none is clear, it is Bonferroni', () => {
  assert.deepEqual(holmLevels([0.5, 0.9], 0.05), [0.025, 0.025]);
});

test('a picked comparison is held to the number of those it was picked from', () => {
  assert.deepEqual(holmLevels([0.001, 0.9], 0.05, 10), [0.005, 0.05 / 9]);
});

test('no comparisons need no level', () => {
  assert.deepEqual(holmLevels([], 0.05), []);
});
