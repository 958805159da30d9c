import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ODD_ORDERS } from '../../../../test/support/snippets/odd-orders.ts';
import { inferSchema } from '../../../data/infer/infer-schema.ts';
import type { DataValue } from '../../../data/schema.ts';
import { protobufInGo } from './protobuf-go.ts';

// test/real/verbs/snippets.test.ts builds and asks it.

function codeOf(data: unknown): string {
  return protobufInGo({ name: 'orders', schema: inferSchema('Orders', data as DataValue) })!.code.join('\n');
}

test('a value that is the default is left off, one that may lack is written where it is there', () => {
  const code = codeOf([
    { id: 1, price: 0.5, note: 'x' },
    { id: 2, price: 1.5 },
  ]);
  assert.match(
    code,
    /if record\["id"\]\.\(float64\) != 0 \{\n\t\tout = putVarint\(out, 1, uint64\(int64\(record\["id"\]/,
  );
  assert.match(code, /if math\.Float64bits\(record\["price"\]\.\(float64\)\) != 0 \{/);
  assert.match(code, /if own := record\["note"\]; own != nil \{\n\t\tout = putBytes\(out, 3, \[\]byte\(own/);
  assert.match(code, /func putFixed64\(out \[\]byte, number protowire\.Number, value uint64\)/);
  assert.doesNotMatch(code, /putPacked|func known/, 'nothing calls them');
});

test('no import is there that nothing calls, whatever the data call their properties', () => {
  const importsOf = (data: unknown) =>
    protobufInGo({ name: 'orders', schema: inferSchema('Orders', data as DataValue) })!.imports;
  assert.ok(!importsOf([{ 'math.Pi': 1 }]).includes('math'));
  assert.ok(importsOf([{ 'math.Pi': 1.5 }]).includes('math'));
});

test('hostile names stay texts', () => {
  const code = codeOf(ODD_ORDERS);
  assert.ok(code.includes('record["it\'s `$' + '{1 + 1}` \\\\"]'), code);
  assert.ok(codeOf([{ '"; panic("\ufeff': 1 }]).includes('record["\\"; panic(\\"\\ufeff"]'));
});

test('without a schema, and of messages that libraries refuse to read, there is none', () => {
  assert.equal(protobufInGo({ name: 'orders', schema: null }), null);
  let deep: unknown = 1;
  for (let i = 0; i < 120; i++) deep = [deep];
  assert.equal(protobufInGo({ name: 'orders', schema: inferSchema('Orders', deep as DataValue) }), null);
});
