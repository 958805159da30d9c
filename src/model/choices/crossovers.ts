// Where the choice between two ways flips: the bandwidth, the round trip, or the number of objects at which
// both take as long. Found in the model and in each of its replicates; only where nearly all of those flip
// too is a place named. What sessions have in common cancels between two ways, so these are known better than
// times are.

import type { Interval } from '../../base/figures/ratios.ts';
import type { RequestCell } from '../../factors/cell.ts';
import { type NetworkProfile, networkAt } from '../../network/profile.ts';
import { quantileOfSorted, sorted } from '../../stats/samples/quantile.ts';
import { bytesFor } from '../bytes.ts';
import type { Model } from '../model.ts';
import { networkTimes } from '../network-times.ts';
import { type Asked, overNetwork, predict, type Work, workFor } from '../predict.ts';
import type { Terms } from '../terms.ts';

export interface Pair {
  readonly a: RequestCell;
  readonly b: RequestCell;
}

export interface Crossover extends Pair {
  readonly by: 'bandwidth' | 'round-trip' | 'n';
  /** The way that wins below `at`; where `at` is null, it wins in the whole range. */
  readonly below: 'a' | 'b';
  /** Mbit/s, ms, or objects. */
  readonly at: number | null;
  readonly interval: Interval | null;
  /** What was looked through. */
  readonly range: Interval;
}

const BANDWIDTHS_MBITS = logSpaced(0.1, 1_000, 61);
/** The round trip that the bandwidths are looked through at. */
const RTT_MS = 30;
/** A new connection waits for a round trip whenever its window is full, so larger bodies wait more often. */
const RTTS_MS = logSpaced(1, 1_000, 31);
/** Over a connection in use every way waits for one round trip, so both ends of the range tell it. */
const RTTS_IN_USE_MS = [1, 1_000];
/** The bandwidth that the round trips are looked through at. */
const RATE_MBITS = 10;
const N_STEPS = 41;
const MOST_FLIPPED = 0.95;

/**
 * At the pair's own n. null: the model does not tell, it flips in some replicates alone, or the interval of
 * the flip goes beyond the range.
 */
export function bandwidthCrossover(model: Model, pair: Pair): Crossover | null {
  const networks = BANDWIDTHS_MBITS.map((mbits) => networkAt(mbits, RTT_MS));
  return overNetworks(model, pair, { by: 'bandwidth', xs: BANDWIDTHS_MBITS, networks });
}

/** The same by round trip. */
export function roundTripCrossover(model: Model, pair: Pair): Crossover | null {
  const xs = pair.a.connection === 'cold' ? RTTS_MS : RTTS_IN_USE_MS;
  const networks = xs.map((rttMs) => networkAt(RATE_MBITS, rttMs));
  return overNetworks(model, pair, { by: 'round-trip', xs, networks });
}

interface Networks extends Pick<Search, 'by' | 'xs'> {
  /** One for each x. */
  readonly networks: readonly NetworkProfile[];
}

function overNetworks(model: Model, pair: Pair, { by, xs, networks }: Networks): Crossover | null {
  const [a, b] = [askedOn(model, pair.a), askedOn(model, pair.b)];
  if (a === null || b === null) return null;
  const timesA = networks.map((network) => networkTimes(network, pair.a));
  const timesB = networks.map((network) => networkTimes(network, pair.b));
  const ratioIn = (terms: Terms) => {
    const [workA, workB] = [workFor(terms, a), workFor(terms, b)];
    if ('unknown' in workA || 'unknown' in workB) return () => null;
    const over = (work: Work, asked: Asked, networkMs: Asked['networkMs']) =>
      overNetwork(work, { factors: asked.factors, bytes: asked.bytes, networkMs }).totalMs;
    return (i: number) => Math.log(over(workA, a, timesA[i]!) / over(workB, b, timesB[i]!));
  };
  return crossover(model, pair, { by, xs, ratioIn });
}

/** Over a network, between the fewest and the most objects that were measured of both. */
export function countCrossover(model: Model, pair: Pair, network: NetworkProfile): Crossover | null {
  const numbers = (way: RequestCell) =>
    model.cells
      .filter(
        ({ factors: { format, codec, dataset } }) =>
          format === way.format && codec === way.codec && dataset === way.dataset,
      )
      .map(({ factors }) => factors.n);
  const [ofA, ofB] = [numbers(pair.a), numbers(pair.b)];
  const least = Math.max(Math.min(...ofA), Math.min(...ofB));
  const most = Math.min(Math.max(...ofA), Math.max(...ofB));
  if (!(most > least)) return null;
  const xs = logSpaced(least, most, N_STEPS).map(Math.round);
  const all = xs.map((n) => {
    const asked = (factors: RequestCell) => {
      const found = askedOn(model, { ...factors, n });
      return found && { ...found, networkMs: networkTimes(network, factors) };
    };
    return [asked(pair.a), asked(pair.b)] as const;
  });
  if (all.some(([a, b]) => a === null || b === null)) return null;
  const ratioIn = (terms: Terms) => (i: number) => logRatio(terms, all[i]![0]!, all[i]![1]!);
  return crossover(model, pair, { by: 'n', xs, ratioIn });
}

function askedOn({ cells }: Model, factors: RequestCell): Asked | null {
  const bytes = bytesFor(cells, factors);
  return bytes === null ? null : { factors, bytes, networkMs: null, reuse: 1 };
}

interface Search {
  readonly by: Crossover['by'];
  readonly xs: readonly number[];
  /** ln(a's time / b's time) at the ith x; null where a term is missing. */
  readonly ratioIn: (terms: Terms) => (i: number) => number | null;
}

function crossover(model: Model, { a, b }: Pair, { by, xs, ratioIn }: Search): Crossover | null {
  const range = [xs[0]!, xs.at(-1)!] as const;
  const whole = flips(xs, ratioIn(model.terms));
  if (whole === null || whole.at.length > 1) return null;
  const below = whole.aFirst ? 'a' : 'b';
  const same = model.replicates
    .map((terms) => flips(xs, ratioIn(terms)))
    .filter((each) => each !== null && each.aFirst === whole.aFirst && each.at.length === whole.at.length);
  if (same.length < MOST_FLIPPED * model.replicates.length) return null;
  if (whole.at.length === 0) return { a, b, by, below, at: null, interval: null, range };
  const logs = sorted(same.map((each) => Math.log(each!.at[0]!)));
  const middle = Math.log(whole.at[0]!);
  // As far as the quantiles of few sessions fall short of what t has.
  const stretch = model.reach / 1.96;
  const bound = (p: number) => Math.exp(middle + (quantileOfSorted(logs, p) - middle) * stretch);
  const interval = [bound(0.025), bound(0.975)] as const;
  // Beyond what was looked through nobody knows whether it flips at all.
  if (interval[0] < range[0] || interval[1] > range[1]) return null;
  return { a, b, by, below, at: whole.at[0]!, interval, range };
}

interface Flips {
  /** a is faster at the first x. */
  readonly aFirst: boolean;
  readonly at: readonly number[];
}

function flips(xs: readonly number[], ratio: (i: number) => number | null): Flips | null {
  const ratios = xs.map((_, i) => ratio(i));
  if (ratios.some((each) => each === null)) return null;
  const known = ratios as readonly number[];
  const at: number[] = [];
  for (let i = 1; i < xs.length; i++) {
    const [from, to] = [known[i - 1]!, known[i]!];
    if (from === 0 || Math.sign(from) === Math.sign(to)) continue;
    at.push(xs[i - 1]! * (xs[i]! / xs[i - 1]!) ** (from / (from - to)));
  }
  return { aFirst: known[0]! < 0, at };
}

function logRatio(terms: Terms, a: Asked, b: Asked): number | null {
  const [ofA, ofB] = [predict(terms, a), predict(terms, b)];
  if ('unknown' in ofA || 'unknown' in ofB) return null;
  return Math.log(ofA.totalMs / ofB.totalMs);
}

function logSpaced(low: number, high: number, count: number): number[] {
  const step = (high / low) ** (1 / (count - 1));
  return Array.from({ length: count }, (_, i) => low * step ** i);
}
