// Whether all intervals of a family hold together: over the pairs, and over the looks.

import { seededRandom } from '../../base/random.ts';
import { familyLevel } from '../answers/family.ts';
import { levelOfLook, looksUpTo } from '../answers/looks.ts';
import { type Estimate, estimateFromSessions, sumOfIndependent } from '../estimates/estimate.ts';
import { type PairSessions, type PriorFit, pooledEstimates } from '../estimates/pooled.ts';
import { digamma, inverseTrigamma, NO_PRIOR, trigamma } from '../estimates/variance-prior.ts';
import { mean, standardDeviation } from '../samples/quantile.ts';
import type { ApartSituation } from './pair-situations.ts';
import { ALPHA, missesTruth, reachOfInterval, shareOfRounds } from './rounds.ts';
import { driftUpTo, firstSessions, type PairsSituation, simulatePairs } from './simulated-pairs.ts';

export type Estimator = (pairs: readonly PairSessions[]) => Estimate[];

/** What every pair has by itself. */
export const plainEstimates: Estimator = (pairs) =>
  pairs.map(({ logRatios }) => estimateFromSessions(logRatios));

/**
 * limma's own prior, which the one of variance-prior.ts is a safer form of; with its degrees of freedom
 * capped.
 */
export function limmaEstimates(mostDegreesOfFreedom = 1e6): Estimator {
  const fit: PriorFit = (observed) => {
    if (observed.length < 2) return NO_PRIOR;
    const halves = observed.map(({ degreesOfFreedom }) => degreesOfFreedom / 2);
    const logs = observed.map(
      ({ variance }, i) => Math.log(variance) - digamma(halves[i]!) + Math.log(halves[i]!),
    );
    const beyondChance = standardDeviation(logs) ** 2 - mean(halves.map(trigamma));
    const centre = mean(logs);
    if (!(beyondChance > 0)) return { variance: Math.exp(centre), degreesOfFreedom: mostDegreesOfFreedom };
    const half = inverseTrigamma(beyondChance);
    return {
      variance: Math.exp(centre + digamma(half) - Math.log(half)),
      degreesOfFreedom: Math.min(2 * half, mostDegreesOfFreedom),
    };
  };
  return (pairs) => pooledEstimates(pairs, fit);
}

/** How many times as wide plain t is, over all pairs and rounds. */
export function timesNarrower(
  situation: PairsSituation,
  sessions: number,
  level: number,
  rounds: number,
  seed: number,
): number {
  const random = seededRandom(seed);
  let plain = 0;
  let pooled = 0;
  const sum = (estimates: readonly Estimate[]) =>
    estimates.reduce((total, estimate) => total + reachOfInterval(estimate, level), 0);
  for (let round = 0; round < rounds; round++) {
    const pairs = simulatePairs(situation, sessions, random);
    plain += sum(plainEstimates(pairs));
    pooled += sum(pooledEstimates(pairs));
  }
  return plain / pooled;
}

/** Runs of so many sessions in which any interval of the family misses; one look with the whole level. */
export function missesAtOneLook(
  situation: PairsSituation,
  sessions: number,
  rounds: number,
  seed: number,
  estimator: Estimator = pooledEstimates,
): number {
  const level = familyLevel(ALPHA, situation.pairs);
  return shareOfRounds(rounds, seed, (random) =>
    estimator(simulatePairs(situation, sessions, random)).some((estimate) => missesTruth(estimate, level, 0)),
  );
}

/**
 * Runs in which any interval of any look misses: all planned looks, and an end after `sessions`. `once`: the
 * plan had one look, after so many sessions, and the run was gone on with.
 */
export function missesAtAnyLook(
  situation: PairsSituation,
  sessions: number,
  rounds: number,
  seed: number,
  once?: number,
): number {
  const planned = looksUpTo(sessions).filter((look) => once === undefined || look > once);
  const looks = [...new Set([...(once === undefined ? [] : [once]), ...planned, sessions])];
  return shareOfRounds(rounds, seed, (random) => {
    const pairs = simulatePairs(situation, sessions, random);
    return looks.some((look, i) => {
      const level = familyLevel(levelOfLook(ALPHA, i + 1, once !== undefined), situation.pairs);
      const counted = firstSessions(pairs, look);
      return pooledEstimates(counted).some((estimate, p) =>
        missesTruth(estimate, level, driftUpTo(situation, p, sessions, look)),
      );
    });
  });
}

/**
 * The same of so many pairs across session sets: nothing is pooled, and degrees of freedom are those of the
 * set with the fewer; `welch`: Welch's.
 */
export function missesBetweenSets(
  { mostOfSecond = Number.POSITIVE_INFINITY, ...situation }: ApartSituation,
  pairs: number,
  sessions: number,
  rounds: number,
  seed: number,
  welch = false,
): number {
  const looks = [...new Set([...looksUpTo(sessions), sessions])];
  return shareOfRounds(rounds, seed, (random) => {
    const cells = simulatePairs({ ...situation, pairs: 2 * pairs }, sessions, random);
    return looks.some((look, nth) => {
      const level = familyLevel(levelOfLook(ALPHA, nth + 1), pairs);
      const counts = cells.map((_, i) => (i % 2 === 0 ? look : Math.min(look, mostOfSecond)));
      const estimates = plainEstimates(firstSessions(cells, counts));
      return Array.from({ length: pairs }, (_, pair) => estimates.slice(2 * pair, 2 * pair + 2)).some(
        (both) => {
          const sum = sumOfIndependent(both);
          const fewest = Math.min(...both.map(({ degreesOfFreedom }) => degreesOfFreedom));
          return missesTruth(welch ? sum : { ...sum, degreesOfFreedom: fewest }, level, 0);
        },
      );
    });
  });
}
