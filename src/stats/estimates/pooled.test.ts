import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../base/random.ts';
import { mean } from '../samples/quantile.ts';
import { normal } from '../simulated.ts';
import { estimateFromSessions } from './estimate.ts';
import { meanSquaredCorrelation, type PairSessions, pooledEstimates } from './pooled.ts';

function pair(logRatios: readonly number[], change: Partial<PairSessions> = {}): PairSessions {
  return {
    sessions: logRatios.map((_, i) => i),
    logRatios: Float64Array.from(logRatios),
    withinVariances: new Float64Array(logRatios.length).fill(0.0004),
    systematicVariance: 0,
    ...change,
  };
}

/** Pairs without a cell in common. */
function pairsOf(standardDeviations: readonly number[], sessions: number, seed: number): PairSessions[] {
  const random = seededRandom(seed);
  return standardDeviations.map((sd) =>
    pair(Array.from({ length: sessions }, () => 0.2 + sd * normal(random))),
  );
}

test('one pair alone has the t interval of its sessions', () => {
  const values = [0.1, 0.14, 0.08, 0.13, 0.1];
  assert.deepEqual(pooledEstimates([pair(values)]), [estimateFromSessions(values)]);
});

test('the estimate of every pair is the mean of its own sessions', () => {
  const pairs = pairsOf([0.02, 0.02, 0.02, 0.02], 5, 1);
  for (const [i, { log }] of pooledEstimates(pairs).entries()) assert.equal(log, mean(pairs[i]!.logRatios));
});

test('alike pairs lend each other degrees of freedom, four at most', () => {
  const estimates = pooledEstimates(pairsOf(Array<number>(20).fill(0.03), 4, 2));
  assert.ok(estimates.every(({ degreesOfFreedom }) => degreesOfFreedom === 7));
  const errors = estimates.map(({ standardError }) => standardError);
  assert.ok(Math.max(...errors) < 2.5 * Math.min(...errors), `${errors.join(' ')}`);
});

test('pairs whose spread differs a hundredfold lend each other little', () => {
  const spreads = Array.from({ length: 20 }, (_, i) => 0.001 * 100 ** (i / 19));
  const estimates = pooledEstimates(pairsOf(spreads, 8, 3));
  assert.ok(estimates[0]!.degreesOfFreedom < 8.5, `${estimates[0]!.degreesOfFreedom}`);
  assert.ok(estimates.at(-1)!.standardError > 10 * estimates[0]!.standardError);
});

test('a pair that is noisier within its sessions is expected to vary more between them', () => {
  const alike = pairsOf(Array<number>(6).fill(0.02), 4, 4);
  const noisy = alike.map((each, i) =>
    i === 0 ? { ...each, withinVariances: new Float64Array(4).fill(0.04) } : each,
  );
  assert.ok(pooledEstimates(noisy)[0]!.standardError > pooledEstimates(alike)[0]!.standardError);
});

test('pairs that are copies of one another lend each other nothing', () => {
  const [one] = pairsOf([0.02], 5, 5);
  const [first, second] = pooledEstimates([one!, one!]);
  assert.deepEqual(first, estimateFromSessions(one!.logRatios));
  assert.deepEqual(second, first);
});

test('the correlation between pairs is told from what chance alone gives', () => {
  assert.ok(meanSquaredCorrelation(pairsOf(Array<number>(40).fill(0.02), 5, 6)) < 0.05);
  const random = seededRandom(7);
  const shared = Array.from({ length: 6 }, () => normal(random));
  const sharing = Array.from({ length: 40 }, () => pair(shared.map((level) => level + normal(random))));
  const found = meanSquaredCorrelation(sharing);
  assert.ok(found > 0.1 && found < 0.45, `${found}`);
});

test('what is wrong alike in all sessions does not shrink with their number', () => {
  const still = pair(Array<number>(30).fill(0.3), { systematicVariance: 0.01 });
  assert.ok(pooledEstimates([still])[0]!.standardError >= 0.1);
  assert.ok(pooledEstimates([still, ...pairsOf([0.02, 0.02], 30, 8)])[0]!.standardError >= 0.1);
});

test('a pair of one session has an estimate without degrees of freedom, whatever the others have', () => {
  const [single] = pooledEstimates([pair([0.5]), ...pairsOf([0.02, 0.02, 0.02], 5, 9)]);
  assert.equal(single!.log, 0.5);
  assert.equal(single!.degreesOfFreedom, 0);
});

test('pairs with different numbers of sessions are pooled', () => {
  const [long] = pairsOf([0.02], 12, 10);
  const estimates = pooledEstimates([long!, ...pairsOf(Array<number>(9).fill(0.02), 4, 11)]);
  assert.ok(estimates[0]!.degreesOfFreedom > estimates[1]!.degreesOfFreedom);
  assert.ok(estimates.every(({ standardError }) => standardError > 0.002 && standardError < 0.04));
});

test('within variances that nobody knows leave the pairs alike', () => {
  const unknown = pairsOf([0.02, 0.02, 0.02], 5, 12).map((each) => ({
    ...each,
    withinVariances: new Float64Array(5).fill(Number.NaN),
  }));
  assert.ok(pooledEstimates(unknown).every(({ standardError }) => standardError > 0 && standardError < 0.05));
});
