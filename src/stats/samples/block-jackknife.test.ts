import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { median } from '../../base/figures/median.ts';
import { seededRandom } from '../../base/random.ts';
import { normal } from '../simulated.ts';
import { unitsOfBlocks } from './block-bootstrap.ts';
import { JACKKNIFE_UNITS, jackknifeVariance, logMediansWithoutEach } from './block-jackknife.ts';
import { mean, standardDeviation } from './quantile.ts';

test('each median is that of the values of all other units', () => {
  const logs = logMediansWithoutEach([5, 1, 2, 9, 7, 3], [0, 0, 1, 1, 2, 2], 3);
  const wanted = [median([2, 9, 7, 3]), median([5, 1, 7, 3]), median([5, 1, 2, 9])];
  assert.deepEqual([...logs], wanted.map(Math.log));
});

test('a unit without values leaves the median as it is, and the only unit with values leaves none', () => {
  const [without0, without1] = logMediansWithoutEach([2, 3], [1, 1], 2);
  assert.equal(without0, Math.log(2.5));
  assert.ok(Number.isNaN(without1));
  assert.deepEqual([...logMediansWithoutEach([], [], 0)], []);
});

test('whatever the values and however large the units, only what is left out is left out', () => {
  const values = fc.oneof(fc.integer({ min: 1, max: 4 }), fc.double({ min: 0.001, max: 1e6, noNaN: true }));
  const given = fc.array(fc.tuple(values, fc.nat(4)), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(given, (pairs) => {
      const [all, unit] = [pairs.map(([value]) => value), pairs.map(([, each]) => each)];
      const wanted = [0, 1, 2, 3, 4].map((left) => {
        const ascending = all.filter((_, i) => unit[i] !== left).toSorted((a, b) => a - b);
        const middle = (ascending.length - 1) / 2;
        return Math.log((ascending[Math.floor(middle)]! + ascending[Math.ceil(middle)]!) / 2);
      });
      assert.deepEqual([...logMediansWithoutEach(all, unit, 5)], wanted);
    }),
  );
});

test('the jackknife of a mean is its usual variance', () => {
  const values = [3, 5, 4, 8, 1];
  const withoutEach = values.map((value) => (21 - value) / 4);
  const wanted = standardDeviation(values) ** 2 / 5;
  assert.ok(Math.abs(jackknifeVariance(withoutEach) - wanted) < 1e-12);
});

test('units without which nothing is left are passed over, and one alone says nothing', () => {
  assert.equal(jackknifeVariance([1, Number.NaN, 3]), jackknifeVariance([1, 3]));
  assert.ok(Number.isNaN(jackknifeVariance([1, Number.NaN])));
});

test('over many sessions the jackknife says how far a log ratio of medians varies', () => {
  const random = seededRandom(5);
  const blocks = 200;
  const unitOfBlock = unitsOfBlocks(blocks, JACKKNIFE_UNITS);
  const unit = Uint32Array.from({ length: blocks * 3 }, (_, i) => unitOfBlock[Math.floor(i / 3)]!);
  const logRatios: number[] = [];
  const variances: number[] = [];
  for (let session = 0; session < 200; session++) {
    const levels = Array.from({ length: blocks }, () => 0.13 * normal(random));
    const cell = () =>
      Float64Array.from(unit, (_, i) => Math.exp(levels[Math.floor(i / 3)]! + 0.15 * normal(random)));
    const [a, b] = [cell(), cell()];
    logRatios.push(Math.log(median(a) / median(b)));
    const withoutA = logMediansWithoutEach(a, unit, JACKKNIFE_UNITS);
    const withoutB = logMediansWithoutEach(b, unit, JACKKNIFE_UNITS);
    variances.push(jackknifeVariance(withoutA.map((log, u) => log - withoutB[u]!)));
  }
  const ratio = mean(variances) / standardDeviation(logRatios) ** 2;
  assert.ok(ratio > 0.85 && ratio < 1.3, `${ratio}`);
});
