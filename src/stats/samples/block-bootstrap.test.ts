import assert from 'node:assert/strict';
import { test } from 'node:test';
import { median } from '../../base/figures/median.ts';
import { seededRandom } from '../../base/random.ts';
import { drawUnits, medianReplicates, unitsOfBlocks } from './block-bootstrap.ts';
import { standardDeviation } from './quantile.ts';

test('each replicate draws one unit less than there are', () => {
  for (const counts of drawUnits(7, seededRandom(1))) {
    assert.equal(
      counts.reduce((a, b) => a + b),
      6,
    );
  }
});

test('the same seed draws the same units', () => {
  assert.deepEqual(drawUnits(9, seededRandom(4)), drawUnits(9, seededRandom(4)));
});

test('a replicate is the median of the blocks drawn', () => {
  const values = [5, 1, 2, 9, 7, 3];
  const unit = [0, 0, 1, 1, 2, 2];
  const draws = [Uint8Array.of(2, 0, 0), Uint8Array.of(0, 1, 1), Uint8Array.of(0, 0, 2)];
  const wanted = [median([5, 1, 5, 1]), median([2, 9, 7, 3]), median([7, 3])];
  assert.deepEqual([...medianReplicates(values, unit, draws)], wanted);
});

test('replicates of a median of blocks of one value vary as medians of so many values do', () => {
  // The standard error of the median of n uniform values is close to 1 / (2 √n).
  const random = seededRandom(8);
  const errors = Array.from({ length: 40 }, () => {
    const values = Float64Array.from({ length: 50 }, random);
    return standardDeviation(
      medianReplicates(
        values,
        values.map((_, i) => i),
        drawUnits(50, random),
      ),
    );
  });
  const found = errors.reduce((a, b) => a + b) / errors.length;
  assert.ok(Math.abs(found * 2 * Math.sqrt(50) - 1) < 0.15, `${found}`);
});

test('many blocks are taken together with their neighbours', () => {
  assert.deepEqual([...unitsOfBlocks(3)], [0, 1, 2]);
  const units = unitsOfBlocks(250);
  assert.equal(new Set(units).size, 100);
  assert.ok(units.every((unit, block) => block === 0 || unit - units[block - 1]! <= 1));
});
