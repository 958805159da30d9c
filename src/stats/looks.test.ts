import assert from 'node:assert/strict';
import { test } from 'node:test';
import { levelAtLook } from './looks.ts';

test('the looks together spend the level, and the last one most of it', () => {
  const looks = [2, 4, 6];
  const levels = looks.map((look) => levelAtLook(0.05, looks, look));
  assert.ok(Math.abs(levels.reduce((a, b) => a + b) - 0.05) < 1e-12);
  assert.ok(levels[2]! > 0.5 * 0.05);
  assert.ok(levels[0]! < levels[1]! && levels[1]! < levels[2]!);
});

test('one look has the whole level', () => {
  assert.equal(levelAtLook(0.05, [6], 6), 0.05);
  assert.equal(levelAtLook(0.05, [], 3), 0.05);
});

test('an end that no verdict decided has all that the earlier looks left', () => {
  const left = 0.05 - levelAtLook(0.05, [4, 8], 4);
  assert.equal(levelAtLook(0.05, [4, 8], 5), left);
  assert.equal(levelAtLook(0.05, [4, 8], 8), left);
  assert.equal(levelAtLook(0.05, [4, 8], 9), left);
  assert.equal(levelAtLook(0.05, [4, 8], 3), 0.05);
});
