import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHTML } from 'linkedom';
import type { JobSnapshot } from '../jobs/snapshot.ts';
import {
  openSizesView,
  refusals,
  type SizesDocument,
  sayWaitingSizes,
  sizesByFormat,
  sizesView,
} from './sizes-view.ts';

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

const ALL = {
  ...{ name: 'orders', records: 2, path: null, firstOf: null, jsonBytes: 1_000, notes: [] },
  today: { format: 'json', compression: 'none', bytes: 1_000, records: null },
};

function shown(
  payload: SizesDocument['payload'],
  today = { format: '', compression: '' },
  offeredPath: SizesDocument['offeredPath'] = null,
  takePart: (path: string) => void = () => {},
) {
  const { document } = parseHTML('<main></main>');
  const main = document.querySelector('main')!;
  const found = { ...FOUND, payload, paths: [], offeredPath };
  main.append(...(sizesView(document as unknown as Document, found, { today, takePart }) as never[]));
  main.querySelector('button')?.click();
  return (selector: string) => [...main.querySelectorAll(selector)].map((each) => each.textContent);
}

test('the table says what each figure is, and that the smallest may be without compression', () => {
  const texts = shown(ALL);
  assert.deepEqual(texts('thead th').slice(3), ['at its smallest', 'by', 'of today']);
  assert.deepEqual(texts('tbody td.soft'), ['br-5', 'gzip-6', 'no compression']);
  assert.equal(texts('tbody tr:first-child td').at(-1), '25 %');
  assert.deepEqual(texts('.note').slice(0, 1), ['2 records, 1 000 bytes as they came (json)']);
});

test('sizes of a part are held against the JSON of that part, and what came is said to be more', () => {
  const envelope = { ...ALL.today, compression: 'gzip', bytes: 5_000 };
  const named = shown({ ...ALL, path: 'data.items', today: envelope });
  assert.equal(named('thead th').at(-1), 'of JSON');
  assert.equal(named('tbody tr:first-child td').at(-1), '25 %');
  const first = shown({ ...ALL, firstOf: 40, today: { ...envelope, records: 40 } });
  assert.equal(first('thead th').at(-1), 'of JSON');
  const says = '2 records, 1 000 bytes as JSON; 5 000 bytes as they came (json + gzip, ';
  assert.equal(named('.note')[0], `${says}with more than data.items)`);
  assert.deepEqual(first('.note').slice(0, 2), [`${says}of 40 records)`, 'sizes are of the first 2 of 40']);
});

test('shares are of today as the form says it, where sizes tell how many bytes that is', () => {
  const gzip = shown(ALL, { format: '', compression: 'gzip' });
  assert.equal(gzip('thead th').at(-1), 'of today');
  assert.equal(gzip('tbody tr:first-child td').at(-1), '83 %');
  assert.equal(gzip('.note')[1], '300 bytes as “Sent today as” says (json + gzip-6)');
  const untried = shown(ALL, { format: 'avro', compression: 'br-11' });
  assert.equal(untried('thead th').at(-1), 'of what came');
  assert.equal(untried('tbody tr:first-child td').at(-1), '25 %');
});

test('gzip is at the level that servers use, as advice means it, though another is smaller', () => {
  const sizes = [...FOUND.sizes, row('json', 'json', 'gzip', 9, 290)];
  const { gzip, least } = sizesByFormat({ sizes }).find(({ format }) => format === 'json')!;
  assert.deepEqual([gzip, least], [300, 250]);
});

test('the list in a document is offered where more formats carry it, and taken by a click', () => {
  const taken: string[] = [];
  const offered = { path: 'orders', records: 300, formats: ['json-columns', 'arrow'] };
  const says = shown(ALL, undefined, offered, (path) => taken.push(path));
  assert.equal(
    says('.note').at(-1),
    'Take the part orders alone (a list of 300 records): then json-columns and arrow can take part.',
  );
  assert.deepEqual(taken, ['orders']);
});

test('only formats that nothing of theirs can write cannot carry the data', () => {
  assert.deepEqual(refusals(FOUND), [['csv', 'cannot carry [..].customer: an object']]);
});

test('sizes wait for another run where there is one', () => {
  assert.equal(sayWaitingSizes({ state: 'waiting', waitsFor: 'study a' }), 'Sizes wait for study a …');
  assert.equal(sayWaitingSizes({ state: 'waiting', waitsFor: null }), 'Sizes …');
  assert.equal(sayWaitingSizes({ state: 'stopped', waitsFor: null }), 'The sizes were stopped.');
});

test('sizes that go on can be stopped, and those that were stopped can be asked for again', () => {
  const { document } = parseHTML('<main></main>');
  const pressed: string[] = [];
  const press = { stop: () => pressed.push('stop'), again: () => pressed.push('again') };
  const shownOf = (state: JobSnapshot['state']) => {
    const main = document.querySelector('main')!;
    main.replaceChildren(...(openSizesView(document, { state, waitsFor: null }, press) as never[]));
    main.querySelector('button')!.click();
    return main.textContent;
  };
  assert.equal(shownOf('going'), 'Sizes …Stop');
  assert.equal(shownOf('stopped'), 'The sizes were stopped.Ask again');
  assert.deepEqual(pressed, ['stop', 'again']);
});
