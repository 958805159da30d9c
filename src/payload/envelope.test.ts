import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DataRecord, DataValue } from '../data/schema.ts';
import { findEnvelope } from './envelope.ts';
import { pick } from './pick.ts';

const ORDERS: DataRecord[] = [{ id: 1, total: 12.5 }, { id: 2 }];

const pathIn = (value: DataValue, within?: string) => findEnvelope(value, within)?.path ?? null;

test('a document that is little more than a list of objects is an envelope, at any depth', () => {
  assert.deepEqual(findEnvelope({ orders: ORDERS }), { path: 'orders', list: ORDERS });
  assert.equal(pathIn({ page: 1, orders: ORDERS, next: null }), 'orders');
  assert.equal(pathIn({ status: 'ok', data: { count: 2, items: ORDERS } }), 'data.items');
  assert.equal(pathIn({ items: ORDERS }, 'data'), 'data.items');
  assert.equal(pathIn({ items: ORDERS }, 'data[0]'), 'data[0].items');
});

test('of several lists it is the one that outweighs all others', () => {
  const many = Array.from({ length: 9 }, (_, id) => ({ id, name: `order ${id}` }));
  assert.equal(pathIn({ orders: many, warnings: ORDERS }), 'orders');
  assert.equal(pathIn({ orders: ORDERS, same: ORDERS }), null);
});

test('what is no envelope has none', () => {
  const values: DataValue[] = [
    {},
    null,
    5,
    ORDERS,
    { orders: [] },
    { ids: [1, 2, 3] },
    { orders: [{ id: 1 }, null] },
    { text: 'x'.repeat(200), orders: ORDERS },
    { deep: { text: 'x'.repeat(200), orders: ORDERS } },
  ];
  for (const value of values) assert.equal(findEnvelope(value), null, JSON.stringify(value));
});

test('its path picks the list, whatever the key', () => {
  for (const key of ['orders', 'unit prices', 'a.b', '"', 'ключ', '$list', '__proto__', '0', '']) {
    const document = JSON.parse(`{"n":1,${JSON.stringify(key)}:${JSON.stringify(ORDERS)}}`) as DataValue;
    assert.deepEqual(pick(document, pathIn(document)!, 'x'), ORDERS, key);
  }
});
