import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NetworkProfile } from './profile.ts';
import { NETWORKS, profileNamed } from './profiles.ts';
import { nameNetwork, sayNetwork, sayRate } from './say-network.ts';

const said = (name: string, change: Partial<NetworkProfile> = {}) =>
  sayNetwork({ ...profileNamed(name)!, ...change });

test('a network is said by down, up and round trip, in the unit of the slower rate', () => {
  assert.equal(said('10mbit'), '10/10 Mbit/s, 0.2 ms');
  assert.equal(said('lan'), '1/1 Gbit/s, 0.1 ms');
  assert.equal(said('dsl'), '1500/384 kbit/s, 50 ms');
  assert.equal(said('slow-4g'), '1638.4/750 kbit/s, 150 ms');
  assert.equal(said('5g', { jitterMs: 0 }), '100/20 Mbit/s, 30 ms');
});

test('jitter, loss and the queue are said where they are not ordinary', () => {
  assert.equal(
    said('mobile-poor', { queueBytes: 64_000 }),
    '1500/500 kbit/s, 250 ms, jitter 40 ms, loss 2 %, queue 64 kB',
  );
  assert.equal(
    said('10mbit', { lossShare: 0.001, queueBytes: 1_500 }),
    '10/10 Mbit/s, 0.2 ms, loss 0.1 %, queue 1.5 kB',
  );
  assert.equal(said('10mbit', { queueBytes: 2_500_000 }), '10/10 Mbit/s, 0.2 ms, queue 2.5 MB');
});

test('figures show no noise of binary fractions', () => {
  assert.equal(said('10mbit', { rttMs: 0.1 + 0.2, lossShare: 0.07 }), '10/10 Mbit/s, 0.3 ms, loss 7 %');
});

test('what is not limited says so', () => {
  assert.equal(said('none'), 'not limited');
  assert.equal(sayRate(null), 'not limited');
});

test('a name comes with its figures, of the study and not of the catalogue; none and the unknown stand alone', () => {
  const own = { ...profileNamed('3g')!, rttMs: 77 };
  assert.equal(nameNetwork('3g', [own]), '3g (1600/768 kbit/s, 77 ms)');
  assert.equal(nameNetwork('3g', []), '3g');
  assert.equal(nameNetwork('none', NETWORKS), 'none');
});
