import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHTML } from 'linkedom';
import { refusals, sayWaitingSizes, sizesByFormat, sizesView } from './sizes-view.ts';

const row = (format: string, codec: string, compression: string, level: number | null, bytes: number) => ({
  format,
  codec,
  compression,
  level,
  bytes,
});

const FOUND = {
  sizes: [
    row('json', 'json', 'none', null, 1_000),
    row('json', 'json', 'gzip', 6, 300),
    row('json', 'json', 'br', 5, 250),
    row('avro', 'avsc', 'none', null, 400),
    row('avro', 'avsc', 'gzip', 6, 260),
    row('protobuf', 'a', 'none', null, 500),
    row('protobuf', 'b', 'none', null, 480),
    { format: 'csv', codec: 'csv', refused: 'cannot carry [..].customer: an object' },
    { format: 'protobuf', codec: 'c', refused: 'one of its libraries cannot' },
  ],
};

test('by format, with the smallest of its libraries, the least bytes first', () => {
  assert.deepEqual(sizesByFormat(FOUND), [
    { format: 'json', plain: 1_000, gzip: 300, least: 250, leastBy: 'br-5' },
    { format: 'avro', plain: 400, gzip: 260, least: 260, leastBy: 'gzip-6' },
    { format: 'protobuf', plain: 480, gzip: null, least: 480, leastBy: 'none' },
  ]);
});

test('the table says what each figure is, and that the smallest may be without compression', () => {
  const { document } = parseHTML('<main></main>');
  const payload = {
    ...{ name: 'orders', records: 2, firstOf: null, jsonBytes: 1_000, notes: [] },
    today: { format: 'json', compression: 'none', bytes: 1_000 },
  };
  const main = document.querySelector('main')!;
  main.append(...(sizesView(document as unknown as Document, { ...FOUND, payload, paths: [] }) as never[]));
  const texts = (selector: string) => [...main.querySelectorAll(selector)].map((each) => each.textContent);
  assert.deepEqual(texts('thead th').slice(3), ['at its smallest', 'by', 'of today']);
  assert.deepEqual(texts('tbody td.soft'), ['br-5', 'gzip-6', 'no compression']);
});

test('only formats that nothing of theirs can write cannot carry the data', () => {
  assert.deepEqual(refusals(FOUND), [['csv', 'cannot carry [..].customer: an object']]);
});

test('sizes wait for another run where there is one', () => {
  assert.equal(sayWaitingSizes({ state: 'waiting', waitsFor: 'study a' }), 'Sizes wait for study a …');
  assert.equal(sayWaitingSizes({ state: 'waiting', waitsFor: null }), 'Sizes …');
  assert.equal(sayWaitingSizes({ state: 'stopped', waitsFor: null }), 'The sizes were stopped.');
});
