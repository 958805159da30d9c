import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namedPhases, ownPhases, parseServerTiming } from './server-timing.ts';

test('of a server that keeps no contract each of the three counts by itself', () => {
  assert.deepEqual(ownPhases('db;dur=3, encode;dur=5'), { computeMs: 0, encodeMs: 5, compressMs: 0 });
  assert.deepEqual(ownPhases('compress;desc="x";dur=2.5'), { computeMs: 0, encodeMs: 0, compressMs: 2.5 });
  for (const header of [null, '', 'db;dur=3', 'encode', 'encode;dur=long'])
    assert.equal(ownPhases(header), null);
  assert.equal(parseServerTiming('encode;dur=5'), null, 'targets tell all three');
  assert.deepEqual([...namedPhases('encode;dur=0, db;dur=3, compress')], ['encode'], 'a time of 0 is one');
  assert.deepEqual([...namedPhases(null)], []);
});
