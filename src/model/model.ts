// A model of what was measured: terms from all sessions, the same terms from sessions drawn at random, and
// what predictions miss. From it come predictions with intervals, or the reason why there is none.

import tQuantile from '@stdlib/stats-base-dists-t-quantile';
import type { Interval } from '../base/figures/ratios.ts';
import type { RequestCell } from '../factors/cell.ts';
import { isCompressed, spellCompression } from '../factors/compression.ts';
import { NO_NETWORK } from '../factors/network.ts';
import type { NetworkProfile } from '../network/profile.ts';
import { sayRate } from '../network/say-network.ts';
import { standardDeviation } from '../stats/quantile.ts';
import { borrowedBytes, bytesFor, type FoundBytes } from './bytes.ts';
import { type Place, placeAmong } from './curve.ts';
import { allSessions, drawSessions, fewestSessions } from './draws.ts';
import { type MissBounds, missBounds } from './errors.ts';
import { heldOutResiduals, type MissKind, REACH, type Residuals } from './held-out.ts';
import type { MeasuredCell } from './measured.ts';
import { networkTimes, whyNoArithmetic } from './network-times.ts';
import { type Asked, type PredictedItem, predict } from './predict.ts';
import { clientKey, fitTerms, type TermName, type Terms } from './terms.ts';

const REPLICATES = 200;

export interface Model {
  readonly cells: readonly MeasuredCell[];
  readonly networks: readonly NetworkProfile[];
  readonly terms: Terms;
  readonly replicates: readonly Terms[];
  readonly residuals: Residuals;
  readonly misses: MissBounds;
  /** The fewest that any of its browsers, targets and places has. */
  readonly sessions: number;
  /** How many times as far as the replicates' spread an interval reaches. */
  readonly reach: number;
}

export interface Wanted {
  /** Its network is the name of `network`. */
  readonly factors: RequestCell;
  readonly network: NetworkProfile;
  /** Answers for which one is encoded and compressed. */
  readonly reuse: number;
}

export interface Prediction {
  readonly factors: RequestCell;
  readonly totalMs: { readonly value: number; readonly interval: Interval };
  readonly items: Readonly<Record<PredictedItem, number>>;
  readonly bytes: FoundBytes;
  /** How it lies to what was measured; `outside` also where a network or combination is new. */
  readonly range: Place;
  /** What it rests on beside measured cells. */
  readonly restsOn: readonly MissKind[];
}

export interface Refusal {
  readonly factors: RequestCell;
  readonly reason: string;
}

/** null: no cell was measured in two sessions at least. */
export function makeModel(
  cells: readonly MeasuredCell[],
  networks: readonly NetworkProfile[],
  { seed, confidence }: { readonly seed: number; readonly confidence: number },
): Model | null {
  if (cells.length === 0) return null;
  const sessions = fewestSessions(cells);
  if (sessions < 2) return null;
  const residuals = heldOutResiduals(cells, networks);
  return {
    cells,
    networks,
    terms: fitTerms(cells, allSessions(cells), networks),
    replicates: drawSessions(cells, REPLICATES, seed).map((draw) => fitTerms(cells, draw, networks)),
    residuals,
    misses: missBounds(residuals, 1 - confidence),
    sessions,
    // A draw of S sessions scatters by (S − 1)/S of what the mean of S does.
    reach: tQuantile((1 + confidence) / 2, sessions - 1) * Math.sqrt(sessions / (sessions - 1)),
  };
}

export function predictWanted(model: Model, wanted: Wanted): Prediction | Refusal {
  const { factors, network, reuse } = wanted;
  const { cells, terms } = model;
  const noArithmetic = whyNoArithmetic(network);
  if (noArithmetic !== null) return { factors, reason: `${network.name}: ${noArithmetic}` };
  const tooFast = whyTooFast(model, factors, network);
  if (tooFast !== null) return { factors, reason: tooFast };
  const same = cells.filter((cell) => sameData(cell.factors, factors));
  if (same.length === 0)
    return {
      factors,
      reason: `${factors.format}/${factors.codec} of ${factors.dataset} was not measured here`,
    };
  const numbers = same.map((cell) => cell.factors.n);
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  if (factors.n < least / REACH || factors.n > most * REACH) {
    return {
      factors,
      reason: `measured were ${least} to ${most} objects, which tells ${Math.ceil(least / REACH)} to ${most * REACH}`,
    };
  }
  const bytes = bytesFor(cells, factors) ?? borrowedBytes(cells, factors);
  if (bytes === null) {
    const way = spellCompression(factors.compression);
    return { factors, reason: `no cell tells its bytes with ${way}, nor do two other formats` };
  }
  const asked = { factors, bytes, networkMs: networkTimes(network, factors), reuse };
  const whole = predict(terms, asked);
  if ('unknown' in whole) return { factors, reason: SAY_UNKNOWN[whole.unknown] };
  const restsOn = missKinds(model, factors, placeAmong(numbers, factors.n));
  const logs = replicatedLogs(model, asked);
  const missed = Math.hypot(
    missedOfWork(model, { ...whole, bytes, restsOn }),
    restsOn.includes('network') ? model.misses.network.log : 0,
  );
  const spread = logs.length > 1 ? standardDeviation(logs) * model.reach : 0;
  const half = Math.hypot(spread, missed);
  return {
    factors,
    totalMs: {
      value: whole.totalMs,
      interval: [whole.totalMs * Math.exp(-half), whole.totalMs * Math.exp(half)],
    },
    items: whole.items,
    bytes,
    range:
      restsOn.length === 0 ? 'measured' : restsOn.some((kind) => kind !== 'inside') ? 'outside' : 'inside',
    restsOn,
  };
}

/**
 * Over a slow wire nobody sees what copying and decompressing a body take, so a record without loopback says
 * nothing of faster networks.
 */
export function whyTooFast(
  { cells, networks }: Model,
  factors: RequestCell,
  { name, downKbits }: NetworkProfile,
): string | null {
  const own = cells.filter((cell) => clientKey(cell.factors) === clientKey(factors));
  if (own.length === 0 || own.some((cell) => cell.factors.network === NO_NETWORK)) return null;
  const rates = own.map(
    (cell) => networks.find((each) => each.name === cell.factors.network)?.downKbits ?? 0,
  );
  const fastest = Math.max(...rates);
  if (downKbits !== null && downKbits <= fastest * REACH) return null;
  return `${name} is faster than ${sayRate(fastest * REACH)}, and nothing was measured on loopback (network none)`;
}

/**
 * By how much a prediction may miss beside what sessions scatter and what the network's arithmetic misses,
 * which is the same for all ways over it.
 */
export function missedOfWork({ misses }: Model, { items, totalMs, bytes, restsOn }: MissedBy): number {
  const workShare = 1 - items.network / (typeof totalMs === 'number' ? totalMs : totalMs.value);
  const ofWork = restsOn.filter((kind) => kind !== 'network').map((kind) => misses[kind].log * workShare);
  return Math.hypot(...ofWork, bytes.missedLog * (1 - workShare));
}

interface MissedBy extends Pick<Prediction, 'bytes' | 'restsOn'> {
  readonly items: Pick<Prediction['items'], 'network'>;
  readonly totalMs: number | Prediction['totalMs'];
}

export function replicatedLogs({ replicates }: Model, asked: Asked): number[] {
  return replicates.flatMap((terms) => {
    const found = predict(terms, asked);
    return 'unknown' in found ? [] : [Math.log(found.totalMs)];
  });
}

function missKinds({ cells }: Model, factors: RequestCell, place: Place): MissKind[] {
  const kinds: MissKind[] = place === 'measured' ? [] : [place];
  const isTogether = cells.some(
    (cell) =>
      sameData(cell.factors, factors) &&
      spellCompression(cell.factors.compression) === spellCompression(factors.compression),
  );
  if (isCompressed(factors.compression) && !isTogether) kinds.push('combination');
  const isThere = cells.some(
    (cell) => cell.factors.network === factors.network && cell.factors.browser === factors.browser,
  );
  if (factors.network !== NO_NETWORK && !isThere) kinds.push('network');
  return kinds;
}

function sameData(a: RequestCell, b: RequestCell): boolean {
  const names = ['target', 'browser', 'dataset', 'format', 'codec', 'encoder'] as const;
  return names.every((name) => a[name] === b[name]);
}

const SAY_UNKNOWN: Readonly<Record<TermName, string>> = {
  encode: 'its encoder was not measured here',
  decode: 'its codec was not measured in this browser',
  handling: 'nothing was measured over its protocol and connection',
  'handling-any': 'nothing was measured over its protocol and connection',
  compress: 'its compression was not measured here',
  'compress-any': 'its compression was not measured here',
  decompress: 'its compression was not measured in this browser',
  'server-compute': 'its computation was not measured here',
  'client-compute': 'its computation was not measured here',
};
