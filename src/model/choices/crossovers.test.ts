import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestCell } from '../../../test/support/cells/made-cells.ts';
import { makeCells, trueTimes } from '../../../test/support/model/made-cells.ts';
import { networkAt } from '../../network/profile.ts';
import { profileNamed } from '../../network/profiles.ts';
import { makeModel } from '../model.ts';
import { networkTimes } from '../network-times.ts';
import { bandwidthCrossover, roundTripCrossover } from './crossovers.ts';

const N = 800;
/** Compressing takes so much longer than in the made world that its bytes alone do not pay for it. */
const SLOWER_MS = 130;

const WORLD = {
  ns: [100, N],
  formats: ['json'],
  compressions: ['none', 'gzip-6'],
  networks: ['none'],
  sessions: 5,
  levelSd: 0,
  noiseSd: 0,
  seed: 1,
};

function modelOf(connection: 'cold' | 'warm') {
  const made = makeCells(WORLD);
  const cells = made.map((cell) => {
    const slowerMs = cell.factors.compression.coding === 'none' ? 0 : SLOWER_MS;
    const sessions = [...cell.sessions].map(
      ([name, times]) =>
        [
          name,
          { ...times, compressMs: times.compressMs + slowerMs, totalMs: times.totalMs + slowerMs },
        ] as const,
    );
    return { ...cell, factors: { ...cell.factors, connection }, sessions: new Map(sessions) };
  });
  return makeModel(cells, [profileNamed('none')!], { seed: 1, confidence: 0.95 })!;
}

function pairOf(connection: 'cold' | 'warm') {
  const way = (compression: string) =>
    requestCell({ format: 'json', codec: 'json/codec', compression, connection, n: N });
  return { a: way('gzip-6'), b: way('none') };
}

test('over new connections fewer bytes pay from the round trip on at which they save a wait', () => {
  const flip = roundTripCrossover(modelOf('cold'), pairOf('cold'))!;
  assert.equal(flip.below, 'b');
  const totalMs = (compression: string) => {
    const { encoded, totalMs } = trueTimes('json', compression, N, 'none');
    const slowerMs = compression === 'none' ? 0 : SLOWER_MS;
    return totalMs + slowerMs + networkTimes(networkAt(10, flip.at!), pairOf('cold').a)!(encoded);
  };
  assert.ok(Math.abs(totalMs('gzip-6') / totalMs('none') - 1) < 0.02, `${flip.at} ms`);
});

test('over connections in use no round trip changes the choice', () => {
  const none = roundTripCrossover(modelOf('warm'), pairOf('warm'))!;
  assert.deepEqual([none.at, none.below, none.range], [null, 'b', [1, 1_000]]);
});

test('a flip that may as well lie beyond what was looked through is not told', () => {
  const flipOf = (noiseSd: number) => {
    const cells = makeCells({ ...WORLD, noiseSd, sessions: 2, seed: 3 });
    const model = makeModel(cells, [profileNamed('none')!], { seed: 1, confidence: 0.95 })!;
    return bandwidthCrossover(model, pairOf('warm'));
  };
  assert.ok(flipOf(0.02)!.interval![1] < 1_000);
  assert.equal(flipOf(0.2), null);
});
