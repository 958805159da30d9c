// How records stand in CSV, what is refused, and what its readers make of the files of others. Round trips of
// any data are in every-format.test.ts.

import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { firstDifference } from '../../data/equal.ts';
import { inferSchema } from '../../data/infer/infer-schema.ts';
import type { DataRecord, DataSchema, DataValue } from '../../data/schema.ts';
import { whyRefused } from '../shared/refusal.ts';
import { CSV } from './csv.ts';

const [encoder] = CSV.encoders;

const written = (records: DataValue, schema: DataSchema = inferSchema('rows', records)) =>
  new TextDecoder('utf-8', { fatal: true }).decode(encoder!.bind(schema)(records));

const refusal = (value: DataValue) => whyRefused(encoder!, inferSchema('rows', value), [value]);

/** By every library alike. */
function read(text: string, schema: DataSchema): DataValue {
  const [first, ...others] = CSV.codecs.map((codec) => codec.bind(schema)(text as never));
  for (const other of others) assert.deepEqual(other, first);
  return first!;
}

const PEOPLE = [
  { id: 1, name: 'Smith, Jo', since: '2019-07-02', here: true, weight: 61.5 },
  { id: 2, name: 'says "no"', since: null, here: false, weight: -1e-7 },
  { id: 3, name: '', since: '2020-01-01', here: true, weight: 0 },
  { id: 4, name: ' two\r\nlines ', since: '2020-01-01', here: true, weight: 1e21 },
];
const TEXT =
  'id,name,since,here,weight\r\n' +
  '1,"Smith, Jo",2019-07-02,true,61.5\r\n' +
  '2,"says ""no""",,false,-1e-7\r\n' +
  '3,,2020-01-01,true,0\r\n' +
  '4," two\r\nlines ",2020-01-01,true,1e+21\r\n';

test('a row of names, a row a record, CRLF, quotes only where they must be', () => {
  const schema = inferSchema('people', PEOPLE);
  assert.equal(written(PEOPLE), TEXT);
  assert.equal(firstDifference(read(TEXT, schema), PEOPLE), null);
});

test('an empty cell is an empty string, null or nothing, as the column has it', () => {
  const records: DataValue = [
    { text: '', nil: null, gone: 1, none: null },
    { text: 'a', nil: 'b', none: null },
    { text: 'c', nil: 'd', gone: 2, none: null },
  ];
  assert.equal(written(records), 'text,nil,gone,none\r\n,,1,\r\na,b,,\r\nc,d,2,\r\n');
  assert.equal(firstDifference(read(written(records), inferSchema('rows', records)), records), null);
});

test('what a cell cannot say is refused with its place', () => {
  for (const [value, reason] of [
    [[{ id: 1, tags: ['a'] }], '[..].tags: an array'],
    [[{ id: 1, at: { x: 1 } }], '[..].at: an object'],
    [
      [
        { id: 1, size: 'L' },
        { id: 2, size: 42 },
      ],
      '[..].size: values of several kinds',
    ],
    [
      [{ id: 1, a: null }, { id: 2 }, { id: 3, a: 'x' }],
      '[..].a: null and absent in one column, both an empty cell',
    ],
    [
      [
        { id: 1, a: null },
        { id: 2, a: '' },
      ],
      '[1].a: an empty string where null is an empty cell',
    ],
    [[{ id: 1 }, { id: 2, a: '' }], '[1].a: an empty string where absent is an empty cell'],
    [[{ a: 'x' }, { a: '' }], '[1].a: an empty line, which readers skip'],
    [[{ a: 1 }, { a: null }], '[1].a: an empty line, which readers skip'],
    [[{}, {}], 'Rows: its records have no properties'],
    [[1, 2], 'Rows: it is no list of records'],
    [{ id: 1 }, 'Rows: it is no list of records'],
    [[], 'Rows: it is no list of records'],
    [[{ id: 1, a: 'lone \ud800' }], '[0].a is "lone \\ud800": half a surrogate pair'],
  ] as const) {
    assert.equal(refusal(value as DataValue), `CSV cannot carry ${reason}`);
  }
});

const cells: fc.Arbitrary<string> = fc.string({
  unit: fc.constantFrom(',', '"', '\r', '\n', ';', '\t', ' ', '\ufeff', 'a', 'é', '\u{1f600}', "'", '='),
  maxLength: 5,
});

test('whatever characters names and cells have, every library reads the same', () => {
  const tables = fc
    .uniqueArray(cells, { minLength: 1, maxLength: 3 })
    .chain((names) =>
      fc
        .array(fc.tuple(...names.map(() => cells)), { minLength: 1, maxLength: 4 })
        .map((rows) =>
          rows.map((row): DataRecord => Object.fromEntries(names.map((name, i) => [name, row[i]!]))),
        ),
    );
  let carried = 0;
  const property = fc.property(tables, (records) => {
    if (refusal(records) !== null) return;
    carried += 1;
    assert.equal(firstDifference(read(written(records), inferSchema('rows', records)), records), null);
  });
  fc.assert(property, { numRuns: 1_000, seed: 20261121 });
  assert.ok(carried > 700, String(carried));
});

test('line feeds alone, quotes everywhere and a last line without an end are read too', () => {
  const records: DataValue = [
    { id: 1, name: 'a' },
    { id: 2, name: 'b' },
  ];
  const schema = inferSchema('rows', records);
  for (const text of ['id,name\n1,a\n2,b\n', 'id,name\r\n1,a\r\n2,b', '"id","name"\n"1","a"\n"2","b"'])
    assert.deepEqual(read(text, schema), records, text);
});

test('rows and cells that are not as the schema has them are refused with their place', () => {
  const schema = inferSchema('people', PEOPLE);
  for (const [from, to, expected] of [
    ['id,name', 'id,Name', /^Error: CSV: the first row is \["id","Name",.*\], expected \["id","name",/],
    ['2,"says', 'two,"says', /^Error: CSV: row 3, id: "two" is not a whole number from 1 to 4$/],
    [',true,61.5', ',TRUE,61.5', /^Error: CSV: row 2, here: "TRUE" is not a boolean$/],
    [',true,61.5', ',true,0x1F', /^Error: CSV: row 2, weight: "0x1F" is not a number$/],
    [',true,61.5', ',true', /^Error: CSV: the number of cells in row 2 is 4, expected 5$/],
    [',true,61.5', ',true,61.5,', /^Error: CSV: the number of cells in row 2 is 6, expected 5$/],
  ] as const) {
    const text = TEXT.replace(from, to);
    assert.notEqual(text, TEXT);
    for (const codec of CSV.codecs) assert.throws(() => codec.bind(schema)(text as never), expected);
  }
});

test('Papa Parse tells of a quote that is never closed', () => {
  const papaparse = CSV.codecs.find(({ name }) => name === 'papaparse')!;
  const text = TEXT.replace('lines "', 'lines ');
  assert.throws(() => papaparse.bind(inferSchema('people', PEOPLE))(text as never), /CSV: Quoted field/);
});
