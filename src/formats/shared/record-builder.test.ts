import assert from 'node:assert/strict';
import test from 'node:test';
import type { RecordType } from '../../data/schema.ts';
import { ownValue, recordBuilder, type Slots } from './record-builder.ts';

const STRING = { kind: 'string' } as const;

/** `a?` is optional. */
function makeRecordType(...names: string[]): RecordType {
  const fields = names.map((name) => ({
    name: name.replace('?', ''),
    type: STRING,
    optional: name.endsWith('?'),
  }));
  return { kind: 'record', name: 'Any', fields, orderVaries: false };
}

const builtKeys = (record: RecordType, slots: Slots) => Object.keys(recordBuilder(record)(slots));

test('keys come in the order of the schema, optional ones only where they are', () => {
  assert.deepEqual(builtKeys(makeRecordType('b', 'a'), ['x', 'y']), ['b', 'a']);
  assert.deepEqual(builtKeys(makeRecordType('b?', 'a', 'c?'), [undefined, 'y', 'z']), ['a', 'c']);
  assert.deepEqual(builtKeys(makeRecordType('b?', 'a', 'c?'), ['x', 'y']), ['b', 'a']);
  assert.deepEqual(builtKeys(makeRecordType('a?'), []), []);
});

test('each object is a new one with its own values', () => {
  for (const record of [makeRecordType('a', 'b'), makeRecordType('a', 'b?')]) {
    const build = recordBuilder(record);
    const first = build(['x', 'y']);
    assert.deepEqual(build(['z', null]), { a: 'z', b: null });
    assert.deepEqual(first, { a: 'x', b: 'y' });
  }
});

test('more optional fields than a number has bits are told apart all the same', () => {
  const names = Array.from({ length: 70 }, (_, i) => `f${i}`);
  const build = recordBuilder(makeRecordType(...names.map((name) => `${name}?`)));
  for (const present of [[0], [31], [32], [0, 33, 69], [64, 69]]) {
    const slots: Slots = names.map((_, i) => (present.includes(i) ? 'x' : undefined));
    assert.deepEqual(
      Object.keys(build(slots)),
      present.map((i) => `f${i}`),
    );
  }
});

test('a required field that is missing is told, by the error that was asked for', () => {
  const missing = (name: string) => new RangeError(`no ${name}`);
  assert.throws(() => recordBuilder(makeRecordType('a', 'b'), missing)(['x']), {
    name: 'RangeError',
    message: 'no b',
  });
  assert.throws(() => recordBuilder(makeRecordType('a', 'b?'), missing)([]), /no a/);
  const many = Array.from({ length: 40 }, (_, i) => `f${i}?`);
  assert.throws(() => recordBuilder(makeRecordType('a', ...many))([]), /a is missing/);
});

test('__proto__ and what objects inherit are names like any other', () => {
  for (const record of [
    makeRecordType('__proto__', 'constructor'),
    makeRecordType('__proto__?', 'constructor?'),
  ]) {
    const built = recordBuilder(record)(['x', 'y']);
    assert.deepEqual(Object.keys(built), ['__proto__', 'constructor']);
    assert.equal(Object.getPrototypeOf(built), Object.prototype);
    assert.equal(ownValue(built, '__proto__'), 'x');
  }
  assert.equal(ownValue({}, 'constructor'), undefined);
});
