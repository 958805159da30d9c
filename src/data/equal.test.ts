import assert from 'node:assert/strict';
import test from 'node:test';
import { datasetNamed, generateRecords } from './catalogue.ts';
import { firstDifference } from './equal.ts';

const one = [{ name: 'a', price: 12.25, n: 0, on: false }];

test('copies are equal, with either plain prototype', () => {
  const books = generateRecords(datasetNamed('book'), 100);
  assert.equal(firstDifference(structuredClone(books), books), null);
  assert.equal(firstDifference([Object.assign(Object.create(null), one[0])], one), null);
  assert.equal(firstDifference([], []), null);
  assert.equal(firstDifference([{ x: Number.NaN }], [{ x: Number.NaN }]), null);
});

test('a difference is told with its place, what was found and what was expected', () => {
  const books = generateRecords(datasetNamed('book'), 20);
  const changed = structuredClone(books);
  changed[17]!.price = 12.5;
  assert.equal(firstDifference(changed, books), `[17].price: 12.5, expected ${books[17]!.price}`);
  changed.splice(3, 1);
  assert.match(firstDifference(changed, books)!, /^\[3\]\.title: "/);
});

test('every kind of difference is seen', () => {
  class Message {
    name = 'a';
    price = 12.25;
    n = 0;
    on = false;
  }
  const cases: [unknown, RegExp][] = [
    [null, /^null, expected an array of 1$/],
    [{ length: 1, 0: one[0] }, /^an object, expected an array/],
    [new Float64Array(1), /^an instance of Float64Array, expected an array/],
    [[], /^0 values, expected 1$/],
    [[...one, ...one], /^2 values, expected 1$/],
    [[null], /^\[0\]: null, expected an object$/],
    [[new Message()], /^\[0\]: an instance of Message, expected a plain object$/],
    [[[1]], /^\[0\]: an array of 1, expected a plain object$/],
    [[{ ...one[0], n: -0 }], /^\[0\]\.n: -0, expected 0$/],
    [[{ ...one[0], n: '0' }], /^\[0\]\.n: "0", expected 0$/],
    [[{ ...one[0], n: 0n }], /^\[0\]\.n: 0n, expected 0$/],
    [[{ ...one[0], on: 0 }], /^\[0\]\.on: 0, expected false$/],
    [[{ ...one[0], on: undefined }], /^\[0\]\.on: undefined, expected false$/],
    [[{ ...one[0], price: Number.NaN }], /^\[0\]\.price: NaN, expected 12\.25$/],
    [[{ ...one[0], more: 1 }], /^\[0\]: property more is not in the original$/],
    [
      [Object.defineProperty({ ...one[0] }, '$unknowns', { value: [] })],
      /\$unknowns is not in the original$/,
    ],
    [[{ ...one[0], [Symbol('hidden')]: 1 }], /property Symbol\(hidden\) is not in the original$/],
    [[{ name: 'a', price: 12.25, n: 0 }], /^\[0\]: property on is missing$/],
    [[{ price: 12.25, name: 'a', n: 0, on: false }], /^\[0\]: property 0 is price, expected name there$/],
    [[{ ...one[0], name: 'x'.repeat(100) }], /^\[0\]\.name: "x{60}"… \(100 characters\), expected "a"$/],
  ];
  for (const [actual, expected] of cases) assert.match(String(firstDifference(actual, one)), expected);
});
