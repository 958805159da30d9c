import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import test from 'node:test';
import fc from 'fast-check';
import { arbitraryDocuments } from '../../../test/support/documents/arbitrary-documents.ts';
import { firstDifference } from '../../data/equal.ts';
import { inferSchema } from '../../data/infer/infer-schema.ts';
import type { DataSchema, DataValue } from '../../data/schema.ts';
import { FLATBUFFERS } from './flatbuffers.ts';

const [encoder] = FLATBUFFERS.encoders;
const [codec] = FLATBUFFERS.codecs;

const encode = (schema: DataSchema, value: DataValue): Uint8Array => encoder!.bind(schema)(value);

function differenceAfterTrip(
  value: DataValue,
  schema: DataSchema = inferSchema('orders', value),
): string | null {
  encoder!.refuse(schema)(value);
  const back = codec!.bind(schema)(encode(schema, value) as never);
  return firstDifference(back, value, { keyOrder: 'schema' });
}

test('whatever JSON there is comes back as it was', () => {
  const property = fc.property(arbitraryDocuments, (document) => {
    assert.equal(differenceAfterTrip(document), null);
  });
  fc.assert(property, { numRuns: 1_500, seed: 20261121 });
});

const RING = [[0.5, 1], [2, 3.25], [], [0.5, 1]];

test('arrays in arrays, maps, mixed values and nulls in arrays come back', () => {
  const values: DataValue[] = [
    { type: 'Polygon', coordinates: [RING, [], RING] },
    [1, null, 'one', { one: 1 }, [1], true],
    [null, { a: null }, {}, { a: 1 }],
    { '10-12': { rooms: 3 }, '12-14': null, '14-16': { rooms: 0 } },
    [[null, null], [], [null]],
  ];
  for (const value of values) assert.equal(differenceAfterTrip(value), null);
});

test('a buffer is laid out as the format says', () => {
  // Followed by hand, as the format's description of its binary form has it: root table, its one vector, the
  // table in it.
  const schema = inferSchema('orders', [{ weight: 0.5, count: 300 }]);
  const bytes = encode(schema, [{ weight: 0.5, count: 300 }]);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const root = view.getUint32(0, true);
  const rootVtable = root - view.getInt32(root, true);
  assert.equal(view.getUint16(rootVtable, true), 6);
  const vector = root + 4 + view.getUint32(root + 4, true);
  assert.equal(view.getUint32(vector, true), 1);
  const table = vector + 4 + view.getUint32(vector + 4, true);
  const vtable = table - view.getInt32(table, true);
  assert.equal(view.getUint16(vtable, true), 8);
  assert.equal(view.getFloat64(table + view.getUint16(vtable + 4, true), true), 0.5);
  assert.equal(view.getUint16(table + view.getUint16(vtable + 6, true), true), 300);
});

test('scalars equal to their default take no place, unless their being there means something', () => {
  const always = [
    { a: 0, b: 300 },
    { a: 300, b: 0 },
  ];
  const sometimes: DataValue = [{ a: 0 }, { a: 300 }, {}];
  const bytes = (value: DataValue, part: DataValue): number =>
    encode(inferSchema('orders', value), part).length;
  assert.ok(bytes(always, [{ a: 0, b: 0 }]) < bytes(always, [{ a: 1, b: 1 }]));
  assert.equal(bytes(sometimes, [{ a: 0 }]), bytes(sometimes, [{ a: 1 }]));
  assert.ok(bytes(sometimes, [{}]) < bytes(sometimes, [{ a: 0 }]));
});

test('a double that is −0 and one that is 0 both come back', () => {
  assert.equal(differenceAfterTrip([{ a: -0 }, { a: 0 }, { a: 0.5 }]), null);
});

test('half a surrogate pair is refused with its place', () => {
  const schema = inferSchema('orders', { a: ['\ud800'] });
  assert.throws(
    () => encoder!.refuse(schema)({ a: ['\ud800'] }),
    /^CannotCarry: FlatBuffers cannot carry a\[0\] is/,
  );
});

test('a field that may be absent as well as null is said to have a boolean beside it', () => {
  assert.deepEqual(FLATBUFFERS.mapped!(inferSchema('orders', [{ a: 1 }, { a: null }, {}])), [
    'Order.a may be absent as well as null: a boolean beside it says that it is null',
  ]);
});

test('where making code from text is forbidden, the same data come back', () => {
  const url = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);
  const program = `
    import { FLATBUFFERS } from ${url('./flatbuffers.ts')};
    import { inferSchema } from ${url('../../data/infer/infer-schema.ts')};
    let isForbidden = false;
    try { new Function('return 1'); } catch { isForbidden = true; }
    const data = [{ id: 1, name: 'a', lines: [{ sku: 'x' }] }, { id: 2, name: 'b', note: null, lines: [] }];
    const schema = inferSchema('orders', data);
    const bytes = FLATBUFFERS.encoders[0].bind(schema)(data);
    console.log(JSON.stringify({ isForbidden, data: FLATBUFFERS.codecs[0].bind(schema)(bytes) }));
  `;
  const flags = ['--disallow-code-generation-from-strings', '--input-type=module', '-e', program];
  const { stdout, stderr } = spawnSync(process.execPath, flags, { encoding: 'utf8' });
  assert.match(stdout, /^\{/, stderr);
  assert.deepEqual(JSON.parse(stdout), {
    isForbidden: true,
    data: [
      { id: 1, name: 'a', lines: [{ sku: 'x' }] },
      { id: 2, name: 'b', note: null, lines: [] },
    ],
  });
});
