import assert from 'node:assert/strict';
import { test } from 'node:test';
import avsc from 'avsc/etc/browser/avsc-types.js';
import fc from 'fast-check';
import { arbitraryDocuments } from '../../../test/support/documents/arbitrary-documents.ts';
import { datasetNamed, generateRecords } from '../../data/catalogue.ts';
import { firstDifference } from '../../data/equal.ts';
import { inferSchema } from '../../data/infer/infer-schema.ts';
import type { DataSchema, DataValue, TypeSpec } from '../../data/schema.ts';
import type { CodecTaking } from '../format.ts';
import { CannotCarry } from '../shared/cannot-carry.ts';
import { AVRO } from './avro.ts';
import { avroPlan, avroSchema } from './avro-schema.ts';

const encoder = AVRO.encoders[0]!;
const decoder = AVRO.codecs[0] as CodecTaking<'bytes'>;

function encoded(value: DataValue, schema: DataSchema): Uint8Array {
  encoder.refuse(schema)(value);
  return encoder.bind(schema)(value);
}

/** Through the bytes and back; the bytes. */
function roundTrip(value: DataValue, schema = inferSchema('data', value)): Uint8Array {
  const bytes = encoded(value, schema);
  // At an offset, as a view into a body may be.
  const body = new Uint8Array(bytes.length + 3).subarray(3);
  body.set(bytes);
  const decoded = decoder.bind(schema)(body);
  assert.equal(firstDifference(decoded, value, { keyOrder: 'schema' }), null);
  assert.deepEqual(encoder.bind(schema)(decoded), bytes);
  return bytes;
}

function toHex(value: DataValue, root: TypeSpec): string {
  return Buffer.from(roundTrip(value, { name: 'Data', root })).toString('hex');
}

const LONG: TypeSpec = { kind: 'integer', min: -(2 ** 40), max: 2 ** 40 };

test('the numbers of the Avro specification are written as it says', () => {
  for (const [value, hex] of [
    [0, '00'],
    [-1, '01'],
    [1, '02'],
    [-2, '03'],
    [2, '04'],
    [-64, '7f'],
    [64, '8001'],
  ] as const) {
    assert.equal(toHex(value, LONG), hex);
    assert.equal(toHex(value, { kind: 'integer', min: -64, max: 64 }), hex);
  }
});

test('the record, the array and the union of the Avro specification are written as it says', () => {
  const record: TypeSpec = {
    kind: 'record',
    name: 'Test',
    fields: [
      { name: 'a', type: LONG, optional: false },
      { name: 'b', type: { kind: 'string' }, optional: false },
    ],
    orderVaries: false,
  };
  assert.equal(toHex({ a: 27, b: 'foo' }, record), '3606666f6f');
  assert.equal(toHex([3, 27], { kind: 'array', items: LONG, mayBeEmpty: false }), '04063600');
  const union: TypeSpec = { kind: 'union', branches: [{ kind: 'null' }, { kind: 'string' }] };
  assert.equal(toHex(null, union), '00');
  assert.equal(toHex('a', union), '020261');
});

test('an array in several blocks, one of them with its size in bytes, is read', () => {
  const schema: DataSchema = { name: 'Data', root: { kind: 'array', items: LONG, mayBeEmpty: true } };
  // Two items; then one, and (a negative count) the bytes it takes.
  assert.deepEqual(decoder.bind(schema)(Buffer.from('0406360102' + '3600', 'hex')), [3, 27, 27]);
});

test('any JSON document comes back the same, or is refused', () => {
  const refused = { count: 0 };
  fc.assert(
    fc.property(arbitraryDocuments, (value) => {
      try {
        roundTrip(value);
      } catch (error) {
        if (!(error instanceof CannotCarry)) throw error;
        refused.count += 1;
      }
    }),
    { numRuns: 500, seed: 1 },
  );
  assert.ok(refused.count < 250, `${refused.count} refused`);
});

test('books take the bytes of the bare library, and an independent reader of the schema reads them', () => {
  const { schema } = datasetNamed('book');
  const books = generateRecords(datasetNamed('book'), 100);
  const bytes = roundTrip(books, schema);
  const bare = avsc.Type.forSchema(JSON.parse(JSON.stringify(avroSchema(schema))));
  assert.deepEqual(bare.toBuffer(books), bytes);
  assert.equal(JSON.stringify(bare.fromBuffer(Buffer.from(bytes))), JSON.stringify(books));
});

/** As somebody else's program sees it, who has only the schema as JSON. */
function seenByOthers(value: DataValue): unknown {
  const schema = inferSchema('data', value);
  const bare = avsc.Type.forSchema(JSON.parse(JSON.stringify(avroSchema(schema))), { wrapUnions: false });
  return JSON.parse(JSON.stringify(bare.fromBuffer(Buffer.from(roundTrip(value, schema)))));
}

test('whoever has the schema as JSON reads any of these data, and writes the same bytes', () => {
  const seen = { count: 0 };
  const property = fc.property(arbitraryDocuments, (value) => {
    const schema = inferSchema('data', value);
    // avsc's own long does not carry all that Avro's does.
    if (avroPlan(schema).wideLongs.size > 0 || !isCarried(value, schema)) return;
    const bytes = encoder.bind(schema)(value);
    const other = avsc.Type.forSchema(JSON.parse(JSON.stringify(avroSchema(schema))), { wrapUnions: false });
    assert.deepEqual(other.toBuffer(other.fromBuffer(Buffer.from(bytes))), bytes);
    seen.count += 1;
  });
  fc.assert(property, { numRuns: 300, seed: 1 });
  assert.ok(seen.count > 150, `${seen.count} seen`);
});

function isCarried(value: DataValue, schema: DataSchema): boolean {
  try {
    encoder.refuse(schema)(value);
    return true;
  } catch (error) {
    if (!(error instanceof CannotCarry)) throw error;
    return false;
  }
}

test('absent and null stay apart', () => {
  assert.deepEqual(seenByOthers([{ a: 1 }, {}]), [{ a: 1 }, { a: null }]);
  assert.deepEqual(seenByOthers([{ a: 1 }, { a: null }]), [{ a: 1 }, { a: null }]);
  assert.deepEqual(seenByOthers([{ a: 1 }, {}, { a: null }]), [
    { a: { value: 1 } },
    { a: null },
    { a: { value: null } },
  ]);
  assert.deepEqual(seenByOthers([{ b: 1, a: null }, { b: 2 }]), [
    { b: 1, a: { value: null } },
    { b: 2, a: null },
  ]);
});

test('unions are one union: a field of several types that may be absent too', () => {
  const schema = inferSchema('data', [
    { a: 1.5 },
    { a: 'x' },
    { a: [true] },
    { a: { b: 1 } },
    { a: false },
    {},
  ]);
  assert.deepEqual(avroSchema(schema), {
    type: 'array',
    items: {
      type: 'record',
      name: 'DataItem',
      fields: [
        {
          name: 'a',
          type: [
            'null',
            'boolean',
            'double',
            'string',
            { type: 'array', items: 'boolean' },
            { type: 'record', name: 'A', fields: [{ name: 'b', type: 'int' }] },
          ],
          default: null,
        },
      ],
    },
  });
});

test('keys that are no Avro names are written under others, told, kept in the schema, and come back', () => {
  const value = [{ 'scope-case': 1, scope_case: 2, '': 3, '2nd': 4, 'a b': 'x', 'é\'"\n': true }];
  assert.deepEqual(seenByOthers(value), [
    { scope_case_2: 1, scope_case: 2, _: 3, _2nd: 4, a_b: 'x', ____: true },
  ]);
  const schema = inferSchema('data', value);
  assert.deepEqual(AVRO.mapped!(schema).slice(0, 2), [
    'DataItem.scope-case is written scope_case_2',
    'DataItem.(empty) is written _',
  ]);
  const { items } = avroSchema(schema) as unknown as { items: { fields: object[] } };
  assert.deepEqual(items.fields[0], { name: 'scope_case_2', type: 'int', key: 'scope-case' });
});

test('keys that every object inherits are data like others', () => {
  const keys = ['constructor', 'toString', 'hasOwnProperty', 'valueOf', 'isPrototypeOf'];
  roundTrip(keys.map((key) => ({ [key]: 1 })));
  roundTrip(keys.map((key) => ({ [key]: key, a: null })));
  roundTrip([Object.fromEntries(keys.map((key) => [key, null])), {}]);
  roundTrip(Array.from({ length: 20 }, (_, i) => ({ a: keys[i % 2]! })));
});

test('few strings that come again are an Avro enum where all of them are names', () => {
  const sizes = Array.from({ length: 30 }, (_, i) => ({ size: ['small', 'large'][i % 2]! }));
  const { items } = avroSchema(inferSchema('shirts', sizes)) as unknown as { items: { fields: object[] } };
  assert.deepEqual(items.fields, [
    { name: 'size', type: { type: 'enum', name: 'ShirtSize', symbols: ['small', 'large'] } },
  ]);
  // A byte for each shirt, and the counts of the block and of the last one.
  assert.equal(roundTrip(sizes).length, 32);
  roundTrip(sizes.map(({ size }) => ({ size: `${size} ` })));
});

test('whole numbers are exact up to the last safe one, alone and in unions', () => {
  const edges = [31, 32, 33, 51, 52].flatMap((bits) => [-1, 0, 1].map((offset) => 2 ** bits + offset));
  const numbers = [0, ...edges, Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER];
  for (const number of numbers.flatMap((each) => [each, -each || 0])) {
    roundTrip(number);
    roundTrip([{ a: number }, { a: 'x' }, { a: null }, { a: { b: number } }, {}]);
  }
  roundTrip(numbers.flatMap((each) => [each, -each || 0]));
});

test('doubles keep their bits', () => {
  const numbers = [
    0.5,
    -0,
    5e-324,
    -1.7976931348623157e308,
    2 ** 53,
    1e21,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ];
  roundTrip(numbers, { name: 'Data', root: { kind: 'array', items: { kind: 'double' }, mayBeEmpty: true } });
});

test('what avsc would change is refused with its place', () => {
  const refusal = (value: DataValue) => () => encoded(value, inferSchema('data', value));
  assert.throws(
    refusal([{ a: 'x' }, { a: '\ud800' }]),
    new CannotCarry('Avro cannot carry [1].a is "\\ud800": half a surrogate pair'),
  );
  assert.throws(
    refusal(JSON.parse('{"a":{"1":1,"2":2,"__proto__":3}}')),
    /^CannotCarry: Avro cannot carry a, which has the key "__proto__"/,
  );
});

test('a truncated body and one with bytes too many are refused', () => {
  const { schema } = datasetNamed('book');
  const bytes = encoder.bind(schema)(generateRecords(datasetNamed('book'), 3));
  const decode = decoder.bind(schema);
  assert.throws(() => decode(bytes.subarray(0, bytes.length - 1)), /truncated/);
  assert.throws(() => decode(Uint8Array.of(...bytes, 0)), /trailing/);
});

test('two decodings share nothing, and what one gives may be changed', () => {
  const { schema } = datasetNamed('book');
  const bytes = encoder.bind(schema)(generateRecords(datasetNamed('book'), 2));
  const decode = decoder.bind(schema);
  const first = decode(bytes) as { [key: string]: DataValue }[];
  first[0]!.price = -1;
  assert.notEqual((decode(bytes) as { [key: string]: DataValue }[])[0]!.price, -1);
  assert.equal(Object.getPrototypeOf(first[0]), Object.prototype);
});
