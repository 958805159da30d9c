import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Random, seededRandom } from '../../base/random.ts';
import { normal } from '../simulated.ts';
import { digamma, fitVariancePrior, trigamma } from './variance-prior.ts';

const near = (actual: number, wanted: number, within: number) =>
  assert.ok(Math.abs(actual - wanted) <= within, `${actual} ≠ ${wanted}`);

function chiSquare(random: Random, degreesOfFreedom: number): number {
  let sum = 0;
  for (let i = 0; i < degreesOfFreedom; i++) sum += normal(random) ** 2;
  return sum;
}

/** Variances of `count` pairs whose true ones are 0.5 · priorDf / χ²(priorDf); ∞: all alike. */
function drawVariances(count: number, degreesOfFreedom: number, priorDf: number) {
  const random = seededRandom(3);
  return Array.from({ length: count }, () => {
    const truth = priorDf === Number.POSITIVE_INFINITY ? 0.5 : (0.5 * priorDf) / chiSquare(random, priorDf);
    return { variance: (truth * chiSquare(random, degreesOfFreedom)) / degreesOfFreedom, degreesOfFreedom };
  });
}

test('digamma and trigamma are those of the tables', () => {
  near(digamma(1), -0.5772156649, 1e-9);
  near(digamma(0.5), -1.963510026, 1e-9);
  near(digamma(10), 2.2517525891, 1e-9);
  near(trigamma(1), Math.PI ** 2 / 6, 1e-9);
  near(trigamma(0.5), Math.PI ** 2 / 2, 1e-9);
  near(trigamma(10), 0.1051663357, 1e-9);
});

test('how much the true variances differ is found again, and their geometric mean', () => {
  for (const priorDf of [2, 3]) {
    const prior = fitVariancePrior(drawVariances(20_000, 5, priorDf), 0);
    near(prior.degreesOfFreedom, priorDf, 0.08 * priorDf);
    near(prior.variance, 0.5 * Math.exp(Math.log(priorDf / 2) - digamma(priorDf / 2)), 0.03);
  }
});

test('variances that differ by chance alone get as many degrees of freedom as are allowed', () => {
  const prior = fitVariancePrior(drawVariances(5000, 5, Number.POSITIVE_INFINITY), 0);
  assert.equal(prior.degreesOfFreedom, 4);
  near(prior.variance, 0.5, 0.02);
});

test('two pairs say little of each other, and pairs with the same noise nothing', () => {
  const same = { variance: 1, degreesOfFreedom: 5 };
  const ofTwo = fitVariancePrior([same, same], 0).degreesOfFreedom;
  assert.ok(ofTwo > 0 && ofTwo <= 2, `${ofTwo}`);
  assert.equal(fitVariancePrior([same, same, same], 1).degreesOfFreedom, 0);
});

test('variances of 0 do not bring the others to nothing', () => {
  const some = drawVariances(20, 5, Number.POSITIVE_INFINITY).map((each, i) =>
    i < 5 ? { ...each, variance: 0 } : each,
  );
  const prior = fitVariancePrior(some, 0);
  assert.ok(prior.degreesOfFreedom < 1 && Number.isFinite(prior.variance), JSON.stringify(prior));
  const still = some.map((each) => ({ ...each, variance: 0 }));
  assert.equal(fitVariancePrior(still, 0).degreesOfFreedom, 0);
});
