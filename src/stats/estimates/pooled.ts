// Estimates of many pairs of cells that were measured in the same sessions. Each pair's own sessions say
// where its ratio lies; how far it scatters from session to session is learned from all pairs together,
// because three or four sessions alone say too little of it and Student's t makes that expensive.

import { mean, standardDeviation } from '../samples/quantile.ts';
import type { Estimate } from './estimate.ts';
import { fitVariancePrior, NO_PRIOR, type VariancePrior } from './variance-prior.ts';

/** A pair, or any other contrast of cells, in the sessions that have it; one entry a session. */
export interface PairSessions {
  /** Which sessions these are, by any number: pairs of the same sessions are known by it. */
  readonly sessions: ArrayLike<number>;
  readonly logRatios: Float64Array;
  /** Variance of that session's log ratio by its blocks (block-jackknife.ts); NaN where it is not known. */
  readonly withinVariances: Float64Array;
  /** Variance of what is wrong alike in all sessions, as by the steps of a clock. */
  readonly systematicVariance: number;
}

/** How the prior is made; the proofs hold others against it. */
export type PriorFit = typeof fitVariancePrior;

/** What many pairs of one session set say about how far any pair of it scatters. */
export interface SharedSpread {
  /** Variance between sessions beyond that within them, the same for all pairs. */
  readonly between: number;
  /** Of a pair's own variance over what is expected of it. */
  readonly prior: VariancePrior;
}

/** Without any pairs, or with one: nothing, so that each pair has Student's t. */
export function learnSpread(
  pairs: readonly PairSessions[],
  fitPrior: PriorFit = fitVariancePrior,
): SharedSpread {
  const spreads = pairs.map(spreadOfPair);
  const between = betweenVariance(spreads);
  const expected = spreads.map(({ within }) => within + between);
  return { between, prior: sharedPrior(pairs, spreads, expected, fitPrior) };
}

/**
 * mean ± t · √(s̃²/S + systematic), with S − 1 + d₀ degrees of freedom and
 * s̃² = (d₀ · s₀² · v + (S − 1) · s²) / (d₀ + S − 1), where s² is the pair's own variance between its
 * sessions, v the variance expected of it (its mean variance within sessions, plus the variance between
 * sessions that all pairs share), and s₀², d₀ the prior of s²/v. The pair need not be among those that the
 * spread was learned from, but must be of their session set. One of a single session has no degrees of
 * freedom; one without any is not allowed.
 */
export function estimatePair(pair: PairSessions, { between, prior }: SharedSpread): Estimate {
  const { logRatios, systematicVariance } = pair;
  const sessions = logRatios.length;
  const { variance, degreesOfFreedom, within } = spreadOfPair(pair);
  const log = mean(logRatios);
  if (sessions < 2) return { log, standardError: Number.NaN, degreesOfFreedom: 0 };
  const total = prior.degreesOfFreedom + degreesOfFreedom;
  const shared = prior.degreesOfFreedom * prior.variance * (within + between);
  const pooled = (shared + degreesOfFreedom * variance) / total;
  return { log, standardError: Math.sqrt(pooled / sessions + systematicVariance), degreesOfFreedom: total };
}

/** Of pairs that learn from one another, all of one session set. */
export function pooledEstimates(
  pairs: readonly PairSessions[],
  fitPrior: PriorFit = fitVariancePrior,
): Estimate[] {
  const shared = learnSpread(pairs, fitPrior);
  return pairs.map((pair) => estimatePair(pair, shared));
}

interface Spread {
  /** Between sessions, what varies within them included; 0 where there is one session. */
  readonly variance: number;
  readonly degreesOfFreedom: number;
  readonly within: number;
}

function spreadOfPair({ logRatios, withinVariances }: PairSessions): Spread {
  const known = withinVariances.filter((variance) => !Number.isNaN(variance));
  return {
    variance: logRatios.length < 2 ? 0 : standardDeviation(logRatios) ** 2,
    degreesOfFreedom: logRatios.length - 1,
    within: known.length === 0 ? 0 : mean(known),
  };
}

/** What pairs vary between sessions beyond their variance within, on average; never below 0. */
function betweenVariance(spreads: readonly Spread[]): number {
  let sum = 0;
  let weight = 0;
  for (const { variance, within, degreesOfFreedom } of spreads) {
    sum += degreesOfFreedom * (variance - within);
    weight += degreesOfFreedom;
  }
  return weight === 0 ? 0 : Math.max(0, sum / weight);
}

function sharedPrior(
  pairs: readonly PairSessions[],
  spreads: readonly Spread[],
  expected: readonly number[],
  fitPrior: PriorFit,
): VariancePrior {
  const usable = pairs.map((_, i) => i).filter((i) => spreads[i]!.degreesOfFreedom > 0 && expected[i]! > 0);
  if (usable.length < 2) return NO_PRIOR;
  const observed = usable.map((i) => ({
    variance: spreads[i]!.variance / expected[i]!,
    degreesOfFreedom: spreads[i]!.degreesOfFreedom,
  }));
  return fitPrior(observed, meanSquaredCorrelation(usable.map((i) => pairs[i]!)));
}

/**
 * Mean square of the correlation between different pairs over their sessions, less what chance alone gives
 * (1/d of independent pairs, d degrees of freedom). With one degree of freedom every correlation is 1.
 *
 * With each pair's deviations from its mean scaled to length 1 as a row of Z, Σ ρ² over all i and j is the
 * squared Frobenius norm of ZᵀZ, which is a table of sessions by sessions.
 */
export function meanSquaredCorrelation(pairs: readonly PairSessions[]): number {
  const columns = new Map<number, number>();
  for (const { sessions } of pairs) {
    for (let s = 0; s < sessions.length; s++) {
      if (!columns.has(sessions[s]!)) columns.set(sessions[s]!, columns.size);
    }
  }
  const size = columns.size;
  const products = new Float64Array(size * size);
  let varying = 0;
  let degreesOfFreedom = 0;
  for (const { sessions, logRatios } of pairs) {
    const centre = mean(logRatios);
    const row = logRatios.map((value) => value - centre);
    const length = Math.hypot(...row);
    if (!(length > 0)) continue;
    varying++;
    degreesOfFreedom += logRatios.length - 1;
    for (let a = 0; a < row.length; a++) {
      const from = columns.get(sessions[a]!)! * size;
      for (let b = 0; b < row.length; b++) {
        products[from + columns.get(sessions[b]!)!]! += (row[a]! * row[b]!) / length ** 2;
      }
    }
  }
  if (varying < 2) return 0;
  const squares = products.reduce((sum, value) => sum + value * value, 0);
  const seen = (squares - varying) / (varying * (varying - 1));
  const mostly = degreesOfFreedom / varying;
  return mostly <= 1 ? 1 : Math.min(1, Math.max(0, (mostly * seen - 1) / (mostly - 1)));
}
