import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstWish, type Wish } from './decide-more.ts';
import type { Folder } from './look-ahead.ts';

const wish = (name: string, budgetMs: number, isShort: boolean): Wish => ({
  folder: { dir: name } as Folder,
  budgetMs,
  claims: [],
  isShort,
});

test('studies with too few sessions for any answer come before cheaper claims of others', () => {
  const [cheap, short, shorter] = [wish('a', 10, false), wish('b', 90, true), wish('c', 60, true)];
  assert.equal(firstWish([cheap, short, shorter]), shorter);
  assert.equal(firstWish([wish('d', 20, false), cheap]), cheap);
  assert.equal(firstWish([]), null);
});
