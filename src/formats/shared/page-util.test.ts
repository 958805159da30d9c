import assert from 'node:assert/strict';
import { test } from 'node:test';
import util from 'node:util';
import { debuglog, deprecate, format, inherits } from './page-util.ts';

test('messages are formatted as Node formats them', () => {
  for (const values of [
    ['invalid %j: %j', { type: 'int' }, 'x'],
    ['missing field %s (%s)', 'a'],
    ['resetting to %d', 5],
    ['nothing to fill in', 'beside it', 1],
  ]) {
    assert.equal(format(values[0], ...values.slice(1)), util.format(...values));
  }
});

test('a class inherits from another in the old way', () => {
  function Base(): void {}
  function Sub(): void {}
  Base.prototype.answer = () => 42;
  inherits(Sub, Base);
  assert.equal(Sub.prototype.answer(), 42);
  assert.equal((Sub as { super_?: unknown }).super_, Base);
});

test('what is deprecated stays as it is, and nothing is logged', () => {
  const old = () => 1;
  assert.equal(deprecate(old), old);
  assert.equal(debuglog()(), undefined);
});
