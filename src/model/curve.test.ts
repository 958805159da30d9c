import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeCurve, placeAmong, valueAt } from './curve.ts';

test('a constant and a share for each byte are met between and beyond the points', () => {
  const curve = makeCurve([1_000, 10, 100].map((x) => ({ x, y: 2 + 0.01 * x })));
  for (const x of [5, 10, 37, 100, 640, 1_000, 2_000]) {
    assert.ok(Math.abs(valueAt(curve, x) - (2 + 0.01 * x)) < 1e-9, `${x}`);
  }
});

test('several values of one size are averaged; one size alone is in proportion', () => {
  const curve = makeCurve([
    { x: 100, y: 3 },
    { x: 100, y: 5 },
  ]);
  assert.equal(valueAt(curve, 100), 4);
  assert.equal(valueAt(curve, 50), 2);
});

test('noise in the last points makes nothing fall with size, and nothing negative', () => {
  const falling = makeCurve([
    { x: 10, y: 5 },
    { x: 100, y: 4 },
  ]);
  assert.equal(valueAt(falling, 200), 4);
  const steep = makeCurve([
    { x: 100, y: 0.1 },
    { x: 200, y: 10 },
  ]);
  assert.ok(valueAt(steep, 50) > 0);
  assert.ok(valueAt(makeCurve([{ x: 1, y: -3 }]), 1) > 0);
});

test('a place is measured, between what was measured, or beyond', () => {
  const places = [10, 50, 100, 200].map((x) => placeAmong([100, 10], x));
  assert.deepEqual(places, ['measured', 'inside', 'measured', 'outside']);
});
