import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstDifference } from './equal.ts';
import { fingerprint } from './fingerprint.ts';
import type { DataValue } from './schema.ts';
import { loadDataset } from './store/store.ts';

class Book {
  readonly title = 'a';
}

/** Pairs that strict comparison tells apart. */
const DIFFERENT: readonly (readonly [string, unknown, DataValue])[] = [
  ['a value', { price: 12.5 }, { price: 12.25 }],
  ['the last bit of a double', [0.1 + 0.2], [0.3]],
  ['zero and minus zero', [-0], [0]],
  ['a number and its text', ['1'], [1]],
  ['a truth and a number', [true], [1]],
  ['null and nothing', [undefined], [null]],
  ['a missing property', { a: 1 }, { a: 1, b: null }],
  ['a property too many', { a: 1, b: undefined }, { a: 1 }],
  ['the order of properties', { b: 1, a: 2 }, { a: 2, b: 1 }],
  ['the order of values', [2, 1], [1, 2]],
  ['a list and its value', [[1]], [1]],
  ['where one text ends', ['ab', 'c'], ['a', 'bc']],
  ['an empty list and an empty record', {}, []],
  ['an instance and a plain object', new Book(), { title: 'a' }],
  ['a property that is hidden', Object.defineProperty({ a: 1 }, 'b', { value: 2 }), { a: 1 }],
  ['a key that is a symbol', { a: 1, [Symbol('b')]: 2 }, { a: 1 }],
  ['a large whole number and its neighbour', [2 ** 53 - 1], [2 ** 53 - 2]],
  ['a character beyond the first plane', ['😀'], ['😁']],
];

for (const [what, actual, expected] of DIFFERENT) {
  test(`${what} tell two fingerprints apart, as they do strict comparison`, () => {
    assert.notEqual(firstDifference(actual, expected), null);
    assert.notEqual(fingerprint(actual), fingerprint(expected));
  });
}

test('equal data have one fingerprint, whatever made them', () => {
  const books = loadDataset('book', 200, null);
  const again = JSON.parse(JSON.stringify(books)) as unknown;
  assert.equal(firstDifference(again, books), null);
  assert.equal(fingerprint(again), fingerprint(books));
  const bare = Object.assign(Object.create(null), { a: 1 }) as unknown;
  assert.equal(fingerprint(bare), fingerprint({ a: 1 }));
});

test('every single change of a book in a list changes the fingerprint', () => {
  const books = loadDataset('book', 50, null);
  const right = fingerprint(books);
  const seen = new Set([right]);
  for (const [index, book] of books.entries()) {
    for (const [key, value] of Object.entries(book)) {
      const changed =
        typeof value === 'string' ? `${value} ` : typeof value === 'number' ? value + 1 : !value;
      const copy = books.slice();
      copy[index] = { ...book, [key]: changed };
      seen.add(fingerprint(copy));
    }
  }
  assert.equal(seen.size, 1 + books.reduce((sum, book) => sum + Object.keys(book).length, 0));
});
