// MessagePack, CBOR and BSON: the bytes their specifications show, and what bodies made elsewhere decode to.

import assert from 'node:assert/strict';
import test from 'node:test';
import { isNativeAccelerationEnabled as cborIsNative } from 'cbor-x/decode';
import * as unpack from 'msgpackr/unpack';
import { firstDifference } from '../data/equal.ts';
import { inferSchema } from '../data/infer/infer-schema.ts';
import type { DataValue } from '../data/schema.ts';
import { codecNamed, encoderNamed, formatNamed } from './catalogue.ts';

function toHex(format: string, encoder: string, value: DataValue): string {
  return Buffer.from(encoderNamed(format, encoder).bind(inferSchema('Example', value))(value)).toString(
    'hex',
  );
}

function decoded(format: string, codec: string, hex: string, like: DataValue): DataValue {
  return codecNamed(format, codec).bind(inferSchema('Example', like))(
    Uint8Array.from(Buffer.from(hex, 'hex')) as never,
  );
}

test('MessagePack is as msgpack.org shows it, by both libraries', () => {
  for (const encoder of ['msgpackr', '@msgpack/msgpack']) {
    assert.equal(
      toHex('msgpack', encoder, { compact: true, schema: 0 }),
      '82a7636f6d70616374c3a6736368656d6100',
    );
    assert.equal(toHex('msgpack', encoder, [-1, 128, -129, 1.5]), '94ffcc80d1ff7fcb3ff8000000000000');
  }
});

test('CBOR is as appendix A of RFC 8949 shows it', () => {
  const examples: [DataValue, string][] = [
    [{ a: 1, b: [2, 3] }, 'a26161016162820203'],
    [1_000_000, '1a000f4240'],
    [-1_000, '3903e7'],
    [1.1, 'fb3ff199999999999a'],
    [-4.1, 'fbc010666666666666'],
    [1e300, 'fb7e37e43c8800759c'],
    ['\u00fc', '62c3bc'],
    ['\u{10151}', '64f0908591'],
    [[], '80'],
    [[true, false, null], '83f5f4f6'],
  ];
  for (const [value, hex] of examples) assert.equal(toHex('cbor', 'cbor-x', value), hex);
});

test('BSON is as bsonspec.org shows it', () => {
  assert.equal(toHex('bson', 'bson', { hello: 'world' }), '160000000268656c6c6f0006000000776f726c640000');
  assert.equal(
    toHex('bson', 'bson', { BSON: ['awesome', 5.05, 1986] }),
    '310000000442534f4e002600000002300008000000617765736f6d65000131003333333333331440103200c20700000000',
  );
});

test('a list in BSON is the document that stands where the list would stand as a member', () => {
  const list = ['awesome', 5.05, 1986];
  assert.equal(
    toHex('bson', 'bson', list),
    '2600000002300008000000617765736f6d65000131003333333333331440103200c207000000',
  );
  const { mapped } = formatNamed('bson');
  assert.match(mapped!(inferSchema('List', list))[0]!, /a document with the keys "0", "1"/);
  assert.match(mapped!(inferSchema('Number', 1))[0]!, /the member "" of one/);
  assert.deepEqual(mapped!(inferSchema('Object', {})), []);
});

test('whole numbers that other programs write in 64 bits are numbers', () => {
  const like = [2 ** 40, -(2 ** 40)];
  for (const codec of ['msgpackr', '@msgpack/msgpack']) {
    assert.deepEqual(decoded('msgpack', codec, '92cf0000010000000000d3ffffff0000000000', like), like);
  }
  assert.deepEqual(decoded('cbor', 'cbor-x', '821b00000100000000003b000000ffffffffff', like), like);
  // int64 in BSON: 0x12.
  const member = '12300000000000000100001231000000000000ffffff';
  assert.deepEqual(decoded('bson', 'bson', `1b000000${member}00`, like), like);
});

test('a body with records has all its definitions: it decodes alone, whatever was encoded before it', () => {
  const value: DataValue = [
    { a: 1, b: 'x' },
    { a: 2, b: 'y' },
    { b: 'z' },
    { a: 3, b: '' },
    { a: 4, b: 'w' },
  ];
  const schema = inferSchema('Records', value);
  const encode = encoderNamed('msgpack-records', 'msgpackr').bind(schema);
  const first = Buffer.from(encode(value)).toString('hex');
  encode([{ b: 'another', a: 0 }]);
  assert.equal(Buffer.from(encode(value)).toString('hex'), first);
  for (const codec of ['msgpackr', 'msgpackr-no-eval']) {
    assert.equal(firstDifference(decoded('msgpack-records', codec, first, value), value), null);
  }
});

test('a BSON document larger than the buffer its library starts with comes back', () => {
  // Two bytes a character, so that a character could be cut at the buffer's end.
  const value = Array.from({ length: 40 }, (_, i) => ({ i, text: 'é'.repeat(300_000 + i) }));
  const schema = inferSchema('Large', value);
  const bytes = encoderNamed('bson', 'bson').bind(schema)(value);
  assert.ok(bytes.length > 24_000_000);
  const decode = codecNamed('bson', 'bson').bind(schema) as (bytes: Uint8Array) => DataValue;
  assert.equal(firstDifference(decode(bytes), value), null);
});

test('no native add-on is loaded, so that Node runs what a page runs', () => {
  // Its types do not name it here.
  assert.equal((unpack as Readonly<Record<string, unknown>>).isNativeAccelerationEnabled, false);
  assert.equal(cborIsNative, false);
});

test('broken bodies are refused', () => {
  const value = { compact: true, list: [1, 'two', 3.5] };
  for (const format of ['msgpack', 'msgpack-records', 'cbor', 'bson']) {
    for (const encoder of formatNamed(format).encoders) {
      const hex = toHex(format, encoder.name, value);
      for (const codec of formatNamed(format).codecs) {
        assert.throws(
          () => decoded(format, codec.name, hex.slice(0, -2), value),
          Error,
          `${format} ${codec.name}`,
        );
        assert.throws(() => decoded(format, codec.name, `${hex}00`, value), Error, `${format} ${codec.name}`);
      }
    }
  }
});
