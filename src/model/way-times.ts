// A way with so many objects, made ready to be asked for any number of networks: what the model and each of
// its replicates say of the work, before any network stands in between.

import type { Interval } from '../base/figures/ratios.ts';
import type { RequestCell } from '../factors/cell.ts';
import type { NetworkProfile } from '../network/profile.ts';
import { standardDeviation } from '../stats/quantile.ts';
import type { FoundBytes } from './bytes.ts';
import type { MissKind } from './held-out.ts';
import { type Model, missedOfWork, predictWanted, type Refusal } from './model.ts';
import { networkTimes } from './network-times.ts';
import { type Asked, workFor } from './predict.ts';
import type { Terms } from './terms.ts';

/**
 * ms; `hideable` goes on while the body arrives, so that of it only what the wire does not hide takes time.
 */
export interface WorkTimes {
  readonly fixedMs: number;
  readonly hideableMs: number;
}

export interface WayTimes {
  /** Its network says nothing. */
  readonly factors: RequestCell;
  readonly bytes: FoundBytes;
  /** The network left out. */
  readonly restsOn: readonly Exclude<MissKind, 'network'>[];
  readonly work: WorkTimes;
  /** In the order of the model's; NaN where the sessions drawn miss a term. */
  readonly replicates: Readonly<Record<keyof WorkTimes, Float64Array>>;
}

/** The parts of a network's time that an answer's total is made of, ms. */
export interface WireTimes {
  readonly wholeMs: number;
  /** Of it what the body takes. */
  readonly bodyMs: number;
}

export function wayTimes(model: Model, factors: RequestCell): WayTimes | Refusal {
  const found = predictWanted(model, {
    factors: { ...factors, network: ASKED.name },
    network: ASKED,
    reuse: 1,
  });
  if ('reason' in found) return { ...found, factors };
  const asked = { factors: found.factors, bytes: found.bytes, reuse: 1 };
  const replicates = model.replicates.map((terms) => workTimes(terms, asked));
  const each = (key: keyof WorkTimes) => Float64Array.from(replicates, (work) => work?.[key] ?? Number.NaN);
  return {
    factors,
    bytes: found.bytes,
    restsOn: found.restsOn.filter((kind) => kind !== 'network'),
    work: workTimes(model.terms, asked)!,
    replicates: { fixedMs: each('fixedMs'), hideableMs: each('hideableMs') },
  };
}

export function wireTimes(network: NetworkProfile, { factors, bytes }: WayTimes): WireTimes {
  const times = networkTimes(network, factors);
  if (times === null) return { wholeMs: 0, bodyMs: 0 };
  const wholeMs = times(bytes.encoded);
  return { wholeMs, bodyMs: wholeMs - times(0) };
}

export function totalOver({ fixedMs, hideableMs }: WorkTimes, { wholeMs, bodyMs }: WireTimes): number {
  return fixedMs + wholeMs + Math.max(0, hideableMs - bodyMs);
}

/** By how much it may miss what the network does not: as `missedOfWork` has it. */
export function missedOver(model: Model, way: WayTimes, wire: WireTimes): number {
  return missedOfWork(model, {
    ...way,
    items: { network: wire.wholeMs },
    totalMs: totalOver(way.work, wire),
  });
}

/** `isNewNetwork`: nothing was measured over it. */
export function intervalOver(
  model: Model,
  way: WayTimes,
  wire: WireTimes,
  { isNewNetwork }: { readonly isNewNetwork: boolean },
): Interval {
  const spread = standardDeviation(known(replicatedTotals(way, wire).map(Math.log))) * model.reach;
  const half = Math.hypot(spread, missedOver(model, way, wire), isNewNetwork ? model.misses.network.log : 0);
  const totalMs = totalOver(way.work, wire);
  return [totalMs * Math.exp(-half), totalMs * Math.exp(half)];
}

/** NaN where a replicate misses a term. */
export function replicatedTotals({ replicates }: WayTimes, { wholeMs, bodyMs }: WireTimes): Float64Array {
  const { fixedMs, hideableMs } = replicates;
  return fixedMs.map((fixed, i) => fixed + wholeMs + Math.max(0, hideableMs[i]! - bodyMs));
}

export function known(values: Float64Array): Float64Array {
  return values.filter((value) => !Number.isNaN(value));
}

/** Whether the model says anything of a way does not depend on the network that it is asked over. */
const ASKED: NetworkProfile = networkAt(10, 30);

/** Without loss and jitter, as fast up as down. */
export function networkAt(mbits: number, rttMs: number): NetworkProfile {
  return {
    name: `${mbits}mbit/${rttMs}ms`,
    source: 'Wirefare',
    downKbits: mbits * 1_000,
    upKbits: mbits * 1_000,
    rttMs,
    jitterMs: 0,
    lossShare: 0,
    queueBytes: 0,
  };
}

function workTimes(terms: Terms, asked: Pick<Asked, 'factors' | 'bytes' | 'reuse'>): WorkTimes | null {
  const work = workFor(terms, asked);
  if ('unknown' in work) return null;
  return {
    fixedMs: Object.values(work.items).reduce((sum, ms) => sum + ms, 0),
    hideableMs: work.body.handlingMs + work.body.decompressMs,
  };
}
