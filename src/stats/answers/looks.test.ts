import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLookedAtOnce, levelOfLook, looksUpTo } from './looks.ts';

test('planned looks grow by three tenths, without a last one', () => {
  assert.deepEqual(looksUpTo(30), [4, 6, 8, 11, 15, 20, 26]);
  assert.deepEqual(looksUpTo(4), [4]);
  assert.deepEqual(looksUpTo(3), []);
  assert.ok(looksUpTo(1_000_000).length < 60);
});

test('a run of many questions that ends before a third look could come has one, at its end', () => {
  assert.deepEqual(
    [4, 7, 8, 30].map((rotations) => isLookedAtOnce(rotations, 21)),
    [true, true, false, false],
  );
  assert.equal(looksUpTo(7).length, 2);
  assert.equal(isLookedAtOnce(7, 7), false, 'so few may all be answered at the first');
});

test('however many looks are taken, they use no more than the level, and nearly all of it', () => {
  const used = Array.from({ length: 1000 }, (_, i) => levelOfLook(0.05, i + 1)).reduce((a, b) => a + b);
  assert.ok(used < 0.05 && used > 0.0499, `${used}`);
  assert.equal(levelOfLook(0.05, 1), 0.025);
});

test('the only look of a plan has most of the level, and looks after it share what is left', () => {
  const levels = Array.from({ length: 1000 }, (_, i) => levelOfLook(0.05, i + 1, true));
  const used = levels.reduce((a, b) => a + b);
  assert.ok(used < 0.05 && used > 0.0499, `${used}`);
  assert.ok(Math.abs(levels[0]! - 0.04) < 1e-12, `${levels[0]}`);
  assert.ok(levels.every((level, i) => level < (levels[i - 1] ?? 0.05)));
});
