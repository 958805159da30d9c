import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as flechette from '@uwdata/flechette';
import { inferSchema } from '../../../data/infer/infer-schema.ts';
import type { DataValue } from '../../../data/schema.ts';
import { formatNamed } from '../../../formats/catalogue.ts';
import { type ArrowCode, arrowCode, noArrow } from './arrow.ts';

const ORDERS = Array.from({ length: 60 }, (_, i) => ({
  id: 1_000 + i,
  'customer, “name”': `Ærø\u2028 ${i}`,
  "it's `${1 + 1}` \\": i,
  beyond32Bits: i * 2 ** 40,
  price: i / 4,
  status: ['open', 'it\'s "paid"', ''][i % 3]!,
  paid: i % 2 === 0,
  nullOrZero: i % 5 === 0 ? null : i % 4 === 0 ? 0 : 25,
  ...(i % 7 === 0 ? { mayLack: i === 7 ? '' : `note\r\nof ${i}` } : {}),
  alwaysNull: null,
})) as unknown as readonly DataValue[];

function encoded({ calls, toArrow }: ArrowCode, data: unknown): Uint8Array {
  const values = calls.map((call) => (flechette as unknown as Record<string, unknown>)[call]);
  return new Function(...calls, 'data', `${toArrow.join('\n')}\nreturn toArrow(data);`)(...values, data);
}

function decoded({ fromArrow }: ArrowCode, bytes: Uint8Array): unknown {
  const rows = flechette.tableFromIPC(bytes).toArray();
  return new Function('rows', `${fromArrow.join('\n')}\nreturn rows;`)(rows);
}

test('the snippets write the bytes that were measured, and read what was sent', () => {
  const schema = inferSchema('Orders', ORDERS as DataValue);
  const made = arrowCode(schema)!;
  const { encoders, codecs } = formatNamed('arrow');
  const bytes = encoded(made, ORDERS);
  assert.ok(Buffer.from(bytes).equals(encoders[0]!.bind(schema)(ORDERS as DataValue) as Uint8Array));
  assert.deepEqual(decoded(made, bytes), ORDERS);
  assert.deepEqual(codecs[0]!.bind(schema)(bytes as never), ORDERS);
});

test('what a column cannot hold is told, instead of becoming another value', () => {
  const statuses = ['open', 'paid'];
  const data = Array.from({ length: 60 }, (_, i) => ({ id: i, status: statuses[i % 2]! }));
  const made = arrowCode(inferSchema('Orders', data))!;
  const columns = '  ["id", int8()],\n  ["status", dictionary(utf8(), int8())],';
  assert.ok(made.toArrow.join('\n').includes(columns));
  assert.throws(() => encoded(made, [{ id: 128, status: 'open' }]), /^RangeError: id needs a wider type/);
  const many = Array.from({ length: 200 }, (_, i) => ({ id: 1, status: `${i}` }));
  assert.throws(() => encoded(made, many), /^RangeError: status needs a wider type/);
  const fits = [{ id: -128, status: 'sent' }];
  assert.deepEqual(decoded(made, encoded(made, fits)), fits);
});

test('other data than tables of plain values have none, and it is said why', () => {
  const of = (data: unknown) => arrowCode(inferSchema('Orders', data as DataValue));
  assert.equal(of({ a: 1 }), null);
  assert.equal(of([1, 2]), null);
  assert.equal(of([{}]), null);
  assert.equal(of([{ a: [1] }]), null);
  assert.equal(of([{ a: { b: 1 } }]), null);
  assert.equal(of([{ a: 1 }, { a: 'x' }]), null);
  assert.equal(of([{ a: 1, b: 1 }, { a: null, b: 1 }, { b: 1 }]), null);
  assert.equal(of([{ constructor: 'x' }, {}]), null);
  assert.equal(arrowCode(null), null);
  const recipe = { name: 'orders', format: 'arrow', codec: 'flechette', codings: [] };
  assert.match(noArrow({ ...recipe, schema: null }, null).why, /whose schema the record does not hold/);
  const nested = inferSchema('Orders', [{ a: [1] }]);
  assert.match(noArrow({ ...recipe, schema: nested }, 'Express').why, /tables of plain values have one/);
  assert.match(noArrow({ ...recipe, schema: nested }, 'Go').why, /with Go here; it is with Express and Fast/);
});
