import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Redialing } from './redialing.ts';

test('connections that are closed at once are opened again ever later, and then no more', () => {
  const redialing = new Redialing();
  const pauses = Array.from({ length: 6 }, () => redialing.pauseAfterLosing(3));
  assert.deepEqual(pauses, [100, 200, 400, 800, null, null]);
  redialing.used();
  assert.equal(redialing.pauseAfterLosing(0), 100);
});

test('connections that waited are opened again at once, but not for ever', () => {
  const redialing = new Redialing();
  const pauses = Array.from({ length: 60 }, () => redialing.pauseAfterLosing(5_000));
  assert.deepEqual(new Set(pauses.slice(0, -1)), new Set([0]));
  assert.equal(pauses.at(-1), null);
});
