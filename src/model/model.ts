// A model of what was measured: terms from all sessions, the same terms from sessions drawn at random, and
// what predictions miss. From it come predictions with intervals, or the reason why there is none.

import tQuantile from '@stdlib/stats-base-dists-t-quantile';
import type { Interval } from '../base/figures/ratios.ts';
import type { RequestCell } from '../factors/cell.ts';
import { isCompressed, spellCompression } from '../factors/compression.ts';
import { FULL_CPU, sayCpu } from '../factors/cpu.ts';
import { NO_NETWORK } from '../factors/network.ts';
import type { NetworkProfile } from '../network/profile.ts';
import { sayRate } from '../network/say-network.ts';
import { standardDeviation } from '../stats/samples/quantile.ts';
import { borrowedBytes, bytesFor, type FoundBytes, sentKey } from './bytes.ts';
import { type Place, placeAmong } from './curve.ts';
import { allSessions, drawSessions, fewestSessions } from './draws.ts';
import type { MeasuredCell } from './measured.ts';
import { type MissBounds, missBounds } from './misses/errors.ts';
import { heldOutResiduals, type MissKind, REACH, type Residuals } from './misses/held-out.ts';
import { networkTimes, whyNoArithmetic } from './network-times.ts';
import { type Asked, type PredictedItem, predict } from './predict.ts';
import { clientKey, type Draw, fitTerms, type TermName, type Terms, termKey, termsFor } from './terms.ts';

const REPLICATES = 200;

export interface Model {
  readonly cells: readonly MeasuredCell[];
  readonly networks: readonly NetworkProfile[];
  readonly terms: Terms;
  readonly draws: readonly Draw[];
  /** Of each draw. */
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
  const draws = drawSessions(cells, REPLICATES, seed);
  return {
    cells,
    networks,
    terms: fitTerms(cells, allSessions(cells), networks),
    draws,
    replicates: draws.map((draw) => fitTerms(cells, draw, networks)),
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
  const noArithmetic = whyNoArithmetic(network, factors.protocol);
  if (noArithmetic !== null) return { factors, reason: `${network.name}: ${noArithmetic}` };
  const tooFast = whyTooFast(model, factors, network);
  if (tooFast !== null) return { factors, reason: tooFast };
  const way = wayKey(factors);
  const same = cells.filter((cell) => wayKey(cell.factors) === way);
  if (same.length === 0)
    return {
      factors,
      reason: `${factors.format}/${factors.codec} of ${factors.dataset} was not measured here${atThisPace(factors)}`,
    };
  const numbers = [same.map((cell) => cell.factors.n), ...numbersComputed(cells, factors)];
  const beyond = numbers.flatMap((some) => whyBeyond(some, factors.n) ?? [])[0];
  if (beyond !== undefined) return { factors, reason: beyond };
  const bytes = bytesFor(cells, factors) ?? borrowedBytes(cells, factors);
  if (bytes === null) {
    const way = spellCompression(factors.compression);
    return { factors, reason: `no cell tells its bytes with ${way}, nor do two other formats` };
  }
  const asked = { factors, bytes, networkMs: networkTimes(network, factors), reuse };
  const whole = predict(terms, asked);
  if ('unknown' in whole) return { factors, reason: SAY_UNKNOWN[whole.unknown] };
  const places = [...numbers, numbersSent(cells, factors)].map((some) => placeAmong(some, factors.n));
  const restsOn = missKinds(model, factors, places);
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
  { cells, networks }: { readonly cells: readonly Pick<MeasuredCell, 'factors'>[] } & Pick<Model, 'networks'>,
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

function atThisPace({ cpu }: RequestCell): string {
  return cpu === FULL_CPU ? '' : ` by a client ${sayCpu(cpu)}`;
}

/** Of objects, of each computation that it needs. */
function numbersComputed(cells: readonly MeasuredCell[], factors: RequestCell): readonly number[][] {
  return COMPUTING.filter((term) => termsFor(factors).includes(term)).map((term) => {
    const key = termKey(term, factors);
    const same = cells.filter((cell) => termsFor(cell.factors).includes(term));
    return same.filter((cell) => termKey(term, cell.factors) === key).map((cell) => cell.factors.n);
  });
}

const COMPUTING = ['server-compute', 'client-compute'] as const satisfies readonly TermName[];

/** Of objects, with its compression in any browser; its own where nobody sent it so. */
function numbersSent(cells: readonly MeasuredCell[], factors: RequestCell): readonly number[] {
  const key = sentKey(factors);
  const sent = cells.filter((cell) => sentKey(cell.factors) === key).map((cell) => cell.factors.n);
  return sent.length === 0 ? [factors.n] : sent;
}

/** null where it is within reach of what was measured, or nothing of its kind was. */
function whyBeyond(numbers: readonly number[], n: number): string | null {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  if (numbers.length === 0 || (n >= least / REACH && n <= most * REACH)) return null;
  return `measured were ${least} to ${most} objects, which tells ${Math.ceil(least / REACH)} to ${most * REACH}`;
}

function missKinds({ cells }: Model, factors: RequestCell, places: readonly Place[]): MissKind[] {
  const place = (['outside', 'inside'] as const).find((each) => places.includes(each));
  const kinds: MissKind[] = place === undefined ? [] : [place];
  const together = togetherKey(factors);
  const isTogether = cells.some((cell) => togetherKey(cell.factors) === together);
  if (isCompressed(factors.compression) && !isTogether) kinds.push('combination');
  const isThere = cells.some(
    (cell) => cell.factors.network === factors.network && togetherKey(cell.factors) === together,
  );
  if (factors.network !== NO_NETWORK && !isThere) kinds.push('network');
  return kinds;
}

/** Cells with the same key tell together for how many objects a prediction can be made. */
export function wayKey({ target, browser, cpu, dataset, format, codec, encoder }: RequestCell): string {
  return [target, browser, cpu, dataset, format, codec, encoder].join(' ');
}

/** A format with its compression: where no cell has the key, the two were not measured together. */
export function togetherKey(factors: RequestCell): string {
  return `${wayKey(factors)} ${spellCompression(factors.compression)}`;
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
