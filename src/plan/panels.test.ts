import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Factors } from '../wire/factors.ts';
import { roughlyMs } from './panels.ts';

const FACTORS: Factors = {
  dataset: 'book',
  n: 1_000,
  format: 'json',
  codec: 'JSON.parse',
  encoder: 'JSON.stringify',
  compression: 'none',
  procedure: 'e1',
  computation: 'none',
  network: 'none',
  connection: 'warm',
  protocol: 'http1',
  browser: 'chromium',
  target: 'node',
};

test('a compression that takes half a second is reckoned with, one that takes milliseconds is not', () => {
  const costMs = (compression: string) => roughlyMs({ ...FACTORS, compression }, []);
  assert.ok(costMs('br-11') > 300 && costMs('br-11') < 600);
  assert.ok(costMs('zstd-19') > costMs('none'));
  for (const quick of ['gzip-9', 'deflate-6', 'br-5', 'zstd-3']) {
    assert.equal(costMs(quick), costMs('none'), quick);
  }
});
