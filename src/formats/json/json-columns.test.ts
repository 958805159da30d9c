// How records stand in columns, and what is refused. Round trips of any data are in every-format.test.ts.

import assert from 'node:assert/strict';
import test from 'node:test';
import { firstDifference } from '../../data/equal.ts';
import { inferSchema } from '../../data/infer/infer-schema.ts';
import type { DataValue } from '../../data/schema.ts';
import { JSON_COLUMNS } from './json-columns.ts';

const [encoder] = JSON_COLUMNS.encoders;
const [responseJson, jsonParse] = JSON_COLUMNS.codecs;

const parse = (text: string, like: DataValue): DataValue =>
  jsonParse!.bind(inferSchema('rows', like))(text as never);

function standsAs(value: DataValue, document: string): void {
  const schema = inferSchema('rows', value);
  encoder!.refuse(schema)(value);
  assert.equal(new TextDecoder().decode(encoder!.bind(schema)(value)), document);
  assert.equal(firstDifference(parse(document, value), value), null);
  assert.equal(firstDifference(responseJson!.bind(schema)(JSON.parse(document) as never), value), null);
}

test('each property is an array, whatever its values are', () => {
  standsAs(
    [
      { id: 1, tags: ['a'], at: { x: 1 } },
      { id: 2, tags: [], at: { x: null } },
    ],
    '{"columns":{"id":[1,2],"tags":[["a"],[]],"at":[{"x":1},{"x":null}]}}',
  );
});

test('absent is null where no null is, and otherwise something of a kind that the column has not', () => {
  standsAs([{ id: 1, a: 'x' }, { id: 2 }], '{"columns":{"id":[1,2],"a":["x",null]},"absent":{"a":null}}');
  standsAs(
    [{ id: 1, a: 'x' }, { id: 2 }, { id: 3, a: null }],
    '{"columns":{"id":[1,2,3],"a":["x",0,null]},"absent":{"a":0}}',
  );
  standsAs(
    [{ id: 1, a: 0 }, { id: 2 }, { id: 3, a: null }],
    '{"columns":{"id":[1,2,3],"a":[0,"",null]},"absent":{"a":""}}',
  );
  standsAs(
    [{ a: 0 }, {}, { a: null }, { a: '' }, { a: false }, { a: {} }],
    '{"columns":{"a":[0,[],null,"",false,{}]},"absent":{"a":[]}}',
  );
});

test('names that every object has are columns like any other', () => {
  const value = [JSON.parse('{"__proto__":1,"constructor":"a"}'), { toString: true }];
  standsAs(
    value,
    '{"columns":{"__proto__":[1,null],"constructor":["a",null],"toString":[null,true]},' +
      '"absent":{"__proto__":null,"constructor":null,"toString":null}}',
  );
});

test('what is no list of records, and what leaves nothing to mark absence with, is refused', () => {
  for (const [value, reason] of [
    [{ id: 1 }, 'Rows: it is no list of records'],
    [[], 'Rows: it is no list of records'],
    [[{}, {}], 'Rows: its records have no properties'],
    [
      [{}, { a: null }, { a: 1 }, { a: '' }, { a: true }, { a: [] }, { a: {} }],
      '[..].a: values of every kind, and absent ones',
    ],
  ] as const) {
    assert.throws(() => encoder!.refuse(inferSchema('rows', value as DataValue)), {
      name: 'CannotCarry',
      message: `JSON columns cannot carry ${reason}`,
    });
  }
});

test('documents of another shape are refused', () => {
  const like = [{ id: 1, a: 'x' }];
  for (const [document, expected] of [
    ['[]', /the document is no object/],
    ['{}', /"columns" is no object/],
    ['{"columns":{"id":[1]}}', /the column "a" is missing/],
    ['{"columns":{"id":[1],"a":"x"}}', /the column "a" is no array/],
    ['{"columns":{"id":[1],"a":["x","y"]}}', /2 values in a, 1 in id/],
    ['{"columns":{"id":[1],"a":["x"],"b":[1]}}', /a column "b" that nobody expects/],
    ['{"columns":{"id":[1],"a":["x"]},"absent":[]}', /"absent" is no object/],
  ] as const) {
    assert.throws(() => parse(document, like), expected, document);
  }
});
