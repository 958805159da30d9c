import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CausingItem, ItemDifference } from '../../summary/claims/claim-cause.ts';
import type { MeasuredStudy } from './results.ts';
import { sayCause } from './why.ts';

const STUDY = { run: { study: { source: 'Somebody, 2016' } } } as MeasuredStudy;

/** Differences, each over the whole. */
function why(differences: Partial<Record<CausingItem, number>>): string {
  const items = Object.entries(differences).map(
    ([item, difference]): ItemDifference => ({
      item: item as CausingItem,
      difference,
      ratio: null,
      published: null,
    }),
  );
  return sayCause({ kind: 'items', items, bytesRatio: null }, {} as never, STUDY);
}

test('items that make the difference are named with their shares of it', () => {
  assert.match(
    why({ decode: 0.6, transfer: 0.2, encode: 0.01 }),
    /^today decode makes 74 % of the difference/,
  );
});

test('what hardly differs on the whole is told by what outweighs what', () => {
  assert.equal(why({ decode: 0.2, encode: -0.19 }), 'today what decode costs more, encode saves');
  // Shares of the little that is left would be several hundred per cent.
  assert.equal(
    why({ decode: 0.5, encode: -0.44 }),
    'today what decode costs more, encode saves, but for 6.0 % of the whole',
  );
});

test('what is left over is no reason, and an item that it takes back is told as it is', () => {
  assert.match(
    why({ decode: 0.2, residual: -0.2 }),
    /^today decode differs by 20 % of the whole, and what the items leave over takes it back/,
  );
  assert.match(why({ residual: 0.2, decode: 0.001 }), /^unknown: .*residual/);
  assert.equal(why({ decode: 0.02, encode: -0.02 }), 'today no item differs by more than 3 % of the whole');
});
