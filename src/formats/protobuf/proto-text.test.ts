import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import protobuf from 'protobufjs';
import { arbitraryDocuments } from '../../../test/support/documents/arbitrary-documents.ts';
import { inferSchema } from '../../data/infer/infer-schema.ts';
import type { DataSchema, DataValue } from '../../data/schema.ts';
import { whyRefused } from '../shared/refusal.ts';
import { planProtoFile } from './mapping.ts';
import { writeProto } from './proto-text.ts';
import { PROTOBUF } from './protobuf.ts';

const ORDERS: DataValue = Array.from({ length: 20 }, (_, i) => ({
  _id: i,
  'ship-to': { city: `city ${i}`, 'post-code': i % 2 === 0 ? null : `${i}` },
  status: i % 3 === 0 ? 'open' : 'in transit',
  at: `2026-11-21T10:00:${10 + i}Z`,
  lines: [{ sku: `s${i}`, count: i - 3 }],
  extra: i % 2 === 0 ? i : 'many',
  stock: { 'de-1': 1, 'de-2': 2, 'at-1': 3 },
  grid: [[1, 2], []],
  ...(i % 4 === 0 && { note: i % 8 === 0 ? null : 'fragile' }),
}));

test('nested data become messages, enums, maps and oneofs, with comments where the names say less than the data', () => {
  assert.equal(
    writeProto(inferSchema('orders', ORDERS)),
    `syntax = "proto3";

enum NullValue {
  NULL_VALUE = 0;
}

enum OrderStatus {
  ORDER_STATUS_OPEN = 0; // "open"
  ORDER_STATUS_IN_TRANSIT = 1; // "in transit"
}

enum OrderExtraValueString {
  ORDER_EXTRA_VALUE_STRING_MANY = 0; // "many"
}

message ShipTo {
  string city = 1;
  optional string post_code = 2; // "post-code"
}

message Line {
  string sku = 1;
  sint32 count = 2;
}

message OrderExtraValue {
  oneof kind {
    int32 integer = 1;
    OrderExtraValueString text = 2;
  }
}

message Stock {
  int32 de_1 = 1; // "de-1"
  int32 de_2 = 2; // "de-2"
  int32 at_1 = 3; // "at-1"
}

message OrderGridList {
  repeated int32 items = 1;
}

message Order {
  int32 id = 1; // "_id"
  ShipTo ship_to = 2; // "ship-to"
  OrderStatus status = 3;
  string at = 4; // date-time
  repeated Line lines = 5;
  OrderExtraValue extra = 6;
  Stock stock = 7;
  repeated OrderGridList grid = 8;
  optional string note = 9;
  optional NullValue note_null = 10; // "note" is null
}

message Orders {
  repeated Order items = 1;
}
`,
  );
});

test('names that Protobuf forbids are told, and what they are written as', () => {
  const lines = PROTOBUF.mapped!(inferSchema('orders', ORDERS));
  assert.deepEqual(lines, [
    '_id is written id',
    'ship-to is written ship_to',
    'post-code is written post_code',
    'de-1 is written de_1',
    'de-2 is written de_2',
    'at-1 is written at_1',
    'strings of few values are written as enums: OrderStatus (2), OrderExtraValueString (1)',
  ]);
});

/** Encodes by the types that any other program would have: those of the text. */
function throughText(schema: DataSchema, bytes: Uint8Array): Uint8Array {
  const root = protobuf.parse(writeProto(schema)).root;
  root.resolveAll();
  const type = root.lookupType(planProtoFile(schema).root.name);
  return type.encode(type.decode(bytes)).finish();
}

test('whatever the data, the text describes exactly the bytes that every library writes', () => {
  const property = fc.property(arbitraryDocuments, (value) => {
    const schema = inferSchema('anything', value);
    for (const encoder of PROTOBUF.encoders) {
      if (whyRefused(encoder, schema, [value]) !== null) return;
      const bytes = encoder.bind(schema)(value);
      assert.deepEqual(Buffer.from(throughText(schema, bytes)), Buffer.from(bytes), encoder.name);
    }
  });
  fc.assert(property, { numRuns: 150, seed: 20261121 });
});
