import assert from 'node:assert/strict';
import { test } from 'node:test';
import { profileNamed } from '../network/profiles.ts';
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

test('packets that are lost keep TCP below the rate of the wire, and are reckoned with', () => {
  const cable = profileNamed('cable')!;
  const costMs = (rttMs: number, lossShare: number) =>
    roughlyMs({ ...FACTORS, network: 'cable' }, [{ ...cable, rttMs, lossShare }]);
  // 300 kB at 5 Mbit/s take 480 ms; at 2 % loss and 250 ms a round trip TCP comes to 0.4 Mbit/s.
  assert.ok(costMs(250, 0) < 1_000);
  assert.ok(costMs(250, 0.02) > 5_000 && costMs(250, 0.02) < 8_000);
  assert.equal(costMs(1, 0.0001), costMs(1, 0), 'where the wire is slower than what loss allows, it decides');
});
