// What decompressing adds to one answer of a cell, from the probes of all its sessions, with its interval.

import type { Interval } from '../../base/figures/ratios.ts';
import type { Phase } from '../../items/items.ts';
import type { ProbeRow } from '../../record/record.ts';
import { estimateOfWeightedMean, intervalOfMean, type MeanEstimate } from '../../stats/weighted-mean.ts';
import type { PhaseTimes } from './cell-bill.ts';

export interface DecompressionFound {
  readonly ms: number;
  readonly interval: Interval;
  /** Of it, before the last byte; the rest behind that. */
  readonly inTransferShare: number;
}

/** Stamps in a difference of two answers: four, each wrong by up to half a step, anywhere within it. */
const STAMPS_VARIANCE = 4 / 12;

/**
 * Sessions weigh as their pairs of answers do; a run of one session has its pairs alone. On a coarse clock
 * differences may all come out the same, so its step stands in the interval as well. null without a probe
 * that tells. Probes that tell no pairs (of older records, or of clients that tell their mean alone) count
 * as one pair each.
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
  const estimate = told.length > 1 ? betweenSessions(told) : withinSession(told[0]!);
  const pairs = told.reduce((sum, each) => sum + each.pairs, 0);
  const standardError = Math.hypot(estimate.standardError, clockStepMs * Math.sqrt(STAMPS_VARIANCE / pairs));
  return {
    ms: estimate.mean,
    inTransferShare: inTransferShare(probes),
    interval: intervalOfMean({ ...estimate, standardError }, alpha),
  };
}

interface Told {
  readonly ms: number;
  readonly pairs: number;
  readonly standardErrorMs: number | null;
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

/**
 * By how much transfer and delivery grew in the pairs; an item that got shorter had none of it. Probes that
 * do not tell leave all of it in the transfer.
 */
function inTransferShare(probes: readonly ProbeRow[]): number {
  let transferMs = 0;
  let deliveryMs = 0;
  for (const { decompression } of probes) {
    if (decompression?.parts == null) continue;
    const { usualTransferMs, opaqueTransferMs, usualDeliveryMs, opaqueDeliveryMs } = decompression.parts;
    transferMs += decompression.pairs * (usualTransferMs - opaqueTransferMs);
    deliveryMs += decompression.pairs * (usualDeliveryMs - opaqueDeliveryMs);
  }
  const [before, behind] = [Math.max(0, transferMs), Math.max(0, deliveryMs)];
  return before + behind === 0 ? 1 : before / (before + behind);
}

/**
 * Takes decompression out of the items that hold it in the samples. What those do not hold stays in the sum
 * all the same, which then is more than the whole: a probe that says too much must show. A difference below 0
 * is noise, and none of the exchange's time.
 */
export function takeOutDecompression(
  times: PhaseTimes,
  found: DecompressionFound | null,
  requests: number,
): Phase[] {
  if (found === null) return [];
  const ms = Math.max(0, found.ms) * requests;
  times.decompress = ms;
  // Codecs that take body and objects in one step have no delivery of their own.
  const behind = (times.delivery ?? 0) > 0 ? 'delivery' : 'decode';
  takeFrom(times, 'transfer', ms * found.inTransferShare);
  takeFrom(times, behind, ms * (1 - found.inTransferShare));
  return ms > 0 ? ['decompress'] : [];
}

function takeFrom(times: PhaseTimes, phase: Phase, ms: number): void {
  const thereMs = times[phase] ?? 0;
  if (ms > 0) times[phase] = Math.min(thereMs, Math.max(0, thereMs - ms));
}
