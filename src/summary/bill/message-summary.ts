// What a message of a cell's sequences took: the figures of a sequence divided by its messages, and the
// latencies of all counted sequences put together.

import type { Interval } from '../../base/figures/ratios.ts';
import { isSequence } from '../../factors/cell.ts';
import { latencyQuantileMs, together } from '../../messages/latencies.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import type { MessageFigures } from '../../wire/sample.ts';
import type { CellSamples, CountedSamples } from '../samples/counted-samples.ts';
import type { TotalMs } from '../summary.ts';

/**
 * What a message of a cell's sequences took; `totalMs` of the cell divided by its n is the mean a message.
 */
export interface MessageSummary {
  /** Of each sequence: as `totalMs`, but a message, ms. */
  readonly perMessageMs: { readonly median: number; readonly mean: number; readonly interval: Interval };
  /** Messages a second, from the geometric mean of the sessions' median times; null in paced sequences. */
  readonly perSecond: number | null;
  /** Means over the sequences, ms. */
  readonly setUpMs: number;
  readonly firstMs: number;
  /**
   * Of all messages of all counted sequences together, good to 0.5 %; null in throughput. `clockErrorMs`: of
   * the sequences, the worst.
   */
  readonly latencyMs: {
    readonly p50: number;
    readonly p90: number;
    readonly p99: number;
    readonly max: number;
    readonly clockErrorMs: number;
  } | null;
  /**
   * Bytes a message at the server's sockets, both ways, and what of them is not the message: below 0 where
   * compression saves more than framing costs. null where unknown.
   */
  readonly wire: { readonly bytes: number; readonly overhead: number } | null;
  /** CPU time of the server a message, µs; null where unknown. */
  readonly serverCpuUs: number | null;
  /** Share of the messages that arrived out of order; only beacons may. */
  readonly reorderedShare: number;
}

/**
 * Of one counted sequence: what only messages have, and the bytes of its messages as the application has
 * them.
 */
interface Sequence {
  readonly figures: MessageFigures;
  readonly bytes: number;
}

/** null where no counted sample has the figures of a sequence: a record of requests. */
export function messageSummary(
  counted: CountedSamples,
  { factors }: PlannedCell,
  samples: CellSamples,
  totalMs: TotalMs,
): MessageSummary | null {
  const sequences = sequencesInRows(counted, samples);
  if (sequences.length === 0) return null;
  if (!isSequence(factors)) return null;
  const { n } = factors;
  const figures = sequences.map((sequence) => sequence.figures);
  const { median, mean, interval } = totalMs;
  const isPaced = factors.mode.name === 'paced';
  return {
    perMessageMs: { median: median / n, mean: mean / n, interval: perMessage(interval, n) },
    perSecond: isPaced ? null : (1000 * n) / (median * wallShare(figures, mean)),
    setUpMs: meanBy(figures, ({ setUpMs }) => setUpMs),
    firstMs: meanBy(figures, ({ firstMs }) => firstMs),
    latencyMs: latencies(figures),
    wire: wire(sequences, n),
    serverCpuUs: serverCpuUs(figures, n),
    reorderedShare: reorderedShare(figures),
  };
}

/** The figures of these rows; rows of requests have none. */
export function messageFiguresInRows({ table }: CountedSamples, rows: Uint32Array): MessageFigures[] {
  return Array.from(rows, (row) => table.messages.get(row)).filter((figures) => figures !== undefined);
}

function sequencesInRows({ table }: CountedSamples, { rows }: CellSamples): Sequence[] {
  if (table.messages.size === 0) return [];
  const { bytesDecoded, bytesEncoded } = table.numbers;
  return Array.from(rows).flatMap((row) => {
    const figures = table.messages.get(row);
    return figures === undefined ? [] : [{ figures, bytes: bytesDecoded[row]! || bytesEncoded[row]! }];
  });
}

/**
 * Of the totals: in ping-pong a request may be answered after its message was, which is nothing of the
 * message's time.
 */
function wallShare(figures: readonly MessageFigures[], meanTotalMs: number): number {
  return meanBy(figures, ({ wallMs }) => wallMs) / meanTotalMs;
}

/** An interval without a bound stays without one. */
function perMessage([low, high]: Interval, n: number): Interval {
  return [low / n, high === Number.MAX_VALUE ? high : high / n];
}

function latencies(figures: readonly MessageFigures[]): MessageSummary['latencyMs'] {
  const all = together(figures.map((each) => each.latencies));
  if (all.length === 0) return null;
  const quantile = (p: number) => latencyQuantileMs(all, p);
  return {
    p50: quantile(0.5),
    p90: quantile(0.9),
    p99: quantile(0.99),
    max: quantile(1),
    clockErrorMs: Math.max(...figures.map(({ clockErrorMs }) => clockErrorMs)),
  };
}

/** Only of sequences whose bytes the target counted both ways: half of them would be no sum. */
function wire(sequences: readonly Sequence[], n: number): MessageSummary['wire'] {
  let wireBytes = 0;
  let messageBytes = 0;
  let messages = 0;
  for (const { figures, bytes } of sequences) {
    if (figures.wireBytesUp === null || figures.wireBytesDown === null) continue;
    wireBytes += figures.wireBytesUp + figures.wireBytesDown;
    messageBytes += bytes;
    messages += n;
  }
  if (messages === 0) return null;
  return { bytes: wireBytes / messages, overhead: (wireBytes - messageBytes) / messages };
}

function serverCpuUs(figures: readonly MessageFigures[], n: number): number | null {
  const known = figures.flatMap(({ serverCpuMs }) => serverCpuMs ?? []);
  return known.length === 0 ? null : (1000 * meanBy(known, (ms) => ms)) / n;
}

function reorderedShare(figures: readonly MessageFigures[]): number {
  const delivered = figures.reduce((sum, each) => sum + each.delivered, 0);
  const reordered = figures.reduce((sum, each) => sum + each.reordered, 0);
  return delivered === 0 ? 0 : reordered / delivered;
}

function meanBy<T>(values: readonly T[], of: (value: T) => number): number {
  return values.reduce((sum, value) => sum + of(value), 0) / values.length;
}
