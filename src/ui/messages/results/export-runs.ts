// The runs of the page as CSV and JSON, one row a repetition: every figure as it was measured, in ms and
// bytes.

import type { SequenceOutcome } from '../../../exchange/messages/sequence-order.ts';
import { spellSize } from '../../../factors/size.ts';
import { latencyQuantileMs } from '../../../messages/latencies.ts';
import type { PageRun } from '../page-run.ts';

export interface RunRow {
  readonly run: number;
  /** From 1. */
  readonly repetition: number;
  readonly startedAt: string;
  readonly transport: string;
  readonly protocol: string;
  readonly direction: string;
  readonly mode: string;
  readonly ratePerSecond: number | null;
  readonly messages: number;
  /** The sizes as levels of a study: `100`, `random-100-1000`, `growing-100`. */
  readonly size: string;
  readonly body: string;
  readonly compression: string;
  readonly seed: number;
  readonly outcome: string;
  readonly reason: string;
  readonly totalMs: number;
  readonly delivered: number;
  readonly reordered: number;
  readonly setUpMs: number;
  readonly firstMs: number;
  readonly wallMs: number;
  readonly checkMs: number;
  readonly latencyP50Ms: number | null;
  readonly latencyP99Ms: number | null;
  readonly clockErrorMs: number;
  readonly bytes: number;
  readonly wireBytesUp: number | null;
  readonly wireBytesDown: number | null;
  readonly serverCpuMs: number | null;
  readonly hidden: boolean;
}

export function runRows(runs: readonly PageRun[]): RunRow[] {
  return runs.flatMap((run) => run.outcomes.map((outcome, index) => exportRow(run, outcome, index + 1)));
}

/** RFC 4180, with a head and with CRLF. */
export function asCsv(rows: readonly RunRow[]): string {
  const names = rows.length === 0 ? [] : (Object.keys(rows[0]!) as (keyof RunRow)[]);
  const lines = [names, ...rows.map((row) => names.map((name) => row[name]))];
  return lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('');
}

export function asJson(rows: readonly RunRow[]): string {
  return `${JSON.stringify(rows, null, 1)}\n`;
}

function exportRow(
  { number, startedAt, order, wasHidden }: PageRun,
  outcome: SequenceOutcome,
  repetition: number,
): RunRow {
  const { transport, protocol, spec } = order;
  const { figures, failure } = outcome;
  const quantile = (p: number) =>
    figures.latencies.length === 0 ? null : latencyQuantileMs(figures.latencies, p);
  return {
    run: number,
    repetition,
    startedAt,
    transport,
    protocol,
    direction: spec.direction,
    mode: spec.mode,
    ratePerSecond: spec.ratePerSecond,
    messages: spec.messages,
    size: spellSize(spec.content.size),
    body: spec.content.body,
    compression: spec.compression,
    seed: spec.content.seed,
    outcome: failure === null ? 'completed' : failure.outcome,
    reason: failure?.reason ?? '',
    totalMs: outcome.totalMs,
    delivered: figures.delivered,
    reordered: figures.reordered,
    setUpMs: figures.setUpMs,
    firstMs: figures.firstMs,
    wallMs: figures.wallMs,
    checkMs: figures.checkMs,
    latencyP50Ms: quantile(0.5),
    latencyP99Ms: quantile(0.99),
    clockErrorMs: figures.clockErrorMs,
    bytes: outcome.bytes,
    wireBytesUp: figures.wireBytesUp,
    wireBytesDown: figures.wireBytesDown,
    serverCpuMs: figures.serverCpuMs,
    hidden: wasHidden,
  };
}

/** A reason may begin like a formula: a spreadsheet must not run what a server wrote. */
function cell(value: string | number | boolean | null): string {
  if (value === null) return '';
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
