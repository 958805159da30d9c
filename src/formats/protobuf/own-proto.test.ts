import assert from 'node:assert/strict';
import test from 'node:test';
import protobuf from 'protobufjs';
import { firstDifference } from '../../data/equal.ts';
import { inferSchema } from '../../data/infer/infer-schema.ts';
import type { DataRecord, DataSchema, DataValue } from '../../data/schema.ts';
import { writeProto } from './proto-text.ts';
import { PROTOBUF } from './protobuf.ts';
import { withOwnProto } from './read-own-proto.ts';

const PROTO = `syntax = "proto2";
package shop;

message Shipment {
  repeated Parcel parcel = 3;
  required Carrier carrier = 1;
  enum Carrier { POST = 0; COURIER = 7; }
  optional string note = 2;
  repeated int64 stops = 5;
}

message Parcel {
  required string label = 4;
  required int32 weight_grams = 2;
  optional fixed32 code = 9;
}
`;

const PARCELS = [
  { label: 'one', weightGrams: 0, code: 77 },
  { label: '', weightGrams: 1_500 },
];

const SHIPMENT: DataRecord = {
  carrier: 'COURIER',
  note: null,
  parcels: PARCELS as DataRecord[],
  stops: [1, 2 ** 40],
};

function withFile(value: DataValue, text = PROTO, message: string | null = null): DataSchema {
  const found = withOwnProto(inferSchema('shipment', value), text, message);
  assert.ok('schema' in found, JSON.stringify(found));
  return found.schema;
}

function listProblems(value: DataValue, text = PROTO, message: string | null = null): readonly string[] {
  const found = withOwnProto(inferSchema('shipment', value), text, message);
  return 'problems' in found ? found.problems : [];
}

test('whole numbers beyond 2^53 go in fields of 64 bits, as the doubles that a page has', () => {
  const types = ['int64', 'sint64', 'sfixed64', 'uint64', 'fixed64', 'double'];
  const file = types.map((type, i) => `optional ${type} ${type}_id = ${i + 1};`).join(' ');
  const positive = [505_874_924_095_815_680, 2 ** 53 + 2, 1, 2 ** 63 - 1_024];
  const value = [...positive, -505_874_924_095_815_680, -(2 ** 63)].map((id) =>
    Object.fromEntries(
      types.filter((type) => id > 0 || !/^u|^f/.test(type)).map((type) => [`${type}_id`, id]),
    ),
  );
  const proto = `syntax = "proto2"; message Post { ${file} }`;
  const schema = withFile(value, proto);
  for (const encoder of PROTOBUF.encoders) {
    encoder.refuse(schema)(value);
    for (const codec of PROTOBUF.codecs) {
      const decoded = codec.bind(schema)(encoder.bind(schema)(value) as never);
      assert.equal(firstDifference(decoded, value, PROTOBUF), null, `${encoder.name} → ${codec.name}`);
    }
  }
  assert.deepEqual(listProblems([{ int64_id: 2 ** 63 }], proto), [
    '[].int64_id is whole, 9223372036854776000 to 9223372036854776000, and its field int64',
  ]);
  assert.match(listProblems([{ int64_id: 0.5 }], proto).join(), /int64_id is a double and its field int64/);
});

test('the numbers, types and enums of the file given are what is sent, as its own compiler would send it', () => {
  const schema = withFile(SHIPMENT);
  const type = protobuf.parse(PROTO, { keepCase: true }).root.lookupType('shop.Shipment');
  const message = type.fromObject({
    carrier: 'COURIER',
    stops: SHIPMENT.stops,
    parcel: PARCELS.map(({ label, weightGrams, code }) => ({
      label,
      weight_grams: weightGrams,
      ...(code !== undefined && { code }),
    })),
  });
  const expected = Buffer.from(type.encode(message).finish());
  for (const encoder of PROTOBUF.encoders) {
    encoder.refuse(schema)(SHIPMENT);
    const bytes = encoder.bind(schema)(SHIPMENT);
    assert.deepEqual(Buffer.from(bytes), expected, encoder.name);
    for (const codec of PROTOBUF.codecs) {
      const back = (codec.bind(schema) as (bytes: Uint8Array) => DataValue)(bytes);
      assert.equal(firstDifference(back, SHIPMENT), null, `${encoder.name} → ${codec.name}`);
    }
  }
  assert.deepEqual(PROTOBUF.mapped!(schema), [
    'weightGrams is written weight_grams',
    'parcels is written parcel',
    'strings of few values are written as enums: Carrier (2)',
  ]);
  const again = protobuf.parse(writeProto(schema)).root.lookupType('Shipment');
  assert.deepEqual(Buffer.from(again.encode(again.decode(expected)).finish()), expected);
});

test('a list of records is a message that repeats the one of the file', () => {
  const list = [SHIPMENT, { ...SHIPMENT, note: 'x' }];
  const schema = withFile(list, PROTO, 'Shipment');
  const bytes = PROTOBUF.encoders[0]!.bind(schema)(list);
  assert.equal(bytes[0], 0x0a);
  const back = (PROTOBUF.codecs[1]!.bind(schema) as (bytes: Uint8Array) => DataValue)(bytes);
  assert.equal(firstDifference(back, list), null);
});

test('whatever the file has no place for is named, all at once', () => {
  const value = {
    carrier: 'POST',
    parcels: [{ label: 1, weightGrams: 1.5, colour: 'red' }],
    stops: 3,
    note: ['a'],
  };
  assert.deepEqual(listProblems(value), [
    'parcels[].label is whole, 1 to 1, and its field string',
    'parcels[].weightGrams is a double and its field int32',
    'parcels[].colour has no field in shop.Parcel',
    'stops is no array and its field repeated',
    'note is an array and its field not repeated',
  ]);
  assert.deepEqual(listProblems({ note: 'x' }), [
    'shop.Shipment.carrier is required and the data do not have it',
  ]);
  assert.match(listProblems(SHIPMENT, PROTO, 'Nothing')[0]!, /no message Nothing; there are shop.Shipment/);
  assert.match(listProblems(SHIPMENT, 'message A {')[0]!, /illegal token|unexpected|missing|end/i);
});

test('values that the file has no way to say are refused: unknown names, and defaults that would be lost', () => {
  const strange = { ...SHIPMENT, carrier: 'BICYCLE' };
  for (const encoder of PROTOBUF.encoders) {
    assert.throws(() => encoder.refuse(withFile(strange))(strange), /cannot carry Shipment.*carrier/);
  }
  const stranger = { carriers: ['POST', 'BICYCLE'] };
  const enums = 'syntax = "proto3"; enum C { POST = 0; } message Item { repeated C carriers = 1; }';
  for (const encoder of PROTOBUF.encoders) {
    assert.throws(() => encoder.refuse(withFile(stranger, enums))(stranger), /cannot carry Shipment/);
  }
  const text = 'syntax = "proto3"; message Item { int32 a = 1; string b = 2; }';
  const lost: DataRecord[] = [{ a: 0, b: '' }, { b: 'x' }];
  const kept: DataRecord[] = [{ a: 1, b: '' }, { b: 'x' }];
  for (const encoder of PROTOBUF.encoders) {
    assert.throws(
      () => encoder.refuse(withFile(lost, text))(lost),
      /cannot carry.*\[0\].*property a is missing/,
    );
    encoder.refuse(withFile(kept, text))(kept);
  }
});

test('arrays in arrays, values of several kinds and whole lists go by the messages that the file has for them', () => {
  const text = `syntax = "proto3";
    message Row { repeated double cell = 2; }
    message Choice { oneof kind { Point point = 5; uint32 number = 3; string text = 4; Row row = 9; } }
    message Point { sint32 x = 1; }
    message Shape { repeated Row rows = 3; repeated Choice choices = 1; Choice one = 2; float scale = 4; }
    message Shapes { repeated Shape shapes = 7; }`;
  const shape: DataRecord = {
    rows: [[1, 2.5], []],
    choices: [7, 'seven', { x: -7 }, [7.5], null],
    one: 'x',
    scale: 0.5,
  };
  const value = [shape, { ...shape, one: 3 }];
  const schema = withFile(value, text);
  const type = protobuf.parse(text).root.lookupType('Shapes');
  for (const encoder of PROTOBUF.encoders) {
    encoder.refuse(schema)(value);
    const bytes = encoder.bind(schema)(value);
    assert.deepEqual(Buffer.from(type.encode(type.decode(bytes)).finish()), Buffer.from(bytes));
    for (const codec of PROTOBUF.codecs) {
      const back = (codec.bind(schema) as (bytes: Uint8Array) => DataValue)(bytes);
      assert.equal(firstDifference(back, value, { keyOrder: 'schema' }), null, codec.name);
    }
  }
  assert.equal(PROTOBUF.encoders[0]!.bind(schema)(value)[0], (7 << 3) | 2);
  assert.deepEqual(listProblems([{ choices: [true] }], text), [
    '[].choices is a boolean and its field Choice',
  ]);
});
