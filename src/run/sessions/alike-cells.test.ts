import assert from 'node:assert/strict';
import test from 'node:test';
import { profileNamed } from '../../network/profiles.ts';
import { type Factors, OF_REQUESTS } from '../../wire/factors.ts';
import { fastestFirst, likenessForCheck, likenessOf } from './alike-cells.ts';

const BASE: Factors = {
  dataset: 'book',
  n: 10,
  format: 'json',
  codec: 'response.json',
  encoder: 'JSON.stringify',
  compression: 'none',
  procedure: 'e1',
  computation: 'none',
  ...OF_REQUESTS,
  network: 'lan',
  connection: 'warm',
  protocol: 'http1',
  browser: 'chromium',
  target: 'node',
};

test('cells that differ in network or connection only are alike', () => {
  assert.equal(likenessOf(BASE), likenessOf({ ...BASE, network: '3g', connection: 'cold' }));
});

test('any other difference makes them unlike', () => {
  for (const change of [
    { n: 11 },
    { compression: 'gzip-6' },
    { protocol: 'h2' },
    { codec: 'JSON.parse' },
  ] as const) {
    assert.notEqual(likenessOf(BASE), likenessOf({ ...BASE, ...change }));
  }
});

test('the fastest network comes first, and warm before cold', () => {
  const networks = ['lan', '3g', '10mbit'].map((name) => profileNamed(name)!);
  const cells = (['3g', 'lan', '10mbit'] as const).flatMap((network) =>
    (['cold', 'warm'] as const).map((connection) => ({ factors: { ...BASE, network, connection } })),
  );
  assert.deepEqual(
    fastestFirst(cells, networks).map(({ factors }) => `${factors.network} ${factors.connection}`),
    ['lan warm', 'lan cold', '10mbit warm', '10mbit cold', '3g warm', '3g cold'],
  );
});

test('one check does for all networks, but for calls and dictionaries: what a client may post it asks each origin', () => {
  const over = (network: string, change: Partial<Factors> = {}) => ({
    id: network,
    factors: { ...BASE, network, ...change },
  });
  assert.equal(likenessForCheck(over('2g'), 'gzip'), likenessForCheck(over('3g'), 'gzip'));
  assert.notEqual(likenessForCheck(over('2g'), 'dcz'), likenessForCheck(over('3g'), 'dcz'));
  const call = { procedure: 'call' } as const;
  assert.notEqual(likenessForCheck(over('2g', call), 'none'), likenessForCheck(over('3g', call), 'none'));
});
