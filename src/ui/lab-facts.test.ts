import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSameTarget } from './lab-facts.ts';

test('a target that was started again is known by its ports and by its secret', () => {
  const target = { ports: { http1: 4001, h2: 4002 }, secret: 'a' };
  assert.ok(isSameTarget(target, { ports: { h2: 4002, http1: 4001 }, secret: 'a' }));
  assert.ok(!isSameTarget(target, { ...target, ports: { http1: 5001, h2: 4002 } }));
  assert.ok(!isSameTarget(target, { ...target, secret: 'b' }));
});
