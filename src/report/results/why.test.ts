import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CausingItem, ItemDifference } from '../../summary/claims/claim-cause.ts';
import type { ClaimSummary } from '../../summary/claims/claim-summary.ts';
import type { MessageTime } from '../../summary/claims/message-cause.ts';
import type { MeasuredStudy } from './results.ts';
import { sayCause } from './why.ts';

const STUDY = {
  run: { study: { source: 'Somebody, 2016' } },
  summary: { cells: [] as const },
} as unknown as MeasuredStudy;

function claim(measured: number, interval: readonly [number, number]): ClaimSummary {
  return { measured, interval, pairs: [] as const } as unknown as ClaimSummary;
}

/** Differences, each over the whole of `wholeMs`; null: of several pairs, whose ms are not told. */
function why(
  differences: Partial<Record<CausingItem, number>>,
  found?: ClaimSummary,
  wholeMs: number | null = null,
): string {
  const items = Object.entries(differences).map(
    ([item, difference]): ItemDifference => ({
      item: item as CausingItem,
      difference,
      differenceMs: wholeMs === null ? null : difference * wholeMs,
      ratio: null,
      published: null,
    }),
  );
  const ratio = 1 + items.reduce((sum, { difference }) => sum + difference, 0);
  const proven = claim(ratio, [ratio * 0.999, ratio * 1.001]);
  return sayCause({ kind: 'items', of: 'time', items, bytesRatio: null }, found ?? proven, STUDY);
}

test('items that make a difference are named with what they make of it, and those that take it back too', () => {
  assert.equal(
    why({ decode: 0.6, transfer: 0.2, encode: 0.01 }),
    'today the one spends 60 % of the whole more on decode and 20 % more on transfer than the other: 81 % more in all',
  );
  assert.equal(
    why({ decode: 0.5, encode: -0.44, transfer: 0.001 }),
    'today the one spends 50 % of the whole more on decode and 44 % less on encode than the other: 6.1 % more in all',
  );
});

test('of one pair they are told in ms, and what is more than the whole as so many times it', () => {
  assert.equal(
    why({ decode: 0.2, encode: -0.1 }, undefined, 10),
    'today the one spends 2.00 ms more on decode and 1.00 ms less on encode than the other: 1.00 ms more in all, 10 % of the whole',
  );
  assert.match(why({ decode: 1.7 }), /^today the one spends 1\.70× of the whole more on decode/);
});

test('where no difference is proven none is explained', () => {
  assert.equal(
    why({ decode: -0.24 }, claim(0.76, [0.34, 1.72])),
    'today the two differ by no more than a factor of 2.94; no difference is proven',
  );
  assert.equal(
    why({ decode: 0.17 }, claim(1.17, [0.99, 1.39])),
    'today the two differ by no more than 39 %; no difference is proven',
  );
});

test('what is left over is no reason, nor are items that do not show the difference', () => {
  assert.match(why({ residual: 0.2, decode: 0.001 }), /^unknown: most of the difference, 20 %, .*residual/);
  assert.match(why({ decode: 0.3, residual: 0.1 }), / and 10 % more on what the items leave over than /);
  const unknown = 'unknown: the means of the items do not show the difference';
  assert.equal(why({ decode: -0.02 }, claim(1.1, [1.05, 1.15])), unknown);
  assert.equal(why({ decode: 0.01 }, claim(1.1, [1.05, 1.15])), unknown);
});

const TIME: MessageTime = { whole: 0.5, roundTrips: 0.003, bytes: 0.4, cpu: null };

function whyMessages(over: MessageTime, isSlope: boolean, interval: readonly [number, number]): string {
  const times = { what: 'message', unit: 'ms', pairs: 1, over, under: TIME } as const;
  return sayCause({ kind: 'messages', times, isSlope }, claim(over.whole / TIME.whole, interval), STUDY);
}

test('of messages round trips and bytes are told with their parts, and only the rest is unknown', () => {
  const slow = { ...TIME, whole: 5.5, roundTrips: 3.003 };
  assert.equal(
    whyMessages(slow, false, [10, 12]),
    'today a message takes 5.50 ms by the one and 0.500 ms by the other: of the difference of 5.00 ms waiting for round trips makes 3.00 ms (60 %), and 2.00 ms (40 %) is unknown',
  );
  assert.match(
    whyMessages({ ...TIME, whole: 0.65 }, false, [1.1, 1.5]),
    /neither round trips nor the messages’ own bytes differ, so the difference of 0\.150 ms is unknown$/,
  );
  assert.match(whyMessages({ ...TIME, whole: 0.6 }, false, [0.9, 1.3]), /; no difference is proven$/);
});

test('of messages of several lengths the mean of their shares is told, as the ratio is', () => {
  const under = { whole: 1, roundTrips: 0.01, bytes: 0.5, cpu: 0.1 };
  const over = { whole: 1.4, roundTrips: 0.21, bytes: 0.5, cpu: 0.1 };
  const times = { what: 'message', unit: 'share', pairs: 9, over, under } as const;
  assert.equal(
    sayCause({ kind: 'messages', times, isSlope: false }, claim(1.3, [1.2, 1.4]), STUDY),
    'today a message takes 40 % more by the one than by the other in the mean of 9 pairs: of the difference of 40 % waiting for round trips makes 20 %, and 20 % is unknown',
  );
});

test('of slopes what the rate of the network makes is told of both, also where they are alike', () => {
  const said =
    /1 000 bytes more take a message 0\.510 ms by the one and 0\.500 ms by the other: sending them at the rate of the network makes 0\.400 ms of each, the rest is unknown$/;
  assert.match(whyMessages({ ...TIME, whole: 0.51 }, true, [0.95, 1.1]), said);
  assert.match(
    whyMessages({ ...TIME, whole: 0.51 }, true, [0.95, 1.1]),
    /^today the two differ by no more than 10 %; no difference is proven; 1 000/,
  );
  assert.match(whyMessages({ ...TIME, whole: 0.51 }, true, [1.01, 1.1]), said);
});
