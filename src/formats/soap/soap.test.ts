// SOAP messages as they are written, and what is read of those that others write. The DOM's reader is held to
// the same in a real page (in-a-page.test.ts).

import assert from 'node:assert/strict';
import test from 'node:test';
import {
  BROKEN_MESSAGES,
  MESSAGES,
  PAIRS,
  PAIRS_SCHEMA,
} from '../../../test/support/documents/soap-messages.ts';
import { datasetNamed, generateRecords } from '../../data/catalogue.ts';
import { firstDifference } from '../../data/equal.ts';
import { flatSchema } from '../../data/flat-schema.ts';
import { inferSchema } from '../../data/infer/infer-schema.ts';
import type { DataSchema, DataValue } from '../../data/schema.ts';
import { SOAP } from './soap.ts';

const REQUEST: DataSchema = {
  name: 'BooksRequest',
  root: {
    kind: 'record',
    name: 'BooksRequest',
    fields: [{ name: 'n', type: { kind: 'integer', min: 1, max: 10_000 }, optional: false }],
    orderVaries: false,
  },
};

const written = (schema: DataSchema, value: DataValue) =>
  new TextDecoder().decode(SOAP.encoders[0]!.bind(schema)(value));

const saxes = SOAP.codecs.find(({ name }) => name === 'saxes')!;

const read = (schema: DataSchema, text: string) => saxes.bind(schema)(text as never);

test('a request is an envelope, a body and an element in the namespace, without white space', () => {
  assert.equal(
    written(REQUEST, { n: 1_000 }),
    '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>' +
      '<w:BooksRequest xmlns:w="urn:wirefare"><n>1000</n></w:BooksRequest></soap:Body></soap:Envelope>',
  );
});

test('the element in the body is named after the schema, what is in it after its fields', () => {
  const schema = flatSchema('Things', 'Thing', [{ name: 'two words', type: 'string' }]);
  assert.match(
    written(schema, [{ 'two words': 'a<b' }, { 'two words': '' }]),
    /<w:Things xmlns:w="urn:wirefare"><thing><two_x0020_words>a&lt;b<\/two_x0020_words><\/thing><thing>/,
  );
  assert.match(written(schema, []), /<soap:Body><w:Things xmlns:w="urn:wirefare"><\/w:Things><\/soap:Body>/);
});

test('null, unions and texts of own data stand as in XML', () => {
  const value = { a: null, b: ['1', 2], c: { '#text': 'x', '@y': 'z' } };
  const schema = inferSchema('Own', value);
  assert.match(
    written(schema, value),
    /<w:Own xmlns:w="urn:wirefare" xmlns:xsi="[^"]+"><a xsi:nil="true"\/><b><item>1<\/item><item xsi:type="number">2<\/item><\/b><c y="z">x<\/c><\/w:Own>/,
  );
  assert.equal(firstDifference(read(schema, written(schema, value)), value, SOAP), null);
});

test('books come back from their message', () => {
  const { schema } = datasetNamed('book');
  const books = generateRecords(datasetNamed('book'), 100);
  assert.equal(firstDifference(read(schema, written(schema, books)), books), null);
});

for (const [name, text] of Object.entries(MESSAGES)) {
  test(`messages of others are read: ${name}`, () => {
    assert.equal(firstDifference(read(PAIRS_SCHEMA, text), PAIRS), null);
  });
}

for (const [name, { text, expected }] of Object.entries(BROKEN_MESSAGES)) {
  test(`what is no message with the value in it is refused: ${name}`, () => {
    assert.throws(() => read(PAIRS_SCHEMA, text), expected);
  });
}
