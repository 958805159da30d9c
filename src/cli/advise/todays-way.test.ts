import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseWeights } from '../../summary/index/weights.ts';
import { requireWeighable } from './todays-way.ts';

const weighing = (text: string, compression: string) => () =>
  requireWeighable({ weights: parseWeights(text) }, { compression });

test('what today’s way does not have cannot be weighed, which is said before anything is measured', () => {
  assert.throws(
    weighing('connect=1,compress=1,size=1', 'none'),
    /what is sent today has no connect and no compress to weigh others by/,
  );
  assert.throws(weighing('client.compute=1', 'gzip-6'), /has no client\.compute/);
  // Weight may move to it, so it has to be there too.
  assert.throws(weighing('size=1,compress=0', 'none'), /has no compress to weigh/);
  assert.doesNotThrow(weighing('encode=1,total=1,size=1,headers=1', 'none'));
  assert.doesNotThrow(weighing('compress=1,decompress=1', 'gzip-6'));
  assert.doesNotThrow(() => requireWeighable({ weights: null }, { compression: 'none' }));
});
