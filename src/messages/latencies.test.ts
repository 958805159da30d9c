import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LatencyHistogram, latencyQuantileMs, together } from './latencies.ts';
import { xorshift32 } from './xorshift.ts';

const QUANTILES = [0.01, 0.1, 0.5, 0.9, 0.99, 0.999, 1];

/** Between 1 µs and 1 000 s, spread evenly on the log scale. */
function made(count: number, seed: number): number[] {
  const next = xorshift32(seed);
  return Array.from({ length: count }, () => 0.001 * 10 ** (9 * (next() / 2 ** 32)));
}

function makeHistogram(values: readonly number[]) {
  const histogram = new LatencyHistogram();
  for (const ms of values) histogram.add(ms);
  return histogram.latencies();
}

/** Of the values themselves, nearest rank. */
function exactly(values: readonly number[], p: number): number {
  const ascending = values.toSorted((a, b) => a - b);
  return ascending[Math.max(1, Math.ceil(p * values.length)) - 1]!;
}

test('quantiles come back within 0.5 %, from a microsecond to a quarter of an hour', () => {
  for (const seed of [1, 2, 3]) {
    const values = made(10_000, seed);
    const bins = makeHistogram(values);
    for (const p of QUANTILES) {
      const off = Math.abs(latencyQuantileMs(bins, p) / exactly(values, p) - 1);
      assert.ok(off <= 0.005, `${p}: off by ${off}`);
    }
  }
});

test('histograms put together are that of all their latencies', () => {
  const parts = [made(500, 4), made(3, 5), [], made(1_000, 6)];
  assert.deepEqual(together(parts.map(makeHistogram)), makeHistogram(parts.flat()));
});

test('a million latencies take as little room as their range has steps', () => {
  const histogram = new LatencyHistogram();
  const next = xorshift32(7);
  for (let i = 0; i < 1_000_000; i++) histogram.add(0.1 + next() / 2 ** 32);
  const bins = histogram.latencies();
  assert.ok(bins.length < 260, `${bins.length} bins`);
  assert.equal(
    bins.reduce((sum, [, count]) => sum + count, 0),
    1_000_000,
  );
});

test('what two clocks make negative counts as the shortest, and is not lost', () => {
  const bins = makeHistogram([-0.2, 0, 0.0005, 5]);
  assert.deepEqual(bins[0], [0, 3]);
  assert.equal(latencyQuantileMs(bins, 0.5), 0.001);
});

test('of no latencies there is no quantile', () => {
  assert.deepEqual(together([]), []);
  assert.ok(Number.isNaN(latencyQuantileMs([], 0.5)));
});

test('what is no time is refused: a bin of it would be lost in the record', () => {
  for (const ms of [Number.NaN, Number.POSITIVE_INFINITY])
    assert.throws(() => new LatencyHistogram().add(ms), /a latency of/);
});
