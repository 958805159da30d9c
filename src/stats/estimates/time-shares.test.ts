import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeShares } from './time-shares.ts';

test('time so shared makes the sum of the variances least', () => {
  const panels = [
    { blockVariance: 0.04, blockMs: 900 },
    { blockVariance: 0.01, blockMs: 20 },
    { blockVariance: 0.09, blockMs: 100 },
  ];
  const sum = (shares: readonly number[]) =>
    panels.reduce(
      (total, { blockVariance, blockMs }, i) => total + (blockVariance * blockMs) / shares[i]!,
      0,
    );
  const shares = timeShares(panels);
  assert.ok(Math.abs(shares.reduce((a, b) => a + b) - 1) < 1e-12);
  for (const [from, to] of [
    [0, 1],
    [1, 2],
    [2, 0],
  ] as const) {
    const moved = shares.map((share, i) => share + (i === to ? 0.01 : i === from ? -0.01 : 0));
    assert.ok(sum(moved) > sum(shares));
  }
});

test('a panel without an open question gets nothing', () => {
  const shares = timeShares([
    { blockVariance: 0, blockMs: 50 },
    { blockVariance: 0.01, blockMs: 50 },
  ]);
  assert.deepEqual(shares, [0, 1]);
});

test('panels that need nothing share alike', () => {
  const idle = { blockVariance: 0, blockMs: 50 };
  assert.deepEqual(timeShares([idle, idle]), [0.5, 0.5]);
});
