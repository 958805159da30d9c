// The bytes, against the examples of the encoding specification (protobuf.dev, "Encoding") and others worked
// out by its rules; both libraries must write them and read them.

import assert from 'node:assert/strict';
import test from 'node:test';
import { firstDifference } from '../../data/equal.ts';
import type { DataSchema, DataValue, Field, TypeSpec } from '../../data/schema.ts';
import { writeProto } from './proto-text.ts';
import { PROTOBUF } from './protobuf.ts';

const record = (...fields: Field[]): TypeSpec => ({
  kind: 'record',
  name: 'Test',
  fields,
  orderVaries: false,
});
const field = (name: string, type: TypeSpec, optional = false): Field => ({ name, type, optional });
const whole = (min: number, max: number): TypeSpec => ({ kind: 'integer', min, max });
const list = (items: TypeSpec, mayBeEmpty = false): TypeSpec => ({ kind: 'array', items, mayBeEmpty });
const orNull = (type: TypeSpec): TypeSpec => ({ kind: 'union', branches: [NULL, type] });
const NULL: TypeSpec = { kind: 'null' };
const TEXT: TypeSpec = { kind: 'string' };
const COUNT = whole(0, 1_000);

/** Every library writes `hex` and reads it, and a record alone is the message itself. */
function holds(root: TypeSpec, value: DataValue, hex: string): void {
  const schema: DataSchema = { name: 'Tests', root };
  for (const encoder of PROTOBUF.encoders) {
    const bytes = encoder.bind(schema)(value);
    assert.equal(Buffer.from(bytes).toString('hex'), hex.replaceAll(' ', ''), encoder.name);
  }
  for (const codec of PROTOBUF.codecs) {
    const decode = codec.bind(schema) as (bytes: Uint8Array) => DataValue;
    const back = decode(Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex')));
    assert.equal(firstDifference(back, value), null, codec.name);
  }
}

test('the examples of the specification: a varint, a string, an embedded message, a packed list', () => {
  holds(record(field('a', COUNT)), { a: 150 }, '08 96 01');
  holds(record(field('a', COUNT), field('b', TEXT)), { a: 0, b: 'testing' }, '12 07 74 65 73 74 69 6e 67');
  const inner: TypeSpec = { kind: 'record', name: 'Inner', fields: [field('a', COUNT)], orderVaries: false };
  holds(
    record(field('x', COUNT), field('y', COUNT), field('c', inner)),
    { x: 0, y: 0, c: { a: 150 } },
    '1a 03 08 96 01',
  );
  // Test5 of the specification: field 6, values 3, 270 and 86942.
  const names = ['a', 'b', 'c', 'd', 'e'];
  const before = names.map((name) => field(name, COUNT));
  const zeros = Object.fromEntries(names.map((name) => [name, 0]));
  holds(
    record(...before, field('f', list(whole(0, 100_000)))),
    { ...zeros, f: [3, 270, 86_942] },
    '32 06 03 8e 02 9e a7 05',
  );
});

test('negative numbers go by zigzag, and every size of integer comes back', () => {
  const signed = list(whole(-2_147_483_648, 0));
  holds(signed, [0, -1, -2, -2_147_483_648], '0a 08 00 01 03 ff ff ff ff 0f');
  holds(list(whole(0, 4_294_967_295)), [4_294_967_295], '0a 05 ff ff ff ff 0f');
  holds(list(whole(0, 2 ** 53 - 1)), [2 ** 53 - 1, 0], '0a 09 ff ff ff ff ff ff ff 0f 00');
  holds(list(whole(1 - 2 ** 53, 0)), [1 - 2 ** 53], '0a 08 fd ff ff ff ff ff ff 1f');
  // What somebody declared as the whole range of int32 stays int32, and its −1 takes ten bytes.
  holds(list(whole(-2_147_483_648, 2_147_483_647)), [-1], '0a 0a ff ff ff ff ff ff ff ff ff 01');
});

test('doubles are eight bytes, and −0 is none of the defaults that are left off', () => {
  const root = record(field('a', { kind: 'double' }));
  holds(root, { a: 1 }, '09 00 00 00 00 00 00 f0 3f');
  holds(root, { a: -0 }, '09 00 00 00 00 00 00 00 80');
  holds(root, { a: 0 }, '');
});

test('what may be absent is written whenever it is there, and null is absence', () => {
  const optional = list(record(field('a', COUNT, true)));
  holds(optional, [{ a: 0 }, {}, { a: 1 }], '0a 02 08 00 0a 00 0a 02 08 01');
  holds(list(record(field('a', orNull(COUNT)))), [{ a: 0 }, { a: null }], '0a 02 08 00 0a 00');
  // Absent and null apart: the field after it says null.
  const both = list(record(field('a', orNull(COUNT), true)));
  holds(both, [{ a: 0 }, {}, { a: null }], '0a 02 08 00 0a 00 0a 02 10 00');
});

test('empty arrays and absent ones are told apart only where the data have both', () => {
  const never = list(record(field('a', list(COUNT), true)));
  holds(never, [{ a: [5] }, {}], '0a 03 0a 01 05 0a 00');
  const both = list(record(field('a', list(COUNT, true), true)));
  holds(both, [{ a: [5] }, {}, { a: [] }], '0a 05 0a 03 0a 01 05 0a 00 0a 02 0a 00');
});

test('enums go as the places of their values, the first as the default', () => {
  const status: TypeSpec = { kind: 'string', enum: ['open', 'shut', ''] };
  holds(
    list(record(field('a', status))),
    [{ a: 'open' }, { a: 'shut' }, { a: '' }],
    '0a 00 0a 02 08 01 0a 02 08 02',
  );
  holds(list(status), ['shut', 'open'], '0a 02 01 00');
  holds({ kind: 'map', values: status }, { k: 'shut' }, '0a 05 0a 01 6b 10 01');
});

test('maps are repeated entries of key and value, whatever the keys are', () => {
  const counts: TypeSpec = { kind: 'map', values: COUNT };
  holds(counts, { a: 1, '': 0 }, '0a 05 0a 01 61 10 01 0a 04 0a 00 10 00');
  const odd = JSON.parse('{"1":1,"__proto__":2,"constructor":3}') as DataValue;
  holds(
    counts,
    odd,
    '0a 05 0a 01 31 10 01 0a 0d 0a 09 5f 5f 70 72 6f 74 6f 5f 5f 10 02 0a 0f 0a 0b 63 6f 6e 73 74 72 75 63 74 6f 72 10 03',
  );
  holds(
    { kind: 'map', values: orNull(COUNT) },
    { a: null, b: 0 },
    '0a 05 0a 01 61 12 00 0a 07 0a 01 62 12 02 08 00',
  );
});

test('unions are messages with one field set, and with none for null', () => {
  const branches: TypeSpec[] = [NULL, { kind: 'boolean' }, COUNT, TEXT, list(COUNT, true)];
  holds(
    list({ kind: 'union', branches }),
    [null, false, 5, '', []],
    '0a 00 0a 02 08 00 0a 02 10 05 0a 02 1a 00 0a 02 22 00',
  );
});

test('what is the same in all records is declared and never written', () => {
  const empty: TypeSpec = { kind: 'record', name: 'Empty', fields: [], orderVaries: false };
  const same = [field('a', NULL), field('b', list({ kind: 'never' }, true)), field('c', empty)];
  const root = list(record(...same, field('d', COUNT)));
  holds(root, [{ a: null, b: [], c: {}, d: 7 }], '0a 02 20 07');
  assert.match(
    writeProto({ name: 'Tests', root }),
    /NullValue a = 1; \/\/ always null\n {2}repeated NullValue b = 2; \/\/ always empty\n {2}Empty c = 3; \/\/ always empty\n {2}int32 d = 4;/,
  );
});
