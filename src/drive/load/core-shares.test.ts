import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCoreList, shareOut } from './core-shares.ts';

test('target and generator never share a core, and with one core nothing is bound', () => {
  assert.deepEqual(shareOut([0]), { target: null, generator: null });
  assert.deepEqual(shareOut([0, 1]), { target: [0], generator: [1] });
  assert.deepEqual(shareOut([2, 3, 5]), { target: [2], generator: [5] });
  assert.deepEqual(shareOut([0, 1, 2, 3, 4, 5, 6, 7]), { target: [0, 1, 2, 3], generator: [6, 7] });
});

test('lists of cores are read as taskset writes them', () => {
  assert.deepEqual(parseCoreList('0-2,5'), [0, 1, 2, 5]);
  assert.deepEqual(parseCoreList('3'), [3]);
  assert.deepEqual(parseCoreList(''), []);
});
