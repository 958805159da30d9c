import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../base/random.ts';
import { cheapestMoves, sharesAfter } from './weight-moves.ts';

const SHARES = [0.4, 0.25, 0.35];

function differenceAt(shares: readonly number[], higherBy: readonly number[]): number {
  return shares.reduce((sum, share, k) => sum + share * higherBy[k]!, 0);
}

test('weight goes from where the rival is worst to where it is best', () => {
  // 0.4 · 1 + 0.25 · 0.2 − 0.35 · 0.2 = 0.38; each point from the first to the last takes 1.2 from it.
  assert.deepEqual(cheapestMoves(SHARES, [1, 0.2, -0.2]), {
    moved: 0.38 / 1.2,
    to: 2,
    from: [{ metric: 0, share: 0.38 / 1.2 }],
  });
});

test('what one metric does not have comes from the next worst', () => {
  const moves = cheapestMoves([0.1, 0.5, 0.4], [1, 0.9, -0.5])!;
  assert.deepEqual(
    moves.from.map(({ metric }) => metric),
    [0, 1],
  );
  assert.equal(moves.from[0]!.share, 0.1);
  assert.ok(Math.abs(moves.from[1]!.share - (0.35 - 0.15) / 1.4) < 1e-12);
});

test('a rival that is better in nothing wins with no weights, nor one that is as good at best', () => {
  assert.equal(cheapestMoves(SHARES, [0.1, 0.2, 0.3]), null);
  assert.equal(cheapestMoves(SHARES, [0.1, 0.2, 0]), null);
});

test('weight may move to a metric that has none, and the same indexes need none moved', () => {
  assert.equal(cheapestMoves([1, 0], [0.5, -0.5])!.moved, 0.5);
  assert.deepEqual(cheapestMoves([0.5, 0.5], [1, -1]), { moved: 0, to: 1, from: [] });
});

test('nothing cheaper is found by trying: every other change of as many points leaves the rival above', () => {
  const random = seededRandom(3);
  for (let round = 0; round < 200; round++) {
    const raw = [random(), random(), random(), random()];
    const sum = raw.reduce((total, one) => total + one, 0);
    const shares = raw.map((one) => one / sum);
    const higherBy = raw.map(() => random() * 2 - 0.7);
    if (differenceAt(shares, higherBy) <= 0) continue;
    const moves = cheapestMoves(shares, higherBy);
    if (moves === null) {
      assert.ok(higherBy.every((one) => one >= 0));
      continue;
    }
    const after = sharesAfter(shares, higherBy, moves.moved);
    assert.ok(Math.abs(differenceAt(after, higherBy)) < 1e-9);
    assert.ok(Math.abs(after.reduce((total, one) => total + one, 0) - 1) < 1e-12);
    assert.ok(Math.abs(halfOfAllChanges(shares, after) - moves.moved) < 1e-9);
    for (let tries = 0; tries < 50; tries++) {
      const other = randomWeights(random);
      const points = halfOfAllChanges(shares, other);
      // As far in that direction as the found change went, if the weights allow it.
      const scale = Math.min(1, moves.moved / points);
      const near = shares.map((share, k) => share + scale * (other[k]! - share));
      assert.ok(differenceAt(near, higherBy) > -1e-9);
    }
  }
});

function randomWeights(random: () => number): readonly number[] {
  const raw = Array.from({ length: 4 }, () => -Math.log(1 - random()));
  const sum = raw.reduce((total, one) => total + one, 0);
  return raw.map((one) => one / sum);
}

function halfOfAllChanges(before: readonly number[], after: readonly number[]): number {
  return before.reduce((sum, share, k) => sum + Math.abs(share - after[k]!), 0) / 2;
}
