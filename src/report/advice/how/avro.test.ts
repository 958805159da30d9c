import assert from 'node:assert/strict';
import { test } from 'node:test';
import avsc from 'avsc/etc/browser/avsc-types.js';
import { ODD_ORDERS } from '../../../../test/support/snippets/odd-orders.ts';
import { inferSchema } from '../../../data/infer/infer-schema.ts';
import type { DataValue } from '../../../data/schema.ts';
import { formatNamed } from '../../../formats/catalogue.ts';
import { type AvroCode, avroCode, noAvro } from './avro.ts';

const { encoders, codecs } = formatNamed('avro');

function typeOf({ avsc: schema }: AvroCode) {
  return avsc.Type.forSchema(JSON.parse(schema), { wrapUnions: false });
}

function encoded(made: AvroCode, data: unknown): Uint8Array {
  const toDatum = new Function('data', `${made.toAvro.join('\n')}\nreturn ${made.toDatum};`);
  return typeOf(made).toBuffer(toDatum(data));
}

function decoded(made: AvroCode, bytes: Uint8Array): unknown {
  const fromDatum = new Function('datum', `${made.fromAvro.join('\n')}\nreturn ${made.fromDatum};`);
  return fromDatum(typeOf(made).fromBuffer(Buffer.from(bytes)));
}

for (const [what, data] of Object.entries<DataValue>({
  'a list of records': ODD_ORDERS,
  'one record': (ODD_ORDERS as readonly DataValue[])[0]!,
  'a list of numbers': [1, 2, 3],
  'a list of lists of records': [[{ a: 1 }, {}], [], [{ 'a b': 2 }]],
  'a map': Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`${i}-${i}`, { 'a b': i }])),
})) {
  test(`${what}: the snippets write the bytes that were measured, and read what was sent`, () => {
    const schema = inferSchema('Orders', data);
    const made = avroCode(schema)!;
    const bytes = encoded(made, data);
    assert.ok(Buffer.from(bytes).equals(encoders[0]!.bind(schema)(data) as Uint8Array));
    assert.deepEqual(decoded(made, bytes), data);
    assert.deepEqual(codecs[0]!.bind(schema)(bytes as never), data);
  });
}

test('what is written as it is has no functions that copy it', () => {
  const data: DataValue = [
    { id: 1, to: { name: 'x' } },
    { id: 2, to: { name: 'y' }, note: 'z' },
  ];
  const made = avroCode(inferSchema('Orders', data))!;
  assert.deepEqual([made.toAvro, made.toDatum], [[], 'data']);
  assert.deepEqual(decoded(made, encoded(made, data)), data);
});

test('a text that no enum has, and a number that is none, are told', () => {
  const data = Array.from({ length: 60 }, (_, i) => ({ id: i, status: i % 2 === 0 ? 'open' : 'paid' }));
  const made = avroCode(inferSchema('Orders', data))!;
  assert.match(made.avsc, /"symbols": \[/);
  assert.throws(() => encoded(made, [{ id: 1, status: 'cancelled' }]), /invalid/);
  assert.throws(() => encoded(made, [{ id: 2 ** 40, status: 'open' }]), /invalid/);
});

test('data that the functions would get wrong have none, and it is said why', () => {
  const recipe = { name: 'orders', format: 'avro', codec: 'avsc', codings: [] };
  const asEveryObject = inferSchema('Orders', [{ constructor: 'x' } as never, {} as never]);
  assert.equal(avroCode(asEveryObject), null);
  assert.equal(avroCode(inferSchema('Orders', [{ a: Number.MAX_SAFE_INTEGER }])), null);
  assert.equal(avroCode(null), null);
  assert.match(noAvro({ ...recipe, schema: asEveryObject }, null).why, /named as what every object has/);
  assert.match(noAvro({ ...recipe, schema: null }, 'Express').why, /whose schema the record does not hold/);
  assert.match(
    noAvro({ ...recipe, schema: null }, 'Go').why,
    /with Go here; it is with Express, Fastify and FastAPI /,
  );
});
