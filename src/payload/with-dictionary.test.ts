import assert from 'node:assert/strict';
import test from 'node:test';
import { UserError } from '../base/errors.ts';
import { inferSchema } from '../data/infer/infer-schema.ts';
import type { DataValue } from '../data/schema.ts';
import type { Payload, PayloadShape } from './payload.ts';
import { withDictionary } from './with-dictionary.ts';

function payload(source: string, value: DataValue, shape: PayloadShape = 'list'): Payload {
  const today = { format: 'json', compression: 'none', sourceBytes: 1, captured: null };
  return { name: 'orders', source, shape, value, schema: inferSchema('orders', value), today, notes: [] };
}

const today = payload('today.json', [{ id: 1, price: 2 }]);
const yesterday = payload('yesterday.json', [{ id: 1, price: 2.5, note: 'only then' }]);

test('the schema is of both answers, and called as the payload’s own', () => {
  const both = withDictionary(today, yesterday, '--dictionary');
  const everything = inferSchema('orders', [
    ...(today.value as DataValue[]),
    ...(yesterday.value as DataValue[]),
  ]);
  assert.deepEqual(both.schema, everything);
  assert.deepEqual(both.dictionary, { source: 'yesterday.json', value: yesterday.value });
  assert.equal(both.value, today.value);
});

test('of documents too', () => {
  const both = withDictionary(
    payload('b.json', { a: 1 }, 'document'),
    payload('a.json', { a: 1, b: true }, 'document'),
    '--dictionary',
  );
  const { root } = both.schema;
  assert.equal(root.kind, 'record');
  assert.deepEqual(root.kind === 'record' && root.fields.map(({ name, optional }) => [name, optional]), [
    ['a', false],
    ['b', true],
  ]);
});

test('the answer itself, another shape and messages are refused, and the flag is named', () => {
  const wrong: [RegExp, Payload, Payload][] = [
    [/holds the same data as today\.json/, today, payload('copy.json', structuredClone(today.value))],
    [/no answers of one kind/, today, payload('a.json', { a: 1 }, 'document')],
    [/several messages/, payload('2 files', [{ a: 1 }], 'messages'), today],
  ];
  for (const [what, one, before] of wrong) {
    assert.throws(
      () => withDictionary(one, before, 'the flag'),
      (thrown) => {
        assert.ok(thrown instanceof UserError);
        assert.equal(thrown.problems[0]!.file, 'the flag');
        assert.match(thrown.problems[0]!.what, what);
        return true;
      },
    );
  }
});
