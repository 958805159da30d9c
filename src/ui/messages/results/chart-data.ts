// What the charts draw: time a message against the size, a line for each way of sending; latency against the
// number of the message.

import { median } from '../../../base/figures/median.ts';
import { sayInBestUnit } from '../../../base/figures/times.ts';
import type { ShownTable } from '../../shell/table.ts';
import { messageBytes, type PageRun } from '../page-run.ts';
import { computeFigures } from './figures.ts';
import { describeWay } from './say-run.ts';

/** The number of line colours in the stylesheet; further lines begin again with the first. */
export const LINE_COLOURS = 8;

export interface SizeLine {
  readonly label: string;
  /** As many as `SizeLines.bytes`; null if this way was not run with that size. */
  readonly perMessageMs: readonly (number | null)[];
}

export interface SizeLines {
  /** Ascending; of random and growing sizes the mean. */
  readonly bytes: readonly number[];
  readonly lines: readonly SizeLine[];
}

/**
 * Of the runs in mode and direction of the last one that completed: latencies and times a message, messages
 * and pairs are not drawn together. Several runs of the same way and size give their median. null where no
 * way was run with two sizes: there is no line then.
 */
export function sizeLines(runs: readonly PageRun[]): SizeLines | null {
  const whole = runs.filter((run) => computeFigures(run) !== null);
  const last = whole.at(-1)?.order.spec;
  const shown = whole.filter(
    ({ order: { spec } }) => spec.mode === last?.mode && spec.direction === last.direction,
  );
  const lines = new Map<
    string,
    { readonly ways: readonly string[]; readonly times: Map<number, number[]> }
  >();
  for (const run of shown) {
    const ways = [...describeWay(run.order), run.order.spec.content.body];
    const key = ways.join(' · ');
    const line = lines.get(key) ?? { ways, times: new Map<number, number[]>() };
    lines.set(key, line);
    const bytes = messageBytes(run.order);
    line.times.set(bytes, [...(line.times.get(bytes) ?? []), computeFigures(run)!.perMessageMs]);
  }
  const all = [...lines.values()];
  if (!all.some(({ times }) => times.size > 1)) return null;
  const bytes = [...new Set(all.flatMap(({ times }) => [...times.keys()]))].sort((a, b) => a - b);
  const labels = distinct(all.map(({ ways }) => ways));
  return {
    bytes,
    lines: all.map(({ times }, i) => ({
      label: labels[i]!,
      perMessageMs: bytes.map((one) => (times.has(one) ? median(times.get(one)!) : null)),
    })),
  };
}

/** Keeps of each only the words that not all share, and always the transport. */
export function distinct(all: readonly (readonly string[])[]): string[] {
  const shared = (all[0] ?? []).filter((word) => all.every((words) => words.includes(word)));
  return all.map(([transport = '', ...others]) =>
    [transport, ...others.filter((word) => !shared.includes(word))].join(' · '),
  );
}

/** Latencies of the last repetition, in the order of the messages; null if the mode has none. */
export function latencyLine({ outcomes }: PageRun): Float64Array | null {
  const latenciesMs = outcomes.findLast(({ failure }) => failure === null)?.latenciesMs;
  return latenciesMs === undefined || latenciesMs.length < 2 ? null : latenciesMs;
}

const SHARES = [0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 1] as const;

/** The same in figures, for whoever does not look at the chart: the latency that so many do not exceed. */
export function latencyTable(latenciesMs: Float64Array): ShownTable {
  const sorted = latenciesMs.toSorted();
  const columns = [
    { title: 'of the messages', align: 'left' },
    { title: 'wait at most', align: 'right' },
  ] as const;
  const rows = SHARES.map((share) => {
    const ms = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
    return [share === 1 ? 'all' : `${share * 100} %`, sayInBestUnit(ms)];
  });
  return { title: 'Latency', columns, rows, notes: [] };
}
