import assert from 'node:assert/strict';
import test from 'node:test';
import { COMPUTATIONS, type Computation } from '../../factors/computation.ts';
import { DATASETS, datasetNamed, generateRecords } from '../catalogue.ts';
import type { DataRecord } from '../schema.ts';
import { computationNamed, computationsForDataset } from './computations.ts';

const BOOK_ORDER = ['author', 'description', 'image', 'price', 'numInStock', 'type', 'onSale'];
const VIDEO_ORDER = ['title', 'uri', 'format', 'height', 'width', 'length', 'views', 'enabled'];

// An independent account of the published sequence: an insertion sort, stable by construction.
function insertionSorted(records: readonly DataRecord[], name: string): DataRecord[] {
  const out: DataRecord[] = [];
  for (const record of records) {
    let at = out.length;
    while (at > 0 && out[at - 1]![name]! > record[name]!) at -= 1;
    out.splice(at, 0, record);
  }
  return out;
}

const computed = (computation: Computation, dataset: string, records: readonly DataRecord[]) => {
  const copy = records.slice();
  computationNamed(computation, dataset)(copy);
  return copy;
};

test('CM1 sorts once by the published property, CM2 by each of several in the published order', () => {
  for (const [dataset, cm1, cm2] of [
    ['book', 'author', BOOK_ORDER],
    ['video', 'title', VIDEO_ORDER],
  ] as const) {
    const records = generateRecords(datasetNamed(dataset), 300);
    assert.deepEqual(computed('cm1', dataset, records), insertionSorted(records, cm1));
    assert.deepEqual(computed('cm2', dataset, records), cm2.reduce(insertionSorted, records));
  }
});

test('the sort is stable: records that tie keep the order of the sort before', () => {
  const books = computed('cm2', 'book', generateRecords(datasetNamed('book'), 500));
  // The last two sorts are by type and onSale, the one before by numInStock.
  for (let i = 1; i < books.length; i++) {
    const [a, b] = [books[i - 1]!, books[i]!];
    const key = (book: DataRecord) =>
      `${book.onSale ? 1 : 0} ${book.type} ${String(book.numInStock).padStart(4, '0')}`;
    assert.ok(key(a) <= key(b));
  }
});

test('strings are ordered by UTF-16 code unit, not by locale or code point', () => {
  const authors = ['é', 'z', 'Z', 'a', '\u{1F600}', '\uFB00', ''];
  const books = authors.map((author) => ({ author }));
  const sorted = computed('cm1', 'book', books).map((book) => book.author);
  assert.deepEqual(sorted, ['', 'Z', 'a', 'z', 'é', '\u{1F600}', '\uFB00']);
});

test('CM3, CM4 and CM5 do the sequence of CM2 10, 100 and 1 000 times', () => {
  for (const [computation, times] of [
    ['cm2', 1],
    ['cm3', 10],
    ['cm4', 100],
    ['cm5', 1_000],
  ] as const) {
    let sorts = 0;
    const sort = () => {
      sorts += 1;
    };
    const counting = Object.assign([], { sort }) as unknown as DataRecord[];
    computationNamed(computation, 'video')(counting);
    assert.equal(sorts, times * VIDEO_ORDER.length);
  }
});

test('every computation leaves the same records, and none leaves their order', () => {
  const records = generateRecords(datasetNamed('book'), 20);
  for (const computation of COMPUTATIONS) {
    assert.deepEqual(new Set(computed(computation, 'book', records)), new Set(records));
  }
  assert.deepEqual(computed('none', 'book', records), records);
});

test('a dataset without a published order is a bug that names it', () => {
  assert.throws(() => computationNamed('cm1', 'shoes'), /shoes/);
  assert.throws(() => computationNamed('cm1', 'file'), /file/);
});

test('of every dataset there are the computations that it is said to have, and no others', () => {
  assert.deepEqual(computationsForDataset('file'), ['none']);
  for (const { name } of DATASETS) {
    const can = COMPUTATIONS.filter((computation) => {
      try {
        return computationNamed(computation, name) !== null;
      } catch {
        return false;
      }
    });
    assert.deepEqual(computationsForDataset(name), can);
  }
});
