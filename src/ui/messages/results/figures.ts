// The figures of a run, from the outcomes of its repetitions: medians over them, and how far apart they lie.

import { median } from '../../../base/figures/median.ts';
import type { SequenceOutcome } from '../../../exchange/messages/sequence-order.ts';
import { latencyQuantileMs, together } from '../../../messages/latencies.ts';
import type { PageRun } from '../page-run.ts';

export interface Latency {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

export interface RunFigures {
  /** Total by the number of messages; of paced runs the mean latency. Median of the repetitions. */
  readonly perMessageMs: number;
  /** The least and the greatest time a message of the repetitions; null for a single one. */
  readonly spreadMs: readonly [least: number, most: number] | null;
  /** Messages a second that really went; both ways: pairs. */
  readonly perSecond: number;
  readonly firstMs: number;
  readonly setUpMs: number;
  /** Latency of all messages of all repetitions; null if the mode has none. */
  readonly latency: Latency | null;
  /** Bytes a message at the server's sockets; null if the target cannot tell. */
  readonly wireBytes: { readonly up: number; readonly down: number } | null;
  /**
   * Wire bytes a message less the message's own; below 0 if compression saved more. null if the target cannot
   * tell.
   */
  readonly overheadBytes: number | null;
  readonly serverCpuMs: number | null;
  /** The number in all repetitions. */
  readonly reordered: number;
  /** The greatest. */
  readonly clockErrorMs: number;
  /** A message. */
  readonly checkMs: number;
}

/** null if no repetition completed. */
export function computeFigures({ order, outcomes }: PageRun): RunFigures | null {
  const whole = outcomes.filter(({ failure }) => failure === null);
  if (whole.length === 0) return null;
  const n = order.spec.messages;
  const of = (value: (outcome: SequenceOutcome) => number) => median(whole.map(value));
  const perMessage = whole.map(({ totalMs }) => totalMs / n);
  return {
    perMessageMs: median(perMessage),
    spreadMs: whole.length < 2 ? null : [Math.min(...perMessage), Math.max(...perMessage)],
    perSecond: of(({ figures }) => (n / figures.wallMs) * 1_000),
    firstMs: of(({ figures }) => figures.firstMs),
    setUpMs: of(({ figures }) => figures.setUpMs),
    latency: medianLatency(whole),
    ...medianBytes(whole, n),
    serverCpuMs: medianOrNull(whole.map(({ figures }) => dividedByN(figures.serverCpuMs, n))),
    reordered: whole.reduce((sum, { figures }) => sum + figures.reordered, 0),
    clockErrorMs: Math.max(...whole.map(({ figures }) => figures.clockErrorMs)),
    checkMs: of(({ figures }) => figures.checkMs / n),
  };
}

/** Why the run ended early, with the number of delivered messages; null if it went to its end. */
export function failureReason({ outcomes }: PageRun): string | null {
  return outcomes.at(-1)?.failure?.reason ?? null;
}

function medianLatency(outcomes: readonly SequenceOutcome[]): Latency | null {
  const all = together(outcomes.map(({ figures }) => figures.latencies));
  if (all.length === 0) return null;
  const exact = outcomes.map(({ latenciesMs }) => greatest(latenciesMs));
  return {
    p50Ms: latencyQuantileMs(all, 0.5),
    p99Ms: latencyQuantileMs(all, 0.99),
    maxMs: exact.includes(null) ? latencyQuantileMs(all, 1) : Math.max(...(exact as number[])),
  };
}

/** The greatest latency; null if there are none. The histogram would give it to half a per cent only. */
function greatest(latenciesMs: Float64Array | undefined): number | null {
  if (latenciesMs === undefined || latenciesMs.length === 0) return null;
  return latenciesMs.reduce((most, one) => Math.max(most, one), 0);
}

function medianBytes(
  outcomes: readonly SequenceOutcome[],
  n: number,
): Pick<RunFigures, 'wireBytes' | 'overheadBytes'> {
  const up = medianOrNull(outcomes.map(({ figures }) => dividedByN(figures.wireBytesUp, n)));
  const down = medianOrNull(outcomes.map(({ figures }) => dividedByN(figures.wireBytesDown, n)));
  if (up === null || down === null) return { wireBytes: null, overheadBytes: null };
  const messageBytes = median(outcomes.map(({ bytes }) => bytes / n));
  return { wireBytes: { up, down }, overheadBytes: up + down - messageBytes };
}

function dividedByN(value: number | null, n: number): number | null {
  return value === null ? null : value / n;
}

function medianOrNull(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === values.length ? median(known) : null;
}
