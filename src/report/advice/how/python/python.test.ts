import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inferSchema } from '../../../../data/infer/infer-schema.ts';
import type { DataValue } from '../../../../data/schema.ts';
import { FASTAPI } from '../servers/fastapi.ts';
import { hasCode, type Recipe, type Snippet } from '../snippet.ts';
import { avroInPython } from './avro.ts';
import { functionNames, pythonText } from './code.ts';
import { protobufInPython } from './protobuf.ts';
import { xmlInPython } from './xml.ts';

// test/real/verbs/snippets.test.ts starts and asks it.

function recipeOf(data: unknown, format: string, name = 'orders'): Recipe {
  return { name, format, codec: '', codings: [], schema: inferSchema('Orders', data as DataValue) };
}

function written(recipe: Recipe): Snippet & { readonly code: string } {
  const snippet = FASTAPI.write(recipe);
  assert.ok(hasCode(snippet));
  return { ...snippet, code: snippet.files[0]!.code };
}

test('what may lack is asked for by get, so that what has to be there is missed where it is not', () => {
  const data = [{ id: 1, note: 'x', to: { street: 'y' } }, { id: 2 }];
  const { code, files } = written(recipeOf(data, 'protobuf'));
  assert.match(code, /"id": record\["id"\],\n {8}"note": record\.get\("note"\),/);
  assert.match(code, /"to": None if record\.get\("to"\) is None else to_to\(record\["to"\]\),/);
  assert.match(code, /orders_pb2\.Orders\(\*\*to_orders\(DATA\)\)\.SerializeToString\(\)/);
  assert.deepEqual(
    files.map(({ name }) => name),
    ['server.py', 'orders.proto'],
  );
});

test('data that Avro takes as they are have no functions that copy them', () => {
  const { code } = written(recipeOf([{ id: 1, to: { name: 'x' } }, { id: 2 }], 'avro'));
  assert.match(code, /return Response\(to_avro\(DATA\), media_type="application\/avro"\)/);
  assert.doesNotMatch(code, /def to_order/);
});

test('a bool is told from a number, though to Python it is one', () => {
  const { code } = written(recipeOf([{ a: 1 }, { a: true }, { a: 'x' }], 'protobuf'));
  assert.match(code, /if isinstance\(value, \(int, float\)\) and not isinstance\(value, bool\):/);
});

test('protoc runs before the server starts, and what it makes is a module whatever the data are called', () => {
  const { commands, code } = written(recipeOf([{ id: 1 }], 'protobuf', '2026-orders'));
  assert.deepEqual(commands, [
    'pip install fastapi uvicorn protobuf grpcio-tools',
    'python -m grpc_tools.protoc --proto_path=. --python_out=. data-2026-orders.proto',
    'uvicorn server:app --port 3000',
  ]);
  assert.match(code, /\nimport data_2026_orders_pb2\n/);
});

test('a function of one thing never takes the name of that of another', () => {
  const nameOf = functionNames('to');
  assert.deepEqual(['OrderLine', 'Order_Line', 'orderLine', 'OrderLine', '’'].map(nameOf), [
    'to_order_line',
    'to_order_line_2',
    'to_order_line_3',
    'to_order_line',
    'to__',
  ]);
  // Nor that of the answer, which is named after the data.
  assert.match(written(recipeOf([{ id: 1 }], 'protobuf', 'to-orders')).code, /\ndef get_to_orders\(/);
});

test('a hostile key stays a text', () => {
  const keys = ['"', "'", '\\', '\n', '"\\\'"', '{x}', '"""', "it's"];
  for (const key of keys) {
    const literal = pythonText(key);
    const isSingle = literal.startsWith("'");
    // Single quotes stand where the text has double ones and nothing that is escaped.
    assert.equal(isSingle ? literal.slice(1, -1) : JSON.parse(literal), key);
    if (isSingle) assert.doesNotMatch(key, /['\\\n]/);
  }
});

test('data that the functions would get wrong have none', () => {
  const asEveryObject = { ...recipeOf([{ constructor: 'x' }, {}], 'avro') };
  assert.equal(avroInPython(asEveryObject), null);
  assert.equal(xmlInPython({ ...asEveryObject, format: 'xml' }), null);
  const none = inferSchema('None', [{ id: 1 }]);
  assert.equal(none.name, 'None');
  assert.equal(protobufInPython({ name: 'none', schema: none }), null);
  for (const made of [protobufInPython, avroInPython])
    assert.equal(made({ name: 'orders', schema: null }), null);
});
