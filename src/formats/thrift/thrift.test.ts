import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import TBufferedTransport from 'thrift/lib/nodejs/lib/thrift/buffered_transport.js';
import TCompactProtocol from 'thrift/lib/nodejs/lib/thrift/compact_protocol.js';
import { arbitraryDocuments } from '../../../test/support/documents/arbitrary-documents.ts';
import { datasetNamed, generateRecords } from '../../data/catalogue.ts';
import { firstDifference } from '../../data/equal.ts';
import { inferSchema } from '../../data/infer/infer-schema.ts';
import type { DataRecord, DataSchema, DataValue, Field, TypeSpec } from '../../data/schema.ts';
import type { CodecTaking } from '../format.ts';
import { CannotCarry } from '../shared/cannot-carry.ts';
import { writeThriftIdl } from './idl.ts';
import { THRIFT } from './thrift.ts';

const encoder = THRIFT.encoders[0]!;
const decoder = THRIFT.codecs[0] as CodecTaking<'bytes'>;

const NUMBER: TypeSpec = { kind: 'integer', min: -100_000, max: 100_000 };

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

function record(...fields: Field[]): TypeSpec {
  return { kind: 'record', name: 'Record', fields, orderVaries: false };
}

function field(name: string, type: TypeSpec, optional = false): Field {
  return { name, type, optional };
}

test('fields are written with their distance and type in a byte, integers in zig-zag form, as the specification says', () => {
  const type = record(field('a', NUMBER), field('b', { kind: 'boolean' }), field('c', { kind: 'string' }));
  // The varint of the specification, 50399, is the zig-zag form of -25200.
  assert.equal(toHex({ a: -25_200, b: true, c: 'foo' }, type), '15df890311' + '1803666f6f' + '00');
  assert.equal(toHex({ a: 1, b: false, c: '' }, type), '150212' + '1800' + '00');
  assert.equal(toHex({ a: 1.5 }, record(field('a', { kind: 'double' }))), '17000000000000f83f00');
});

test('a field far from the one before it has its number in full', () => {
  const fields = Array.from({ length: 20 }, (_, i) => field(`f${i}`, NUMBER, true));
  assert.equal(toHex({ f19: -1 }, record(...fields)), '05280100');
  assert.equal(toHex({ f14: -1, f15: 1 }, record(...fields)), 'f501150200');
});

test('lists and maps have their sizes and types as the specification says', () => {
  const list: TypeSpec = { kind: 'array', items: NUMBER, mayBeEmpty: true };
  assert.equal(toHex([], list), '190500');
  assert.equal(toHex([1, 2, 3], list), '193502040600');
  assert.equal(toHex(Array(15).fill(0), list), `19f50f${'00'.repeat(15)}00`);
  assert.equal(
    toHex([true, false], { kind: 'array', items: { kind: 'boolean' }, mayBeEmpty: true }),
    '1921010200',
  );
  const map: TypeSpec = { kind: 'map', values: NUMBER };
  assert.equal(toHex({}, map), '1b0000');
  assert.equal(toHex({ k: 1 }, map), '1b01' + '85016b02' + '00');
});

test('a union is a struct with one field set, and null is one with none', () => {
  const union: TypeSpec = { kind: 'union', branches: [{ kind: 'null' }, NUMBER, { kind: 'string' }] };
  const list: TypeSpec = { kind: 'array', items: union, mayBeEmpty: true };
  assert.equal(toHex([1, 'a', null], list), '193c' + '150200' + '28016100' + '00' + '00');
  // In a field that always has a value null is the missing field.
  assert.equal(toHex({ a: null }, record(field('a', union))), '00');
  assert.equal(toHex({ a: 'a' }, record(field('a', union))), '1c2801610000');
});

test('absent and null stay apart', () => {
  assert.equal(roundTrip([{ a: 1 }, {}]).length, roundTrip([{ a: 1 }, { a: null }]).length);
  roundTrip([{ a: 1 }, {}, { a: null }]);
  roundTrip([{ b: 1, a: null }, { b: 2 }]);
  roundTrip([{ a: 1, b: null }, { a: 'x' }, { b: null }, {}]);
  roundTrip(null);
  roundTrip([null, null]);
  roundTrip([[], [[]], [[], []]]);
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
  assert.equal(refused.count, 0);
});

test('keys are data, whatever they are', () => {
  const keys = ['constructor', 'toString', 'hasOwnProperty', '__proto__', '', 'a b', 'class', '1'];
  roundTrip(keys.map((key) => JSON.parse(`{${JSON.stringify(key)}:1}`)));
  roundTrip(keys.map((key) => JSON.parse(`{${JSON.stringify(key)}:null,"a":1}`)));
  roundTrip(JSON.parse('{"1":1,"2":2,"__proto__":3}'));
  roundTrip(Array.from({ length: 20 }, (_, i) => ({ a: keys[i % 2]! })));
});

test('whole numbers are exact up to the last safe one', () => {
  const edges = [31, 32, 33, 52].flatMap((bits) => [-1, 0, 1].map((offset) => 2 ** bits + offset));
  const numbers = [0, ...edges, Number.MAX_SAFE_INTEGER].flatMap((each) => [each, -each || 0]);
  for (const number of numbers) roundTrip({ a: number, b: [number] });
  roundTrip(numbers);
});

test('doubles keep their bits, powers of two and −0 too', () => {
  const type: TypeSpec = { kind: 'array', items: { kind: 'double' }, mayBeEmpty: true };
  const powers = Array.from({ length: 2098 }, (_, i) => 2 ** (i - 1074));
  const numbers = [...powers, ...powers.map((power) => -power * (1 + 2 ** -52)), -0, Number.NaN];
  roundTrip([...numbers, Number.MAX_VALUE, Number.NEGATIVE_INFINITY], { name: 'Data', root: type });
});

test('half a surrogate pair is refused with its place', () => {
  const value = [{ a: 'x' }, { a: '\ud800' }];
  assert.throws(
    () => encoded(value, inferSchema('data', value)),
    /^CannotCarry: Thrift cannot carry \[1\]\.a is/,
  );
});

test('bodies that are truncated, too long or of another shape are refused', () => {
  const { schema } = datasetNamed('book');
  const bytes = encoder.bind(schema)(generateRecords(datasetNamed('book'), 3));
  const decode = decoder.bind(schema);
  assert.throws(() => decode(bytes.subarray(0, bytes.length - 1)));
  assert.throws(() => decode(Uint8Array.of(...bytes, 0)), /more after the data/);
  assert.throws(() => decode(Uint8Array.of(0)), /has no value/);
  assert.throws(() => decode(Uint8Array.of(0x15, 2, 0)), /has no field 1 of type 8 there/);
  assert.throws(() => decode(Uint8Array.of(0x19, 0x15, 2, 0)), /a list of type 8, not 12/);
});

test('the IDL names structs, unions and enums before their use', () => {
  const orders = Array.from({ length: 20 }, (_, i) => ({
    id: i,
    'ship-to': { zip: 'a', class: 1.5 },
    state: ['new_', 'sent'][i % 2]!,
    tags: { a: { n: 1 } },
    note: i === 0 ? null : i % 2 === 0 ? 'x' : 1,
    ...(i === 3 ? {} : { left: [true] }),
  }));
  assert.equal(
    writeThriftIdl(inferSchema('orders', orders)),
    `enum ShipToZip {
  a = 0
}

struct ShipTo {
  1: required ShipToZip zip
  2: required double class_2
}

enum OrderState {
  new_ = 0
  sent = 1
}

struct A {
  1: required i32 n
}

struct Tags {
  1: required A a
}

union OrderNote {
  1: i32 integer
  2: string string_2
}

struct Order {
  1: required i32 id
  2: required ShipTo ship_to
  3: required OrderState state
  4: required Tags tags
  5: optional OrderNote note
  6: optional list<bool> left
}

struct Orders {
  1: required list<Order> value
}
`,
  );
});

/** As Thrift's compiler writes it for a struct of these fields. */
function generatedWrite(book: DataRecord, output: TCompactProtocol): void {
  output.writeStructBegin('Book');
  ['title', 'author', 'description', 'image'].forEach((name, i) => {
    output.writeFieldBegin(name, 11, i + 1);
    output.writeString(book[name] as string);
    output.writeFieldEnd();
  });
  output.writeFieldBegin('numInStock', 8, 5);
  output.writeI32(book.numInStock as number);
  output.writeFieldBegin('price', 4, 6);
  output.writeDouble(book.price as number);
  output.writeFieldBegin('type', 11, 7);
  output.writeString(book.type as string);
  output.writeFieldBegin('onSale', 2, 8);
  output.writeBool(book.onSale as boolean);
  output.writeFieldStop();
  output.writeStructEnd();
}

test('books have the bytes that generated code writes', () => {
  const { schema } = datasetNamed('book');
  const books = generateRecords(datasetNamed('book'), 100);
  const written: Uint8Array[] = [];
  const output = new TCompactProtocol(new TBufferedTransport(undefined, (bytes) => written.push(bytes)));
  output.writeStructBegin('Books');
  output.writeFieldBegin('value', 15, 1);
  output.writeListBegin(12, books.length);
  for (const book of books) generatedWrite(book, output);
  output.writeFieldStop();
  output.writeStructEnd();
  output.flush();
  assert.deepEqual(roundTrip(books, schema), written[0]);
});
