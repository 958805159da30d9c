import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encode as encodeCbor } from 'cbor-x';
import { Packr } from 'msgpackr/pack';
import protobuf from 'protobufjs';
import { UserError } from '../../base/errors.ts';
import type { SourceKind } from '../../payload/source-kind.ts';
import { decodable } from './decodable.ts';

const ORDERS = Array.from({ length: 20 }, (_, id) => ({ id, name: `order ${id}`, price: id / 4 }));
const source = (body: string | Uint8Array, kind: SourceKind | null = null) => ({
  label: 'http://x/orders',
  stem: 'orders',
  bytes: typeof body === 'string' ? Buffer.from(body) : body,
  kind,
  captured: null,
  compression: 'none',
  notes: [],
});
const told = async (body: string | Uint8Array, type: string, kind: SourceKind | null = null) => {
  const { format, codec, value } = await decodable(source(body, kind), type, null);
  return [format, codec, Array.isArray(value) ? value.length : value];
};

test('text is decoded by the codec of ours that gives the very values', async () => {
  const json = JSON.stringify(ORDERS);
  assert.deepEqual(await told(json, 'application/json', 'json'), ['json', 'response.json', 20]);
  const csv = `id,name\n${ORDERS.map(({ id, name }) => `${id},${name}`).join('\n')}\n`;
  assert.equal((await told(csv, 'text/csv', 'csv'))[0], 'csv');
});

test('binary formats that tell their names are decoded as they are', async () => {
  const msgpack = new Packr({ useRecords: false }).pack(ORDERS);
  assert.deepEqual(await told(msgpack, 'application/msgpack'), ['msgpack', 'msgpackr', 20]);
  assert.deepEqual((await told(encodeCbor(ORDERS), 'application/cbor')).slice(0, 1), ['cbor']);
});

test('what no codec of ours reads as it stands is bytes, and says why', async () => {
  const why = async (body: string | Uint8Array, type: string, kind: SourceKind | null = null) => {
    const { format, codec, notes } = await decodable(source(body, kind), type, null);
    assert.deepEqual([format, codec], ['bytes', 'none']);
    return notes.join();
  };
  assert.match(await why(new Uint8Array([0x89, 0x50, 0xff]), 'image/png'), /nothing here decodes image\/png/);
  assert.match(await why('<a><b x="1">t</b>u</a>'.replace('u', ''), 'text/xml', 'xml'), /another way/);
  assert.match(await why(new Packr().pack({ at: new Date(0) }), 'application/msgpack'), /plain values/);
  const latin1 = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a><b>\xe9</b></a>', 'latin1');
  assert.match(await why(latin1, 'text/xml', 'xml'), /without decoding: .*UTF-8/);
  assert.match(await why('<a><b></a>', 'application/xml', 'xml'), /without decoding: /);
  assert.match(await why('[ ]\n', 'application/json', 'json'), /a list without a record/);
  for (const type of ['application/x-ndjson', 'text/plain']) {
    const kind = type === 'text/plain' ? null : 'ndjson';
    assert.match(await why('{"a":1}\n{"a":2}\n', type, kind), /: NDJSON, a text for each line/, type);
  }
  assert.match(await why('a\tb\n1\t2\n', 'text/tab-separated-values', 'tsv'), /a table with tabs/);
  assert.match(await why(new Uint8Array([8, 1]), 'application/x-protobuf'), /--schema FILE\.proto:Message/);
});

test('a comma makes no table of what is none', async () => {
  const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0x2c, 0x3b, 0x09, 0x0a, 0x31, 0x2c, 0x32]);
  const webp = Buffer.concat([Buffer.from('RIFF,;\t\n'), jpeg]);
  for (const [body, type] of [
    [jpeg, 'image/jpeg'],
    [webp, 'image/webp'],
    [Buffer.concat([Buffer.from([0x0c]), jpeg]), 'avro/binary'],
    [jpeg, 'application/octet-stream'],
    ['Hello, world', 'text/plain'],
    ['Dear all, it works.\nSee you; a, b, c, d', 'text/plain'],
    ['f(1, 2);\ng(3, 4);\n', 'text/javascript'],
    ['12 o’clock', 'text/plain'],
  ] as const)
    assert.deepEqual(await told(body, type), ['bytes', 'none', null], `${type} ${body}`);
  assert.equal((await told('id,name\n1,a\n2,b\n', 'text/plain'))[0], 'csv');
  assert.equal((await told(JSON.stringify(ORDERS), 'application/x-orders'))[0], 'json');
});

test('what says that it is JSON and is none is told', async () => {
  for (const kind of ['json', null] as const) {
    const asked = decodable(source('[1, 2', kind), kind === null ? 'text/plain' : 'application/json', null);
    if (kind === null) assert.equal((await asked).format, 'bytes');
    else await assert.rejects(asked, UserError);
  }
});

const PROTO = `syntax = "proto3"; package shop;
message Orders { repeated Order orders = 1; }
message Order { int32 id = 1; string name = 2; double price = 3; }`;

test('Protobuf is decoded by the file that the user names', async () => {
  const type = protobuf.parse(PROTO).root.lookupType('shop.Orders');
  const body = type.encode(type.fromObject({ orders: ORDERS })).finish();
  const proto = { file: 'shop.proto', text: PROTO, message: null };
  const asked = (asked: typeof proto) => decodable(source(body), 'application/x-protobuf', asked);
  const { format, value } = await asked(proto);
  assert.equal(format, 'protobuf');
  assert.equal((value as unknown as { orders: unknown[] }).orders.length, 20);
  await assert.rejects(asked({ ...proto, message: 'Nothing' as never }), UserError);
  for (const type of ['', 'application/octet-stream', 'text/plain; charset=utf-8'])
    assert.equal((await decodable(source(body), type, proto)).format, 'protobuf', type);
});

test('no text of the answer stands in its schema, which records keep', async () => {
  const secret = { key: 'hidden', tags: ['hidden', null], by: { of: 'hidden' } };
  const rows = Array.from({ length: 30 }, (_, id) => ({ id, ...secret }));
  const json = await decodable(source(JSON.stringify(rows), 'json'), 'application/json', null);
  const msgpack = new Packr({ useRecords: false }).pack(rows.map(({ key }) => ({ key })));
  const binary = await decodable(source(msgpack), 'application/msgpack', null);
  assert.deepEqual([json.format, binary.format], ['json', 'msgpack']);
  assert.doesNotMatch(JSON.stringify([json.schema, binary.schema]), /enum|hidden/);
});

test('a schema that the answer has no use for is told', async () => {
  const proto = { file: 'shop.proto', text: PROTO, message: null };
  const { format, notes } = await decodable(
    source(JSON.stringify(ORDERS), 'json'),
    'application/json',
    proto,
  );
  assert.equal(format, 'json');
  assert.equal(notes.length, 1);
  assert.match(
    notes[0]!,
    /: the schema in shop\.proto was not used, since this answer says that it is json, not Protobuf$/,
  );
});
