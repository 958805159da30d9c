import assert from 'node:assert/strict';
import { test } from 'node:test';
import protobuf from 'protobufjs';
import { ODD_ORDERS } from '../../../../test/support/snippets/odd-orders.ts';
import { inferSchema } from '../../../data/infer/infer-schema.ts';
import type { DataValue } from '../../../data/schema.ts';
import { formatNamed } from '../../../formats/catalogue.ts';
import { noProtobuf, protobufCode, withoutComments } from './protobuf.ts';

const { encoders, codecs } = formatNamed('protobuf');

for (const [what, data] of Object.entries<DataValue>({
  'a list of records': ODD_ORDERS,
  'one record': (ODD_ORDERS as readonly DataValue[])[0]!,
  'a list of numbers': [1, 2, 3],
  'a list of lists': [[1], [], [2]],
  'a map': Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`${i}-${i}`, i])),
})) {
  test(`${what}: the snippets write the bytes that were measured, and read what was sent`, () => {
    const schema = inferSchema('Orders', data);
    const made = protobufCode(schema)!;
    protobuf.util.Long = null as never;
    protobuf.configure();
    const [writer, reader] = [made.proto, withoutComments(made.proto)].map((proto) =>
      protobuf.parse(proto, { keepCase: true }).root.lookupType(made.root),
    );
    const toMessage = new Function('data', `${made.toMessages.join('\n')}\nreturn ${made.toMessage};`);
    const fromMessage = new Function(
      'message',
      `${made.fromMessages.join('\n')}\nreturn ${made.fromMessage};`,
    );
    const bytes = writer!.encode(toMessage(data)).finish();
    const measured = encoders[0]!.bind(schema)(data) as Uint8Array;
    assert.ok(Buffer.from(bytes).equals(measured));
    assert.deepEqual(fromMessage(reader!.decode(bytes)), data);
    const decoded = codecs[0]!.bind(schema)(bytes as never);
    assert.deepEqual(decoded, data);
  });
}

test('a text that no enum has is told by both ends, instead of becoming the first one', () => {
  const data = Array.from({ length: 60 }, (_, i) => ({ status: i % 2 === 0 ? 'open' : 'paid' }));
  const made = protobufCode(inferSchema('Orders', data))!;
  const run = (parameter: string, lines: readonly string[], expression: string) =>
    new Function(parameter, `${lines.join('\n')}\nreturn ${expression};`);
  const toMessage = run('data', made.toMessages, made.toMessage);
  assert.deepEqual(toMessage(data).items[1], { status: 1 });
  assert.throws(() => toMessage([{ status: 'cancelled' }]), /"cancelled" is in no enum/);
  const fromMessage = run('message', made.fromMessages, made.fromMessage);
  assert.throws(() => fromMessage({ items: [{ status: 7 }] }), /7 is in no enum/);
});

test('what stands between quotes of a page’s code has neither quotes of its own nor what people called things', () => {
  const { proto } = protobufCode(inferSchema('Orders', ODD_ORDERS))!;
  assert.match(proto, /\/\/ "customer, “name”"/);
  assert.doesNotMatch(withoutComments(proto), /[`$\\]|\/\/|name”/);
});

test('data that the functions would get wrong have none, and it is said why', () => {
  const recipe = { name: 'orders', format: 'protobuf', codec: 'protobufjs', codings: [] };
  const asEveryObject = inferSchema('Orders', [{ constructor: 'x' } as never, {} as never]);
  assert.equal(protobufCode(asEveryObject), null);
  assert.equal(protobufCode(null), null);
  const why = (given: object, server: string | null) =>
    noProtobuf({ ...recipe, schema: asEveryObject, ...given }, server).why;
  assert.match(why({}, null), /named as what every object has/);
  assert.match(why({ schema: null }, 'Express'), /whose schema the record does not hold/);
  assert.match(why({ codec: 'protobuf-es' }, 'Fastify'), /protobuf-es takes code that protoc-gen-es makes/);
  assert.match(why({ codec: 'protobuf-es' }, 'FastAPI'), /nested that deep/);
  assert.match(why({ codec: 'protobuf-es' }, 'Go'), /nested that deep/);
});
