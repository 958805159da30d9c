import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { inferSchema } from './infer/infer-schema.ts';
import { toJsonSchema } from './json-schema-of.ts';
import type { DataValue } from './schema.ts';

/**
 * Formats are annotations in this draft: what a string looks like is told, not checked. A key like `valueOf`,
 * which every object inherits, is there only where the data have it.
 */
const ajv = new Ajv2020({ strict: true, strictTypes: false, validateFormats: false, ownProperties: true });

const ORDERS = [
  {
    id: 1,
    state: 'open',
    price: 1.5,
    at: '2024-01-01',
    tags: ['a'],
    lines: [{ sku: 'x', n: 2 }],
    note: null,
  },
  { id: 7, state: 'paid', price: 2, at: '2024-01-02', tags: [], lines: [{ sku: 'y', n: 1 }] },
];

const accepts = (schema: object | boolean, value: unknown) => ajv.validate(schema, value);

test('the schema of some data accepts them', () => {
  const anything = fc
    .jsonValue({ maxDepth: 4 })
    .map((value) => JSON.stringify(value))
    // Ajv takes no notice of a property of that name; the schema has it, as a test below shows.
    .filter((text) => !text.includes('"__proto__"'))
    .map((text) => JSON.parse(text) as DataValue);
  fc.assert(
    fc.property(anything, (value) => {
      const schema = toJsonSchema(inferSchema('any', value));
      assert.ok(accepts(schema, value), JSON.stringify(schema));
    }),
  );
});

test('a key that every object inherits is a key like another', () => {
  const records: DataValue = [{ valueOf: null }, {}];
  const schema = toJsonSchema(inferSchema('inherited', records));
  assert.ok(accepts(schema, records));
  assert.ok(!accepts(schema, [{ valueOf: 1 }]));
});

test('it refuses what the data never are', () => {
  const schema = toJsonSchema(inferSchema('orders', ORDERS as unknown as DataValue));
  const [order] = ORDERS;
  assert.ok(accepts(schema, [order]));
  const wrong: unknown[] = [
    [{ ...order, id: 8 }],
    [{ ...order, id: 1.5 }],
    [{ ...order, price: '1' }],
    [{ ...order, extra: 1 }],
    [{ ...order, lines: [] }],
    [{ ...order, note: 'x' }],
    [{ ...order, state: undefined }],
    {},
    [],
  ];
  for (const value of wrong)
    assert.ok(!accepts(schema, JSON.parse(JSON.stringify(value))), JSON.stringify(value));
});

test('it says names, ranges, enumerations and forms', () => {
  const list = Array.from({ length: 20 }, (_, i) => ({
    state: i % 2 ? 'open' : 'paid',
    at: '2024-01-01T00:00:00Z',
    id: i,
  }));
  assert.deepEqual(toJsonSchema(inferSchema('orders', list)), {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Orders',
    type: 'array',
    items: {
      title: 'Order',
      type: 'object',
      properties: {
        state: { type: 'string', enum: ['paid', 'open'] },
        at: { type: 'string', enum: ['2024-01-01T00:00:00Z'] },
        id: { type: 'integer', minimum: 0, maximum: 19 },
      },
      required: ['state', 'at', 'id'],
      additionalProperties: false,
    },
    minItems: 1,
  });
});

test('a key named __proto__ is a property', () => {
  const value = JSON.parse('{"__proto__":1,"a":2}') as DataValue;
  const schema = toJsonSchema(inferSchema('odd', value)) as { properties: object };
  assert.deepEqual(Object.keys(schema.properties), ['__proto__', 'a']);
});
