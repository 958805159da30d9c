// Java's serialization, held to what Java itself wrote (testdata/java-serialization).

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import fc from 'fast-check';
import { datasetNamed, generateRecords } from '../../data/catalogue.ts';
import { firstDifference } from '../../data/equal.ts';
import { flatSchema } from '../../data/flat-schema.ts';
import type { DataSchema, DataValue, Field, RecordType, TypeSpec } from '../../data/schema.ts';
import { CannotCarry } from '../shared/cannot-carry.ts';
import { JAVA_SERIALIZATION } from './java-serialization.ts';

const [encoder] = JAVA_SERIALIZATION.encoders;
const decode = (schema: DataSchema, bytes: Uint8Array): DataValue =>
  JAVA_SERIALIZATION.codecs[0]!.bind(schema)(bytes as never);
const encode = (schema: DataSchema, value: DataValue): Uint8Array => encoder!.bind(schema)(value);

const written = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`./testdata/${name}.ser`, import.meta.url)));

const BOOKS = datasetNamed('book').schema;

const STRING: TypeSpec = { kind: 'string' };
const INT: TypeSpec = { kind: 'integer', min: -2_147_483_648, max: 2_147_483_647 };
const DOUBLE: TypeSpec = { kind: 'double' };
const listOf = (items: TypeSpec): TypeSpec => ({ kind: 'array', items, mayBeEmpty: true });
const record = (name: string, types: Readonly<Record<string, TypeSpec>>): RecordType => {
  const fields = Object.entries(types).map(([name, type]): Field => ({ name, type, optional: false }));
  return { kind: 'record', name, fields, orderVaries: false };
};

const REQUEST: DataSchema = { name: 'BooksRequest', root: record('BooksRequest', { n: INT }) };
const LEG = record('Leg', {
  from: STRING,
  onTime: { kind: 'boolean' },
  stops: listOf(STRING),
  km: DOUBLE,
  minutes: INT,
});
const ROUTE: DataSchema = {
  name: 'Route',
  root: record('Route', {
    name: STRING,
    first: LEG,
    legs: listOf(LEG),
    grid: listOf(listOf(STRING)),
    notes: STRING,
    zero: DOUBLE,
    limit: DOUBLE,
  }),
};

const LEG_FROM_ZURICH = {
  from: 'Zürich \0 \u{1f689} \ud800',
  onTime: true,
  stops: ['Olten', '', 'Bern'],
  km: 122.5,
  minutes: -1,
};
const LEG_FROM_BERN = { from: 'Bern', onTime: false, stops: [], km: Number.NaN, minutes: -2_147_483_648 };
const ROUTE_VALUE = {
  name: 'Zürich–Bern',
  first: LEG_FROM_ZURICH,
  legs: [LEG_FROM_ZURICH, LEG_FROM_BERN],
  grid: [['x'], []],
  notes: 'é'.repeat(32_768),
  zero: -0,
  limit: Number.NEGATIVE_INFINITY,
};

const THREE_BOOKS = generateRecords(datasetNamed('book'), 3);

const WRITTEN_BY_JAVA: readonly (readonly [name: string, schema: DataSchema, value: DataValue])[] = [
  ['books-3', BOOKS, THREE_BOOKS],
  ['books-none', BOOKS, []],
  ['books-request', REQUEST, { n: 1_000 }],
  ['route', ROUTE, ROUTE_VALUE],
];

for (const [name, schema, value] of WRITTEN_BY_JAVA) {
  test(`${name}: what is written is what Java wrote, byte for byte`, () => {
    assert.equal(Buffer.compare(encode(schema, value), written(name)), 0);
  });

  test(`${name}: what Java wrote comes back`, () => {
    assert.equal(firstDifference(decode(schema, written(name)), value), null);
  });
}

test('objects that stand in several places are read in each', () => {
  const second = { ...LEG_FROM_BERN, stops: LEG_FROM_ZURICH.stops };
  const expected = {
    ...ROUTE_VALUE,
    legs: [LEG_FROM_ZURICH, second, second],
    grid: [LEG_FROM_ZURICH.stops, LEG_FROM_ZURICH.stops],
    notes: ROUTE_VALUE.name,
  };
  assert.equal(firstDifference(decode(ROUTE, written('route-shared')), expected), null);
});

test('other classes than the data’s are refused by name, and so is what cannot be the data', () => {
  const lists: DataSchema = { name: 'Lists', root: listOf(listOf(STRING)) };
  for (const [name, schema, expected] of [
    ['foreign-map', REQUEST, /the class "java\.util\.HashMap", which is none of the data's, at byte 6$/],
    ['foreign-linked-list', BOOKS, /the class "java\.util\.LinkedList", which is none/],
    ['foreign-list-in-itself', lists, /a reference to something of another type, at byte \d+$/],
    ['foreign-mixed-list', BOOKS, /the class "wirefare\.data\.BooksRequest", which is none/],
    ['foreign-null', BOOKS, /null where a string must stand/],
    ['foreign-subclass', BOOKS, /the class "Maker\$1", which is none/],
    ['books-3', REQUEST, /the class "java\.util\.ArrayList", which is none/],
    ['books-request', BOOKS, /the class "wirefare\.data\.BooksRequest", which is none/],
  ] as const) {
    assert.throws(() => decode(schema, written(name)), expected, name);
  }
});

/** A stream with some bytes of it replaced. */
function changed(name: string, find: string, replacement: string): Uint8Array {
  const hex = Buffer.from(written(name)).toString('hex');
  assert.ok(hex.includes(find), find);
  return new Uint8Array(Buffer.from(hex.replace(find, replacement), 'hex'));
}

test('streams that are broken are refused with the byte at which they are', () => {
  const size = '737200'; // of the object and its class, at the beginning
  for (const [bytes, expected] of [
    [new Uint8Array(), /the end, in the middle of the object, at byte 0$/],
    [new Uint8Array([0xac, 0xed, 0, 4]), /no stream of Java serialization, version 5, at byte 0$/],
    [written('books-3').subarray(0, 700), /the end, in the middle of the object, at byte 700$/],
    [Uint8Array.from([...written('books-none'), 0]), /more after the object, at byte 58$/],
    [changed('books-none', size, '707200'), /null where java\.util\.ArrayList must stand, at byte 4$/],
    [changed('books-none', size, '757200'), /an array where/],
    [changed('books-none', size, 'ff7200'), /the tag 0xff where/],
    [changed('books-none', '7372', '737d'), /a proxy class where the class java\.util\.ArrayList must stand/],
    [changed('books-none', '7881d21d', '7881d21e'), /java\.util\.ArrayList has the serialVersionUID/],
    [
      changed('books-none', '7870000000007704', '78707fffffff7704'),
      /the end of block data where wirefare\.data\.Book/,
    ],
    [changed('books-none', '7870000000007704', '7870ffffffff7704'), /a list of -1 items, at byte 47$/],
    [changed('books-none', '7870000000007704', '7870000000007705'), /block data of another length, at byte/],
    [changed('books-none', '7870000000007704', '787200000000'), /a class description where no class above/],
  ] as const) {
    assert.throws(() => decode(BOOKS, bytes), expected, Buffer.from(bytes).toString('hex').slice(0, 200));
  }
});

test('a class of other fields is refused', () => {
  const other = (fields: Readonly<Record<string, TypeSpec>>): DataSchema => ({
    name: 'BooksRequest',
    root: record('BooksRequest', fields),
  });
  const bytes = written('books-request');
  assert.throws(() => decode(other({ n: DOUBLE }), bytes), /unexpected field "n" of type "I", at byte/);
  assert.throws(() => decode(other({ m: INT }), bytes), /unexpected field "n"/);
  assert.throws(() => decode(other({ n: INT, m: INT }), bytes), /has 1 fields, expected 2/);
});

test('no text that is broken is read as another', () => {
  const schema: DataSchema = { name: 'Text', root: STRING };
  const stream = (bytes: readonly number[]) =>
    Uint8Array.from([0xac, 0xed, 0, 5, 0x74, bytes.length >> 8, bytes.length & 0xff, ...bytes]);
  for (const [bytes, at] of [
    [[0x80], 7],
    [[0x41, 0xc3], 8],
    [[0xc1, 0x81], 7],
    [[0xe0, 0x80, 0x80], 7],
    [[0xe2, 0x82], 7],
    [[0xf0, 0x9f, 0x98, 0x80], 7],
    [[...new Array(60).fill(0x61), 0xff], 67],
  ] as const) {
    assert.throws(() => decode(schema, stream(bytes)), new RegExp(`no modified UTF-8, at byte ${at}$`));
  }
  const long = Uint8Array.from([0xac, 0xed, 0, 5, 0x7c, 0x7f, 0, 0, 0, 0, 0, 0, 0]);
  assert.throws(() => decode(schema, long), /a text of \d+ bytes, at byte 5$/);
});

test('texts of any length come back: those in two bytes of length, those in eight, and the ones between', () => {
  const schema: DataSchema = { name: 'Texts', root: listOf(STRING) };
  const lengths = [0, 1, 23, 24, 25, 47, 48, 49, 21_845, 21_846, 65_535, 65_536, 200_000];
  const texts = lengths.flatMap((length) =>
    ['a', 'é', '€', '\0', '\u{10ffff}'].map((each) => each.repeat(length)),
  );
  assert.equal(firstDifference(decode(schema, encode(schema, texts)), texts), null);
  const shortest = [65_535, 65_536].map((length) => encode(schema, ['a'.repeat(length)])[58 - 1]);
  assert.deepEqual(shortest, [0x74, 0x7c]);
});

test('streams with bytes changed at random come back or are refused with the byte, and quickly', () => {
  const originals = [
    [BOOKS, encode(BOOKS, THREE_BOOKS)],
    [ROUTE, encode(ROUTE, { ...ROUTE_VALUE, notes: 'é' })],
  ] as const;
  let refused = 0;
  const change = fc.record({ at: fc.nat(), byte: fc.integer({ min: 0, max: 255 }) });
  const changes = fc.array(change, { minLength: 1, maxLength: 4 });
  const property = fc.property(fc.constantFrom(...originals), changes, fc.nat(2), (of, changes, cut) => {
    const [schema, original] = of;
    const bytes = Uint8Array.from(original);
    for (const { at, byte } of changes) bytes[at % bytes.length] = byte;
    try {
      decode(schema, bytes.subarray(0, bytes.length - cut));
    } catch (thrown) {
      assert.match(String(thrown), /^Error: Java serialization: .*, at byte \d+$/s);
      refused += 1;
    }
  });
  fc.assert(property, { numRuns: 3_000, seed: 20261121 });
  assert.ok(refused > 1_500, `${refused} were refused`);
});

test('what no such class can hold is refused with the place', () => {
  const whole = (min: number, max: number): TypeSpec => ({ kind: 'integer', min, max });
  const cases: [TypeSpec, RegExp][] = [
    [record('A', { b: whole(0, 2 ** 31) }), /cannot carry b: integers of more than 32 bits$/],
    [record('A', { b: { kind: 'null' } }), /cannot carry b: null$/],
    [record('A', { b: { kind: 'map', values: STRING } }), /b: an object whose keys are data$/],
    [
      record('A', { b: { kind: 'union', branches: [{ kind: 'null' }, STRING] } }),
      /b: values of several kinds$/,
    ],
    [record('A', { 'b c': STRING }), /b c: a key that is no name of a field in Java$/],
    [record('A', { class: STRING }), /class: a key that is no name/],
    [listOf(record('A', { b: listOf(INT) })), /\[\]\.b\[\]: a list of int values, which are no objects$/],
    [INT, /cannot carry int values that no object holds$/],
  ];
  for (const [root, expected] of cases) {
    assert.throws(
      () => encoder!.refuse({ name: 'Any', root }),
      (thrown) => thrown instanceof CannotCarry && expected.test(thrown.message),
      String(expected),
    );
  }
  const optional = { ...record('A', { b: STRING }), fields: [{ name: 'b', type: STRING, optional: true }] };
  assert.throws(
    () => encoder!.refuse({ name: 'Any', root: optional }),
    /b: a field that is not always there/,
  );
  const things = flatSchema('Things', 'Thing', [{ name: 'a', type: 'int32' }]);
  assert.throws(
    () => encoder!.refuse(things)([{ a: 1.5 }]),
    /Java serialization cannot carry \[0\]\.a is 1\.5/,
  );
});
