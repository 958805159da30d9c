// Payloads for tests, made from values as reading makes them.

import { inferSchema, inferSchemaOfAll } from '../../../src/data/infer/infer-schema.ts';
import type { DataValue } from '../../../src/data/schema.ts';
import type { Payload, PayloadShape } from '../../../src/payload/payload.ts';

export function madePayload(value: DataValue, shape: PayloadShape = 'list'): Payload {
  const text = JSON.stringify(value);
  const schema =
    shape === 'messages'
      ? inferSchemaOfAll('Orders', value as readonly DataValue[])
      : inferSchema('Orders', value);
  return {
    name: 'orders',
    source: 'orders.json',
    shape,
    value,
    schema,
    today: {
      format: 'json',
      compression: 'none',
      sourceBytes: new TextEncoder().encode(text).length,
      captured: null,
    },
    notes: [],
  };
}

/** Flat records that every format carries. */
export function flatRecords(count: number): DataValue[] {
  return Array.from({ length: count }, (_, i) => ({
    id: i,
    title: `Order number ${i} of a customer who comes often`,
    price: i * 1.25 + 0.01,
    paid: i % 3 === 0,
  }));
}
