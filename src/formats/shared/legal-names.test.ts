import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isLegalName, legalNames } from './legal-names.ts';

test('names that are legal stay, others become legal beside them', () => {
  assert.deepEqual(legalNames(['scope-case', 'scope_case', '', '2nd', 'a b', 'é']), [
    'scope_case_2',
    'scope_case',
    '_',
    '_2nd',
    'a_b',
    '__2',
  ]);
});

test('reserved names are left out, even where a number makes them', () => {
  assert.deepEqual(
    legalNames(['end', 'end?', 'x'], (name) => ['end', 'end_2'].includes(name)),
    ['end_3', 'end_', 'x'],
  );
});

test('whatever the keys, their names are legal and no two alike', () => {
  const keys = fc.uniqueArray(fc.oneof(fc.string(), fc.constantFrom('é', '_', '__', '_2', '-', '2')), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(keys, (texts) => {
      const names = legalNames(texts);
      assert.ok(names.every(isLegalName));
      assert.equal(new Set(names).size, texts.length);
    }),
    { seed: 1 },
  );
});
