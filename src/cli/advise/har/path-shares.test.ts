import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LEAST_ADVICE_MS, nextShareMs } from './path-shares.ts';

const shares = (budgetMs: number, bytes: readonly number[]) => {
  let leftMs = budgetMs;
  return bytes.map((_, at) => {
    const shareMs = nextShareMs(leftMs, bytes.slice(at));
    leftMs -= shareMs ?? 0;
    return shareMs;
  });
};

test('each path has the least, and what is beyond goes by bytes', () => {
  const least = LEAST_ADVICE_MS;
  assert.deepEqual(shares(2 * least, [900, 100]), [least, least]);
  assert.deepEqual(shares(3 * least, [300, 100]), [least + (least * 3) / 4, least + least / 4]);
  assert.deepEqual(shares(5 * least, [500]), [5 * least]);
});

test('what does not fit comes last, and takes no time from those before it', () => {
  const least = LEAST_ADVICE_MS;
  assert.deepEqual(shares(2.5 * least, [100, 100, 100]), [1.25 * least, 1.25 * least, null]);
  assert.equal(nextShareMs(least - 1, [100]), null);
  assert.equal(nextShareMs(-least, [100, 100]), null);
});

test('what a path did not need is there for the next', () => {
  const least = LEAST_ADVICE_MS;
  assert.equal(nextShareMs(1.9 * least, [100, 100]), 1.9 * least);
});
