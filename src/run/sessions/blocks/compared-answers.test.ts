import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstDifference } from '../../../data/equal.ts';
import type { DataValue } from '../../../data/schema.ts';
import { placeOfDifference } from './compared-answers.ts';

test('of answers that change, where they do is told, and nothing of what they hold', () => {
  const cases: readonly (readonly [DataValue, DataValue, string])[] = [
    [{ user: { csrfToken: 's3cret: a' } }, { user: { csrfToken: 's3cret: b' } }, '.user.csrfToken differs'],
    [[{ id: 's3cret' }], [{ id: 's3cret2' }], '[0].id differs'],
    ['s3cret', 'another s3cret', 'the whole of it differs'],
    [['s3cret'], ['s3cret', 's3cret'], 'the whole of it differs'],
    [{ a: [1] }, { a: ['s3cret'] }, '.a[0] differs'],
  ];
  for (const [actual, expected, said] of cases) {
    const difference = firstDifference(actual, expected)!;
    assert.equal(placeOfDifference(difference), said);
    assert.equal(placeOfDifference(`message 3: ${difference}`), `message 3: ${said}`);
  }
});
