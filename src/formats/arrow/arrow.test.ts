import assert from 'node:assert/strict';
import test from 'node:test';
import { Type, tableFromIPC } from '@uwdata/flechette';
import fc from 'fast-check';
import { arbitraryDocuments } from '../../../test/support/documents/arbitrary-documents.ts';
import { firstDifference } from '../../data/equal.ts';
import { inferSchema } from '../../data/infer/infer-schema.ts';
import type { DataRecord, DataSchema, DataValue } from '../../data/schema.ts';
import { whyRefused } from '../shared/refusal.ts';
import { ARROW } from './arrow.ts';

const [encoder] = ARROW.encoders;
const [codec] = ARROW.codecs;

const encode = (schema: DataSchema, value: DataValue): Uint8Array => encoder!.bind(schema)(value);
const decode = (schema: DataSchema, bytes: Uint8Array): DataValue => codec!.bind(schema)(bytes as never);

function differenceAfterTrip(
  value: DataValue,
  schema: DataSchema = inferSchema('orders', value),
): string | null {
  return firstDifference(decode(schema, encode(schema, value)), value, { keyOrder: 'schema' });
}

/** null where the data are carried. */
const refusalOf = (value: DataValue) => whyRefused(encoder!, inferSchema('orders', value), [value]);

test('whatever JSON there is comes back as it was or is refused', () => {
  let carried = 0;
  const property = fc.property(arbitraryDocuments, (document) => {
    if (refusalOf(document) !== null) return;
    carried += 1;
    assert.equal(differenceAfterTrip(document), null);
  });
  fc.assert(property, { numRuns: 1_500, seed: 20261121 });
  assert.ok(carried > 500, `only ${carried} were carried`);
});

const ORDERS: DataRecord[] = Array.from({ length: 40 }, (_, i) => ({
  id: 2 ** 40 + i,
  currency: ['EUR', 'USD'][i % 2]!,
  total: i * 1.25,
  // Some absent, some null, some there.
  ...(i % 3 === 0 ? {} : { note: i % 3 === 1 ? null : `note ${i}` }),
  paid: i % 4 === 0 ? null : i % 2 === 0,
  lines: Array.from({ length: i % 3 }, (_, k) => ({ sku: `S${k}`, prices: [k + 0.5, k] })),
  sizes: { '10-12': i, '12-14': i + 1, [`x${i}`]: 7 },
  ref: i % 2 === 0 ? i : `R-${i}`,
}));

test('parts of the data travel under the schema of the whole, none of them included', () => {
  const schema = inferSchema('orders', ORDERS);
  for (const count of [0, 1, 2, 40]) assert.equal(differenceAfterTrip(ORDERS.slice(0, count), schema), null);
});

test('columns have the narrowest integers, dictionaries for enumerations, structs, lists, maps and unions', () => {
  const table = tableFromIPC(encode(inferSchema('orders', ORDERS), ORDERS));
  const types = Object.fromEntries(table.schema.fields.map(({ name, type }) => [name, type.typeId]));
  assert.deepEqual(types, {
    id: Type.Int,
    currency: Type.Dictionary,
    total: Type.Float,
    note: Type.Struct,
    paid: Type.Bool,
    lines: Type.List,
    sizes: Type.Map,
    ref: Type.Union,
  });
  assert.equal((table.schema.fields[0]!.type as { bitWidth: number }).bitWidth, 64);
});

test('a field that may be absent as well as null is said to stand in a struct', () => {
  assert.deepEqual(ARROW.mapped!(inferSchema('orders', ORDERS)), [
    'Order.note may be absent as well as null: it stands in a struct, whose null is absence',
  ]);
  assert.deepEqual(ARROW.mapped!(inferSchema('orders', [{ a: 1 }])), []);
});

test('a body that begins anywhere in its buffer is decoded', () => {
  const schema = inferSchema('orders', ORDERS);
  const bytes = encode(schema, ORDERS);
  const shifted = new Uint8Array(bytes.length + 3);
  shifted.set(bytes, 3);
  assert.equal(firstDifference(decode(schema, shifted.subarray(3)), ORDERS, { keyOrder: 'schema' }), null);
});

test('what is no list of records with fields is refused with the reason, values with their place', () => {
  assert.equal(
    refusalOf({ a: 1 }),
    'Arrow cannot carry Orders: a table is a list of records, and it is none',
  );
  assert.equal(refusalOf([1, 2]), 'Arrow cannot carry Orders: a table is a list of records, and it is none');
  assert.equal(
    refusalOf([{}]),
    'Arrow cannot carry Orders: its records have no fields, and a table needs columns',
  );
  assert.match(refusalOf([{ a: { b: '\ud800' } }])!, /^Arrow cannot carry \[0\]\.a\.b is "\\ud800"/);
});
