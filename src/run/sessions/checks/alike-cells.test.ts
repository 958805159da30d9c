import assert from 'node:assert/strict';
import test from 'node:test';
import type { Words } from '../../../../test/support/cells/made-cells.ts';
import { madeCell, requestCell } from '../../../../test/support/cells/made-cells.ts';
import { recordedCell } from '../../../factors/recorded-cell.ts';
import { profileNamed } from '../../../network/profiles.ts';
import { fastestFirst, likenessForCheck, likenessOf } from './alike-cells.ts';

const WORDS = { network: 'lan', codec: 'response.json' };
const BASE = requestCell(WORDS);

test('cells that differ in network or connection only are alike', () => {
  assert.equal(likenessOf(BASE), likenessOf(requestCell({ ...WORDS, network: '3g', connection: 'cold' })));
});

test('any other difference makes them unlike', () => {
  for (const change of [
    { n: 11 },
    { compression: 'gzip-6' },
    { protocol: 'h2' },
    { codec: 'JSON.parse' },
  ] as const) {
    assert.notEqual(likenessOf(BASE), likenessOf(requestCell({ ...WORDS, ...change })));
  }
});

test('the fastest network comes first, and warm before cold', () => {
  const networks = ['lan', '3g', '10mbit'].map((name) => profileNamed(name)!);
  const cells = (['3g', 'lan', '10mbit'] as const).flatMap((network) =>
    (['cold', 'warm'] as const).map((connection) => ({
      factors: requestCell({ ...WORDS, network, connection }),
    })),
  );
  assert.deepEqual(
    fastestFirst(cells, networks).map(
      ({ factors }) => `${factors.network} ${recordedCell(factors).connection}`,
    ),
    ['lan warm', 'lan cold', '10mbit warm', '10mbit cold', '3g warm', '3g cold'],
  );
});

test('one check does for all networks, but for calls and dictionaries: what a client may post it asks each origin', () => {
  const over = (network: string, change: Words = {}) => ({
    id: network,
    factors: madeCell({ ...WORDS, network, ...change }),
  });
  assert.equal(likenessForCheck(over('2g'), 'gzip'), likenessForCheck(over('3g'), 'gzip'));
  assert.notEqual(likenessForCheck(over('2g'), 'dcz'), likenessForCheck(over('3g'), 'dcz'));
  const call = { procedure: 'call' };
  assert.notEqual(likenessForCheck(over('2g', call), 'none'), likenessForCheck(over('3g', call), 'none'));
});
