import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findMismatch } from '../mismatch.ts';
import type { DataSchema, DataValue, TypeSpec } from '../schema.ts';
import { listedRecord, walkTypes } from '../schema.ts';
import { inferSchema, inferSchemaOfAll, ListInference } from './infer-schema.ts';

const rootOf = (value: unknown): TypeSpec => inferSchema('things', value as DataValue).root;

/** Of a list of such values. */
function itemsOf(...values: unknown[]): TypeSpec {
  const root = rootOf(values);
  assert.equal(root.kind, 'array');
  return (root as { items: TypeSpec }).items;
}

function fieldsOf(type: TypeSpec): Record<string, { type: TypeSpec; optional: boolean }> {
  assert.equal(type.kind, 'record', JSON.stringify(type));
  const { fields } = type as Extract<TypeSpec, { kind: 'record' }>;
  return Object.fromEntries(fields.map(({ name, type, optional }) => [name, { type, optional }]));
}

function recordNames({ root }: DataSchema): string[] {
  const names: string[] = [];
  walkTypes(root, (type) => type.kind === 'record' && names.push(type.name));
  return names;
}

test('scalars are what they are', () => {
  assert.deepEqual(rootOf(null), { kind: 'null' });
  assert.deepEqual(rootOf(true), { kind: 'boolean' });
  assert.deepEqual(rootOf(5), { kind: 'integer', min: 5, max: 5 });
  assert.deepEqual(rootOf(0.5), { kind: 'double' });
  assert.deepEqual(rootOf('a'), { kind: 'string' });
});

test('one fraction among all values makes them doubles, as does one number beyond the safe integers', () => {
  assert.deepEqual(itemsOf(1, -7, 300), { kind: 'integer', min: -7, max: 300 });
  assert.deepEqual(itemsOf(1, 2, 2.5), { kind: 'double' });
  assert.deepEqual(itemsOf(1, 2 ** 53), { kind: 'double', whole: { min: 1, max: 2 ** 53 } });
  assert.deepEqual(itemsOf(2 ** 53, -0), { kind: 'double' });
  assert.deepEqual(itemsOf(1, -0), { kind: 'double' });
});

test('arrays that are all empty have no items', () => {
  assert.deepEqual(rootOf([]), { kind: 'array', items: { kind: 'never' }, mayBeEmpty: true });
  assert.deepEqual(itemsOf([], [1]), {
    kind: 'array',
    items: { kind: 'integer', min: 1, max: 1 },
    mayBeEmpty: true,
  });
  assert.equal((itemsOf([1], [2]) as { mayBeEmpty: boolean }).mayBeEmpty, false);
});

test('a property that is missing once is optional, one that is null once may be null', () => {
  const fields = fieldsOf(itemsOf({ a: 1, b: 'x', c: null }, { a: 2, c: true }));
  assert.deepEqual(fields.a, { type: { kind: 'integer', min: 1, max: 2 }, optional: false });
  assert.equal(fields.b!.optional, true);
  assert.deepEqual(fields.c!.type, { kind: 'union', branches: [{ kind: 'null' }, { kind: 'boolean' }] });
});

test('a union has one branch of each family, in the families’ order', () => {
  const type = itemsOf({ a: 1 }, [1], 'x', 2.5, 1, true, null, { b: 1 }, [null]);
  assert.equal(type.kind, 'union');
  const kinds = (type as Extract<TypeSpec, { kind: 'union' }>).branches.map(({ kind }) => kind);
  assert.deepEqual(kinds, ['null', 'boolean', 'double', 'string', 'array', 'record']);
});

test('few values that come again and again are an enumeration, in the order of their first coming', () => {
  const states = Array.from({ length: 40 }, (_, i) => ['paid', 'open', 'sent'][i % 3]);
  assert.deepEqual(itemsOf(...states), { kind: 'string', enum: ['paid', 'open', 'sent'] });
  assert.deepEqual(
    itemsOf(...states.slice(0, 20)),
    { kind: 'string' },
    'each must come ten times on average',
  );
});

test('strings of a fixed form have that form only where all of them do', () => {
  const formatOf = (...values: string[]) => (itemsOf(...values) as { format?: string }).format;
  assert.equal(formatOf('2024-02-29', '1999-12-31'), 'date');
  assert.equal(formatOf('2024-02-29', '1999-13-31'), undefined);
  assert.equal(formatOf('2024-02-29T10:00:00Z', '2024-02-29T10:00:00.123+02:00'), 'date-time');
  assert.equal(formatOf('2024-02-29T10:00:00Z', '2024-02-29T25:00:00Z'), undefined);
  assert.equal(formatOf('123e4567-e89b-12d3-a456-426614174000'), 'uuid');
  assert.equal(formatOf('https://example.org/a?b=c'), 'uri');
  assert.equal(formatOf('c3VyZS4gVGhpcyBpcyBsb25n', 'bGVhc3VyZS4geWVzIQ=='), 'base64');
  assert.equal(formatOf('wordwordwordwordword'), undefined, 'letters alone could be a word');
});

test('fields stand in an order that suits all objects, if there is one', () => {
  const type = itemsOf({ a: 1, d: 1 }, { b: 1, c: 1, d: 1 }, { a: 1, b: 1, e: 1 }, { c: 1, e: 1 });
  const { fields, orderVaries } = type as Extract<TypeSpec, { kind: 'record' }>;
  const at = (name: string) => fields.findIndex((field) => field.name === name);
  assert.equal(orderVaries, false);
  for (const [first, second] of ['ad', 'bc', 'cd', 'ab', 'be', 'ce']) assert.ok(at(first!) < at(second!));
  assert.equal((itemsOf({ a: 1, b: 1 }, { b: 1, a: 1 }) as { orderVaries: boolean }).orderVaries, true);
});

test('keys that are data make a map', () => {
  const byDay = { '2024-01-01': 3, '2024-01-02': 5, '2024-01-03': 1 };
  assert.deepEqual(rootOf(byDay), { kind: 'map', values: { kind: 'integer', min: 1, max: 5 } });
  const paths = { '/orders': { get: 1 }, '/orders/{id}': { get: 2 }, '/items': { get: 1, put: 3 } };
  assert.equal(rootOf(paths).kind, 'map');
  const byId = Object.fromEntries(
    Array.from({ length: 9 }, (_, i) => [`user${i}`, { name: `n${i}`, age: i }]),
  );
  const type = rootOf(byId);
  assert.equal(type.kind, 'map', 'names that lead to objects which are all alike');
  const { age } = fieldsOf((type as { values: TypeSpec }).values);
  assert.deepEqual(age, { type: { kind: 'integer', min: 0, max: 8 }, optional: false });
  const words = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const tags = Array.from({ length: 500 }, (_, i) => ({
    [`t${words[i % 52]}`]: 'x',
    [`t${words[(i * 7) % 52]}`]: 'y',
  }));
  assert.equal(itemsOf(...tags).kind, 'map', 'many keys of which each object has few');
});

test('keys that are names make a record, whatever they look like', () => {
  const row = { 'Unit Price': 1, 'Order Date': 2, 'E-Mail address': 3 };
  assert.equal(itemsOf(row, { ...row }).kind, 'record', 'every row has the same');
  const linked = { '@context': 'a', '@id': 'b', '@type': 'c', 'dc:title': 'd' };
  assert.equal(rootOf(linked).kind, 'record');
  const sections = Object.fromEntries(
    Array.from({ length: 9 }, (_, i) => [`part${i}`, { [`own${i}`]: 1, [`and${i}`]: 2 }]),
  );
  assert.equal(rootOf(sections).kind, 'record', 'objects that are not alike');
  assert.equal(rootOf({ '1': 1, '2': 'x', '3': [] }).kind, 'record', 'values of several families');
});

test('a GeoJSON document, a package.json and translations are read as people see them', () => {
  const feature = (x: number) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [x, 50.5] },
    properties: { name: `p${x}`, 'name:en': 'x', population: x },
  });
  const geo = fieldsOf(rootOf({ type: 'FeatureCollection', features: [feature(1), feature(2), feature(3)] }));
  const features = (geo.features!.type as { items: TypeSpec }).items;
  assert.equal(fieldsOf(features).properties!.type.kind, 'record');
  const manifest = fieldsOf(
    rootOf({
      name: 'x',
      dependencies: { '@a/b': '1', '@c/d': '2', leven: '3' },
      scripts: { test: 'a', build: 'b' },
    }),
  );
  assert.equal(manifest.dependencies!.type.kind, 'map');
  assert.equal(manifest.scripts!.type.kind, 'record');
  const texts = { 'home.title': 'Home', 'home.text': 'Welcome', 'cart.empty': 'Nothing here' };
  assert.equal(rootOf(texts).kind, 'map');
});

test('record names are unique, sensible and never the list’s own', () => {
  const value = [
    {
      orders: [{ id: 1 }],
      address: { city: 'x' },
      billing: { address: { city: 'y' } },
      größen: [{ a: 1 }],
      漢: { b: 1 },
    },
  ];
  const names = recordNames(inferSchema('orders', value as unknown as DataValue));
  assert.equal(new Set(names).size, names.length);
  assert.ok(
    !names.includes('Orders'),
    'a list and a record of one name cannot both be messages of a .proto file',
  );
  for (const name of ['Order', 'Address', 'Billing', 'BillingAddress'])
    assert.ok(names.includes(name), `${name}: ${names}`);
  for (const name of names) assert.match(name, /^[A-Z][A-Za-z0-9]*$/);
});

test('plurals become singulars, roughly', () => {
  const nameOf = (key: string) => recordNames(inferSchema('x', { [key]: [{ a: 1 }] }))[1];
  const plurals = {
    entries: 'Entry',
    boxes: 'Box',
    addresses: 'Address',
    movies: 'Movie',
    series: 'SeriesItem',
    data: 'DataItem',
    people: 'Person',
    children: 'Child',
    status: 'StatusItem',
    caches: 'Cache',
  };
  for (const [key, name] of Object.entries(plurals)) assert.equal(nameOf(key), name);
});

test('a key named __proto__ is a field like any other', () => {
  const value = JSON.parse('[{"__proto__":{"a":1},"constructor":2,"toString":"x"}]') as DataValue;
  const schema = inferSchema('odd', value);
  const { items } = schema.root as Extract<TypeSpec, { kind: 'array' }>;
  assert.deepEqual(Object.keys(fieldsOf(items)).sort(), ['__proto__', 'constructor', 'toString']);
  assert.equal(findMismatch(schema, value), null);
});

test('messages are one schema, whose records have the singular name', () => {
  const schema = inferSchemaOfAll('orders', [{ id: 1 }, { id: 2, note: 'x' }]);
  assert.deepEqual(recordNames(schema), ['Order']);
  assert.equal(fieldsOf(schema.root).note!.optional, true);
});

const json = fc.jsonValue({ maxDepth: 5 }).map((value) => JSON.parse(JSON.stringify(value)) as DataValue);
/** Objects that share keys, so that there are optional fields, unions, orders and maps. */
const alike = fc.letrec<{ value: DataValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => x + 0),
      fc.constantFrom('a', 'b', '2024-01-01', ''),
      fc.boolean(),
      fc.constant(null),
    ),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      fc.constantFrom('a', 'b', 'c', '1', '2024-01-01', '__proto__', 'd e', '7', 'x/y'),
      tie('value'),
      { maxKeys: 5, noNullPrototype: true },
    ),
  ),
})).value;

test('every value is described by the schema inferred from it', () => {
  fc.assert(
    fc.property(fc.oneof(json, alike, fc.array(alike, { maxLength: 30 })), (value) => {
      const schema = inferSchema('any', value);
      assert.equal(findMismatch(schema, value), null, JSON.stringify(schema));
      assert.deepEqual(inferSchema('any', value), schema, 'the same again');
      const names = recordNames(schema);
      assert.equal(new Set(names).size, names.length);
    }),
    { numRuns: 500 },
  );
});

test('item by item gives the same schema as the whole list', () => {
  fc.assert(
    fc.property(fc.array(alike, { minLength: 1, maxLength: 20 }), (list) => {
      const inference = new ListInference();
      for (const item of list) inference.add(item);
      assert.deepEqual(inference.schema('list'), inferSchema('list', list));
    }),
  );
});

test('items that have a name are named so, and still not as the list', () => {
  const list = [{ id: 1, lines: [{ qty: 2 }] }];
  const nameOf = (name: string, itemName: string) => listedRecord(inferSchema(name, list, itemName))?.name;
  assert.equal(nameOf('catalogue', 'item'), 'Item');
  assert.equal(nameOf('catalogue', 'order-line'), 'OrderLine');
  assert.equal(nameOf('item', 'item'), 'Item2');
  assert.equal(listedRecord(inferSchema('catalogue', list))?.name, 'CatalogueItem');
  assert.deepEqual(inferSchema('catalogue', { a: 1 }, 'item'), inferSchema('catalogue', { a: 1 }));
});

test('a hundred thousand different keys take no time that grows with their square', () => {
  const value = Object.fromEntries(
    Array.from({ length: 100_000 }, (_, i) => [`key ${i}`, { [`in${i}`]: i, [`and${i}`]: 'x' }]),
  );
  const before = process.cpuUsage();
  assert.equal(rootOf(value).kind, 'map');
  // Of the processor, not of the clock: 10¹⁰ steps would be many times that.
  const { user } = process.cpuUsage(before);
  assert.ok(user < 6_000_000, `${user / 1_000} ms`);
});
