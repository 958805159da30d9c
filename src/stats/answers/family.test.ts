import assert from 'node:assert/strict';
import { test } from 'node:test';
import { familyLevel } from './family.ts';

test('the level is shared equally', () => {
  assert.equal(familyLevel(0.05, 10), 0.005);
  assert.equal(familyLevel(0.05, 1), 0.05);
});

test('no comparisons need no share', () => {
  assert.equal(familyLevel(0.05, 0), 0.05);
});
