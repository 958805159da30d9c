// The bill of a cell of requests or calls: the mean of each item over its counted samples (those of doubtful
// timing left out), measured independently of the total, so that their adding up is evidence. Means, because
// medians do not add up.
//
// Where an item comes from:
//   measured in every sample   all that have a column in the table of items (src/items/items.ts)
//   from empty exchanges       network: what a request without work and without body takes in the same blocks
//                              of the same sessions, and what the body's share of the first packet takes on
//                              the wire (first-packet.ts), times the requests of the cell; not what is left
//                              over
//   from the model             connect of cold exchanges over a modelled link (marked estimated)
//   measured alone (probes)    what is hidden in other items (decompress behind the first byte, as
//                              decompression.ts tells; receive in handover; marked estimated); decode and
//                              client.compute where a single one is too short for the clock (marked
//                              batched): below two of its steps. From there on the mean over many samples is
//                              better, since rounding up and down cancels and a batch runs on warmer caches
//                              than an exchange does
//
// A probe is of one body and one computation. Procedure e4 makes two requests and so decompresses and decodes
// twice; e5 makes one request and computes twice. Samples hold the sums already; probes are multiplied here.

import type { Interval } from '../../base/figures/ratios.ts';
import { isAsItComes } from '../../factors/compression.ts';
import { DONE_BY } from '../../factors/procedure.ts';
import { whyWithoutPhase } from '../../items/cell-items.ts';
import { columnOf, hasItem, ITEMS, isPosted, PHASES, type Phase } from '../../items/items.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import type { ProbeRow } from '../../record/record.ts';
import type { SampleTable } from '../../record/sample-table.ts';
import { mean } from '../../stats/samples/quantile.ts';
import { meanOfColumn, meanOver } from '../samples/column-means.ts';
import type { CellSamples } from '../samples/counted-samples.ts';
import { type CellBill, meanPosted, type PhaseTimes, timedRows } from './cell-bill.ts';
import { decompressionFound, takeOutDecompression } from './decompression.ts';
import type { EmptyExchanges } from './empty-exchanges.ts';
import { moveModelledHandshake } from './modelled-handshake.ts';

/** The client's own work, of which a single piece may be too short for the clock. */
export const SHORT_WORK = ['decode', 'client.compute', 'client.encode'] as const satisfies readonly Phase[];
export type ShortWork = (typeof SHORT_WORK)[number];

/** `batches`: as measured alone; `samples`: the mean of the exchanges. */
export type Timing = 'batches' | 'samples';
/** Where it says nothing, the work is timed by what a single piece of it takes. */
export type TimingOf = (work: ShortWork) => Timing | undefined;

/** What the network's own figures say of one request, ms. */
export interface NetworkTimes {
  /** Of a model; 0 where packets are real. */
  readonly handshakeMs: number;
  readonly firstPacketMs: number;
}

/** Items that a cell has by its factors; a target may say a microsecond of them for cells without. */
function hasPhase(cell: PlannedCell, phase: Phase, times: PhaseTimes, ms: number): boolean {
  const { factors } = cell;
  // A server behind a front does by itself whatever it does, and says of it what it likes.
  const isSaid = (times.server ?? 0) !== 0 && ms !== 0;
  switch (ITEMS[phase].needs) {
    case 'server-computation':
    case 'compression':
      return isAsItComes(factors.compression.coding) ? isSaid : whyWithoutPhase(factors, phase) === null;
    case 'client-computation':
      return whyWithoutPhase(factors, phase) === null;
    case 'new-connection':
    case 'front':
    case 'worker':
    case 'time':
      return ms !== 0;
    case undefined:
      return true;
  }
}

/** Means of all that the samples hold. */
function postedPhases(cell: PlannedCell, rows: Uint32Array, table: SampleTable): PhaseTimes {
  const kind = cell.factors.kind === 'call' ? 'call' : 'request';
  const posted = PHASES.filter(isPosted).filter((phase) => hasItem(kind, phase));
  return Object.fromEntries(posted.map((phase) => [phase, meanPosted(table, rows, kind, phase)]));
}

export function requestBill(
  cell: PlannedCell,
  samples: CellSamples,
  table: SampleTable,
  empty: EmptyExchanges,
  probes: readonly ProbeRow[],
  clock: {
    readonly stepMs: number;
    readonly alpha: number;
    readonly mayBeUntold: boolean;
    /** Of what both can tell. */
    readonly timing?: TimingOf;
  },
  byArithmetic: NetworkTimes,
): CellBill {
  const rows = timedRows(samples, table);
  const requests = meanOver(table.requests, rows);
  const times = postedPhases(cell, rows, table);
  const networkMs = empty.networkMs(cell, samples);
  if (networkMs !== null) times.network = (networkMs + byArithmetic.firstPacketMs) * requests;
  const decompression = decompressionFound(probes, clock.stepMs, clock.alpha);
  const batched = takeBatches(times, cell, probes, requests, clock);
  const estimated = [
    ...moveModelledHandshake(times, byArithmetic.handshakeMs * requests),
    ...takeOutHidden(times, probes),
    ...takeOutDecompression(times, decompression, requests, clock.mayBeUntold),
  ];
  const totalMs = meanOfColumn(table, 'totalMs', rows);
  const phases: PhaseTimes = {};
  let sum = 0;
  for (const phase of PHASES) {
    const ms = times[phase];
    if (ms === undefined || !hasPhase(cell, phase, times, ms)) continue;
    phases[phase] = ms;
    sum += ms;
  }
  phases.residual = totalMs - sum;
  const intervals =
    decompression === null || !hasPhase(cell, 'decompress', times, decompression.ms)
      ? {}
      : { decompress: timesOver(decompression.interval, requests) };
  return { phases, estimated, batched, accountedShare: sum / totalMs, intervals };
}

function timesOver([low, high]: Interval, requests: number): Interval {
  const scaled = (ms: number) => (Math.abs(ms) === Number.MAX_VALUE ? ms : ms * requests);
  return [scaled(low), scaled(high)];
}

function takeBatches(
  times: PhaseTimes,
  cell: PlannedCell,
  probes: readonly ProbeRow[],
  requests: number,
  { stepMs, timing }: { readonly stepMs: number; readonly timing?: TimingOf },
): Phase[] {
  const batched: Phase[] = [];
  const take = (phase: ShortWork, count: number) => {
    const batchMs = meanOfProbes(probes, columnOf(phase));
    const isTellable = (times[phase] ?? 0) >= TELLABLE_STEPS * stepMs * count;
    const by = timing?.(phase) ?? (isTellable ? 'samples' : 'batches');
    if (batchMs === null || by === 'samples') return;
    times[phase] = batchMs * count;
    batched.push(phase);
  };
  take('decode', requests);
  if (cell.factors.kind === 'call') take('client.encode', requests);
  take('client.compute', clientComputations(cell));
  return batched;
}

const TELLABLE_STEPS = 2;

function clientComputations({ factors }: PlannedCell): number {
  return factors.kind === 'request' ? DONE_BY[factors.procedure].clientComputations : 0;
}

/**
 * Takes items out of those they are hidden in. Receiving is never more than all of handing over, since the
 * two were stamped together.
 */
function takeOutHidden(times: PhaseTimes, probes: readonly ProbeRow[]): Phase[] {
  return PHASES.filter((phase) => {
    const { hiddenIn } = ITEMS[phase];
    if (hiddenIn === undefined) return false;
    const around = hiddenIn.phase as Phase;
    const aroundMs = times[around];
    const aloneMs = meanOfProbes(probes, hiddenIn.probe as ProbedTime);
    if (aloneMs === null || aroundMs === undefined) return false;
    const ms = Math.min(Math.max(0, aloneMs), Math.max(0, aroundMs));
    times[phase] = ms;
    times[around] = aroundMs - ms;
    return ms > 0;
  });
}

type ProbedTime = keyof ProbeRow & `${string}Ms`;

function meanOfProbes(probes: readonly ProbeRow[], item: ProbedTime) {
  const values = probes.map((probe) => probe[item]).filter((value) => typeof value === 'number');
  return values.length > 0 ? mean(values) : null;
}
