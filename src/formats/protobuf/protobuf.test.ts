import assert from 'node:assert/strict';
import test from 'node:test';
import protobuf from 'protobufjs';
import { datasetNamed, generateRecords } from '../../data/catalogue.ts';
import { firstDifference } from '../../data/equal.ts';
import type { DataRecord } from '../../data/schema.ts';
import { writeProto } from './proto-text.ts';
import { PROTOBUF } from './protobuf.ts';

const { schema } = datasetNamed('book');
const BOOKS = generateRecords(datasetNamed('book'), 50);
const encode = PROTOBUF.encoders[0]!.bind(schema);
const decode = PROTOBUF.codecs[0]!.bind(schema) as (bytes: Uint8Array) => DataRecord[];

/** The types as any other program would have them: parsed from the .proto text. */
const list = protobuf.parse(writeProto(schema)).root.lookupType('Books');

const EMPTY: DataRecord = {
  title: '',
  author: '',
  description: '',
  image: '',
  numInStock: 0,
  price: 0,
  type: '',
  onSale: false,
};

test('values equal to their default are left off the wire and come back', () => {
  // One tag and one length of 0: a message without any field.
  assert.deepEqual([...encode([EMPTY])], [0x0a, 0]);
  assert.equal(firstDifference(decode(encode([EMPTY, BOOKS[0]!])), [EMPTY, BOOKS[0]!]), null);
  const signed = { ...EMPTY, price: -0 };
  assert.equal(firstDifference(decode(encode([signed])), [signed]), null);
});

test('another library that writes defaults is understood too', () => {
  // Field 5, numInStock, as 0 and field 8, onSale, as false, each written out; all others absent.
  const bytes = Uint8Array.from([0x0a, 4, 0x28, 0, 0x40, 0]);
  assert.equal(firstDifference(decode(bytes), [EMPTY]), null);
});

test('the .proto text describes exactly the bytes that are sent', () => {
  assert.equal(
    writeProto(schema),
    `syntax = "proto3";

message Book {
  string title = 1;
  string author = 2;
  string description = 3;
  string image = 4;
  int32 numInStock = 5;
  double price = 6;
  string type = 7;
  bool onSale = 8;
}

message Books {
  repeated Book items = 1;
}
`,
  );
  // protobufjs names fields in camel case unless told not to; ours are already.
  const parsed = list.toObject(list.decode(encode(BOOKS)), { defaults: true }) as { items: DataRecord[] };
  assert.equal(firstDifference(parsed.items, BOOKS), null);
  assert.deepEqual(Buffer.from(list.encode({ items: BOOKS }).finish()), Buffer.from(encode(BOOKS)));
});

test('bytes that are cut off or no UTF-8 are refused', () => {
  const bytes = encode(BOOKS.slice(0, 2));
  for (const end of [1, 2, 10, bytes.length - 1]) {
    assert.throws(() => decode(bytes.slice(0, end)), /out of range|end of/);
  }
  assert.throws(() => decode(Uint8Array.from([0x0a, 3, 0x0a, 1, 0xff])));
});

test('records decoded one after the other share nothing', () => {
  const [first, second] = decode(encode([EMPTY, EMPTY]));
  first!.title = 'changed';
  assert.equal(second!.title, '');
  assert.equal(decode(encode([EMPTY]))[0]!.title, '');
});
