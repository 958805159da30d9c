import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chanceOfSoMany } from './exact-shares.ts';

const chance = (a: number, ofA: number, b: number, ofB: number) =>
  chanceOfSoMany({ marked: a, of: ofA }, { marked: b, of: ofB });

test('the lady who tells four cups of eight by their taste has done so by chance once in seventy times', () => {
  assert.ok(Math.abs(chance(4, 4, 0, 4) - 1 / 70) < 1e-12);
  assert.ok(Math.abs(chance(3, 4, 1, 4) - 17 / 70) < 1e-12);
  assert.ok(Math.abs(chance(0, 4, 4, 4) - 1) < 1e-12);
});

test('all chances together are one, also where factorials are taken from a series', () => {
  for (const [ofA, ofB, marked] of [
    [10, 20, 7],
    [400, 300, 90],
    [60_000, 50_000, 5],
  ] as const) {
    const own = (a: number) =>
      chance(a, ofA, marked - a, ofB) - (a === marked ? 0 : chance(a + 1, ofA, marked - a - 1, ofB));
    const all = Array.from({ length: marked + 1 }, (_, a) => own(a));
    assert.ok(all.every((one) => one > -1e-9));
    assert.ok(Math.abs(chance(0, ofA, marked, ofB) - 1) < 1e-6, String(chance(0, ofA, marked, ofB)));
    // The mean of the hypergeometric distribution.
    const mean = all.reduce((sum, one, a) => sum + a * one, 0);
    assert.ok(Math.abs(mean - (marked * ofA) / (ofA + ofB)) < 1e-4, String(mean));
  }
});

test('where nothing is marked, or nothing is there, nothing is told', () => {
  assert.equal(chance(0, 100, 0, 100), 1);
  assert.equal(chance(0, 0, 3, 100), 1);
  assert.equal(chance(5, 100, 0, 0), 1);
});
