// What decompressing adds to one answer of a cell, from the probes of all its sessions, with its interval.

import type { Interval } from '../../base/figures/ratios.ts';
import type { Phase } from '../../items/items.ts';
import type { ProbeRow } from '../../record/record.ts';
import { estimateOfTrimmedMean } from '../../stats/samples/trimmed-mean.ts';
import {
  estimateOfWeightedMean,
  intervalOfMean,
  type MeanEstimate,
} from '../../stats/samples/weighted-mean.ts';
import type { PhaseTimes } from './cell-bill.ts';

export interface DecompressionFound {
  readonly ms: number;
  readonly interval: Interval;
  /** Of it, before the last byte; the rest behind that. */
  readonly inTransferShare: number;
  /** So much of it may be before the last byte, and behind that, ms; null where no pair tells. */
  readonly within: { readonly transfer: Interval; readonly behind: Interval } | null;
}

/** Stamps in a difference of two answers: four, each wrong by up to half a step, anywhere within it. */
const STAMPS_VARIANCE = 4 / 12;

/**
 * The middle of the pairs of answers, sessions being the units; a run of one session has its pairs alone. On
 * a coarse clock differences may all come out the same, so its step stands in the interval as well. null
 * without a probe that tells. Probes that tell no pairs (of older records, or of clients that tell their mean
 * alone) weigh as many as they had, or one.
 */
export function decompressionFound(
  probes: readonly ProbeRow[],
  clockStepMs: number,
  alpha: number,
): DecompressionFound | null {
  const told = probes.flatMap(({ decompressMs, decompression }) =>
    typeof decompressMs === 'number'
      ? [{ ms: decompressMs, pairs: 1, standardErrorMs: null, ...decompression }]
      : [],
  );
  if (told.length === 0) return null;
  const grown = told.flatMap(({ grownMs }) => (grownMs === undefined ? [] : [grownMs]));
  return grown.length === told.length
    ? fromPairs(grown, clockStepMs, alpha)
    : fromMeans(told, clockStepMs, alpha);
}

/** Of one session: by how much transfer and delivery grew in each of its pairs. */
type Grown = readonly (readonly [transferMs: number, deliveryMs: number])[];

function fromPairs(sessions: readonly Grown[], clockStepMs: number, alpha: number): DecompressionFound {
  const pairs = sessions.reduce((sum, grown) => sum + grown.length, 0);
  const [whole, transfer, delivery] = [
    ([transferMs, deliveryMs]: Grown[number]) => transferMs + deliveryMs,
    ([transferMs]: Grown[number]) => transferMs,
    ([, deliveryMs]: Grown[number]) => deliveryMs,
  ].map((pick) => {
    const estimate = estimateOfTrimmedMean(sessions.map((grown) => grown.map(pick)));
    return { ms: estimate.mean, interval: onSteps(estimate, pairs, clockStepMs, alpha) };
  }) as [MsFound, MsFound, MsFound];
  return {
    ...whole,
    inTransferShare: shareOf(transfer.ms, delivery.ms),
    within: { transfer: transfer.interval, behind: delivery.interval },
  };
}

interface MsFound {
  readonly ms: number;
  readonly interval: Interval;
}

interface Told {
  readonly ms: number;
  readonly pairs: number;
  readonly standardErrorMs: number | null;
  readonly parts?: NonNullable<ProbeRow['decompression']>['parts'];
}

function fromMeans(told: readonly Told[], clockStepMs: number, alpha: number): DecompressionFound {
  const estimate = told.length > 1 ? betweenSessions(told) : withinSession(told[0]!);
  const pairs = told.reduce((sum, each) => sum + each.pairs, 0);
  return {
    ms: estimate.mean,
    interval: onSteps(estimate, pairs, clockStepMs, alpha),
    inTransferShare: inTransferShare(told),
    within: null,
  };
}

function betweenSessions(told: readonly Told[]): MeanEstimate {
  return estimateOfWeightedMean(
    told.map(({ ms }) => ms),
    told.map(({ pairs }) => pairs),
  );
}

function withinSession({ ms, pairs, standardErrorMs }: Told): MeanEstimate {
  return { mean: ms, standardError: standardErrorMs ?? Number.NaN, degreesOfFreedom: pairs - 1 };
}

function onSteps(estimate: MeanEstimate, pairs: number, clockStepMs: number, alpha: number): Interval {
  const standardError = Math.hypot(estimate.standardError, clockStepMs * Math.sqrt(STAMPS_VARIANCE / pairs));
  return intervalOfMean({ ...estimate, standardError }, alpha);
}

function inTransferShare(told: readonly Told[]): number {
  let transferMs = 0;
  let deliveryMs = 0;
  for (const { pairs, parts } of told) {
    if (parts == null) continue;
    transferMs += pairs * (parts.usualTransferMs - parts.opaqueTransferMs);
    deliveryMs += pairs * (parts.usualDeliveryMs - parts.opaqueDeliveryMs);
  }
  return shareOf(transferMs, deliveryMs);
}

/**
 * By how much transfer and delivery grew in the pairs; an item that got shorter had none of it. Where neither
 * grew, all of it is in the transfer.
 */
function shareOf(transferMs: number, deliveryMs: number): number {
  const [before, behind] = [Math.max(0, transferMs), Math.max(0, deliveryMs)];
  return before + behind === 0 ? 1 : before / (before + behind);
}

/**
 * Takes decompression out of the items that hold it in the samples. A difference below 0 is noise, and none
 * of the exchange's time. Where those items hold less than the pairs say, there are three cases. The pairs do
 * not tell well where it is: the other one has the rest, as far as they allow, and some more, since an item
 * that was there is not used up. They may have said too much by chance, since their interval reaches down to
 * what the exchange has room for: then nobody knows, nothing is taken out, and the bill has the interval
 * without the item. They surely say too much: it stands in the sum all the same, which then is more than the
 * whole, since such a probe must show.
 */
export function takeOutDecompression(
  times: PhaseTimes,
  found: DecompressionFound | null,
  requests: number,
  mayBeUntold = true,
): Phase[] {
  if (found === null) return [];
  // In a part noise is left as it came: parts that are cut off at 0 would average to more than there is.
  const ms = (mayBeUntold ? Math.max(0, found.ms) : found.ms) * requests;
  // Codecs that take body and objects in one step have no delivery of their own.
  const behind = (times.delivery ?? 0) > 0 ? 'delivery' : 'decode';
  const { inTransferShare: share, within } = found;
  const parts = [
    { phase: 'transfer', ms: ms * share, ...bounds(within?.transfer, requests) },
    { phase: behind, ms: ms * (1 - share), ...bounds(within?.behind, requests) },
  ] as const;
  const rooms = parts.map(({ phase }) => Math.max(0, times[phase] ?? 0));
  const taken = parts.map((part, i) => Math.min(part.ms, rooms[i]!));
  let leftMs = ms - taken[0]! - taken[1]!;
  for (const [i, { mostMs }] of parts.entries()) {
    const moreMs = Math.max(0, Math.min(leftMs, rooms[i]! - taken[i]!, mostMs - taken[i]!));
    taken[i]! += moreMs;
    leftMs -= moreMs;
  }
  if (mayBeUntold && leftMs > ROUNDING_MS && found.interval[0] * requests <= ms - leftMs) return [];
  times.decompress = ms;
  for (const [i, { leastMs }] of parts.entries()) {
    const other = 1 - i;
    const freeMs = Math.min(rooms[other]!, parts[other]!.mostMs) - taken[other]!;
    const fewestMs = Math.max(leastMs, taken[i]! - freeMs);
    if (within === null || rooms[i] === 0 || taken[i]! < rooms[i]! || fewestMs >= taken[i]!) continue;
    // Somewhere between what is surely in it and all of it.
    const movedMs = (taken[i]! - fewestMs) / 2;
    taken[i]! -= movedMs;
    taken[other]! += movedMs;
  }
  for (const [i, { phase }] of parts.entries()) {
    if (taken[i] !== 0 && times[phase] !== undefined) times[phase] -= taken[i]!;
  }
  return ms > 0 ? ['decompress'] : [];
}

function bounds(interval: Interval | undefined, requests: number) {
  if (interval === undefined) return { leastMs: 0, mostMs: 0 };
  return { leastMs: Math.max(0, interval[0]) * requests, mostMs: interval[1] * requests };
}

const ROUNDING_MS = 1e-9;
