import assert from 'node:assert/strict';
import { test } from 'node:test';
import { count, listed, plural } from './plurals.ts';

test('a noun is singular after 1 and plural after every other number', () => {
  assert.equal(count(1, 'object'), '1 object');
  assert.equal(count(0, 'object'), '0 objects');
  assert.equal(count(1000, 'object'), '1 000 objects');
  assert.equal(count(1, 'session'), '1 session');
  assert.equal(plural(1, 'is', 'are'), 'is');
  assert.equal(count(2, 'entry', 'entries'), '2 entries');
});

test('lists have commas, and a word before the last', () => {
  assert.equal(listed(['a', 'b', 'c']), 'a, b and c');
  assert.equal(listed(['a', 'b'], 'or'), 'a or b');
  assert.equal(listed(['a']), 'a');
});
