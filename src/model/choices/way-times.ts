// A way with so many objects, made ready to be asked for any number of networks: what the model and each of
// its replicates say of the work, before any network stands in between.

import type { Interval } from '../../base/figures/ratios.ts';
import type { RequestCell } from '../../factors/cell.ts';
import { networkAt } from '../../network/profile.ts';
import type { FoundBytes } from '../bytes.ts';
import type { MissKind } from '../misses/held-out.ts';
import { type Model, missedOfWork, predictWanted, type Refusal } from '../model.ts';
import { totalOver, type WireTimes, type WorkTimes } from '../over-wire.ts';
import { type Asked, workFor } from '../predict.ts';
import type { Terms } from '../terms.ts';

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
  const spread = scatter(replicatedTotals(way, wire), null) * model.reach;
  const half = Math.hypot(spread, missedOver(model, way, wire), isNewNetwork ? model.misses.network.log : 0);
  const totalMs = totalOver(way.work, wire);
  return [totalMs * Math.exp(-half), totalMs * Math.exp(half)];
}

/** NaN where a replicate misses a term. */
export function replicatedTotals({ replicates }: WayTimes, wire: WireTimes): Float64Array {
  const { fixedMs, hideableMs } = replicates;
  const totals = new Float64Array(fixedMs.length);
  for (let i = 0; i < totals.length; i++) {
    totals[i] = totalOver({ fixedMs: fixedMs[i]!, hideableMs: hideableMs[i]! }, wire);
  }
  return totals;
}

/**
 * Standard deviation of the logarithms, or of those of the ratios to `others`; those that are known count.
 */
export function scatter(values: Float64Array, others: Float64Array | null): number {
  let [count, mean, squares] = [0, 0, 0];
  for (let i = 0; i < values.length; i++) {
    const log = Math.log(others === null ? values[i]! : values[i]! / others[i]!);
    if (Number.isNaN(log)) continue;
    // Welford's, since totals scatter by a hundredth of what they are.
    count++;
    const before = log - mean;
    mean += before / count;
    squares += before * (log - mean);
  }
  return Math.sqrt(squares / (count - 1));
}

/** Whether the model says anything of a way does not depend on the network, unless that is too fast. */
const ASKED = networkAt(0.1, 30);

function workTimes(terms: Terms, asked: Pick<Asked, 'factors' | 'bytes' | 'reuse'>): WorkTimes | null {
  const work = workFor(terms, asked);
  if ('unknown' in work) return null;
  return {
    fixedMs: Object.values(work.items).reduce((sum, ms) => sum + ms, 0),
    hideableMs: work.body.handlingMs + work.body.decompressMs,
  };
}
