// A table of ways to carry the same messages, in figures: what every report shows of it, in its own layout.

import { decimalsFor, grouped, percent } from '../../base/figures/numbers.ts';
import { fromTo, type Interval } from '../../base/figures/ratios.ts';
import { inUnit, sayTime, type TimeUnit, unitFor } from '../../base/figures/times.ts';
import type { CellSummary } from '../../summary/summary.ts';
import type { Contender, Table } from '../words/groups.ts';
import { PUBLISHED_PROTOCOL, publishedMean } from '../words/published.ts';

export type WayColumnName =
  | 'median'
  | 'interval'
  | 'perSecond'
  | 'p50'
  | 'p90'
  | 'p99'
  | 'first'
  | 'setUp'
  | 'wire'
  | 'overhead'
  | 'cpu'
  | 'published';

export interface WayColumn {
  readonly name: WayColumnName;
  readonly title: string;
  /** In the order of the table's rows; null where nothing is known. */
  readonly values: readonly (number | null)[];
  readonly texts: readonly string[];
}

export interface WayTable {
  readonly unit: TimeUnit;
  /** Only those of which something is known. */
  readonly columns: readonly WayColumn[];
  /** What is to be known of single rows. */
  readonly notes: readonly string[];
}

export interface PerMessage {
  readonly median: number;
  readonly mean: number;
  readonly interval: Interval;
}

/** What a message took, ms. Of a measured cell. */
export function perMessageMs({ messages, totalMs, factors: { n } }: CellSummary): PerMessage {
  if (messages !== undefined) return messages.perMessageMs;
  const { median, mean, interval } = totalMs!;
  return { median: median / n, mean: mean / n, interval: [interval[0] / n, interval[1] / n] };
}

export function tableUnit(rows: readonly Contender[]): TimeUnit {
  return unitFor(rows.map(({ cell }) => perMessageMs(cell).median));
}

export function wayTable({ rows }: Table, confidence: number): WayTable {
  const unit = tableUnit(rows);
  const times = (read: (cell: CellSummary) => number | undefined) => (cell: CellSummary) => {
    const timeMs = read(cell);
    return timeMs === undefined ? null : inUnit(timeMs, unit);
  };
  const number = (
    name: WayColumnName,
    title: string,
    read: (cell: CellSummary) => number | null | undefined,
    most = 3,
  ) => numeric(rows, name, title, read, most);
  const decimals = decimalsFor(rows.map(({ cell }) => inUnit(perMessageMs(cell).median, unit)));
  const columns = [
    number(
      'median',
      `median ${unit}`,
      times((cell) => perMessageMs(cell).median),
    ),
    intervals(rows, unit, decimals, confidence),
    number('perSecond', 'a second', ({ messages }) => messages?.perSecond, 1),
    ...(['p50', 'p90', 'p99'] as const).map((name) =>
      number(
        name,
        `${name} ${unit}`,
        times(({ messages }) => messages?.latencyMs?.[name]),
        decimals,
      ),
    ),
    number('first', 'first ms', ({ messages }) => messages?.firstMs, 2),
    number('setUp', 'set-up ms', ({ messages }) => messages?.setUpMs, 2),
    number('wire', 'wire B', ({ messages }) => messages?.wire?.bytes, 0),
    number('overhead', 'overhead B', ({ messages }) => messages?.wire?.overhead, 1),
    number('cpu', 'CPU µs', ({ messages }) => messages?.serverCpuUs, 1),
    publishedColumn(rows, unit),
  ].filter(({ values }) => values.some((value) => value !== null));
  return { unit, columns, notes: [...clocks(rows), ...reordered(rows)] };
}

function numeric(
  rows: readonly Contender[],
  name: WayColumnName,
  title: string,
  read: (cell: CellSummary) => number | null | undefined,
  most: number,
): WayColumn {
  const values = rows.map(({ cell }) => read(cell) ?? null);
  const decimals = Math.min(most, decimalsFor(values.filter((value) => value !== null)));
  const texts = values.map((value) => (value === null ? '–' : grouped(value, decimals)));
  return { name, title, values, texts };
}

function intervals(
  rows: readonly Contender[],
  unit: TimeUnit,
  decimals: number,
  confidence: number,
): WayColumn {
  const times = rows.map(({ cell }) => perMessageMs(cell).interval);
  const ends = times.map(([low, high]) => [inUnit(low, unit), inUnit(high, unit)] as const);
  return {
    name: 'interval',
    title: `${percent(confidence, 0)} interval`,
    values: ends.map(([low]) => low),
    texts: ends.map((interval) => fromTo(interval, decimals)),
  };
}

/** By the study's own protocol, a message. */
function publishedColumn(rows: readonly Contender[], unit: TimeUnit): WayColumn {
  const own = rows.map(({ cell }) => {
    if (cell.published === null) return null;
    const meanMs = inUnit(cell.published.meanMs / cell.factors.n, unit);
    return { ...cell, published: { ...cell.published, meanMs } };
  });
  const values = own.map((cell) => cell?.published.meanMs ?? null);
  const decimals = decimalsFor(values.filter((value) => value !== null));
  return {
    name: 'published',
    title: `${PUBLISHED_PROTOCOL}, mean ${unit} (removed)`,
    values,
    texts: own.map((cell) => (cell === null ? '–' : (publishedMean(cell, decimals) ?? '–'))),
  };
}

/** Latencies from one clock to another are as good as the clocks agree. */
function clocks(rows: readonly Contender[]): readonly string[] {
  const errors = rows.map(({ cell }) => cell.messages?.latencyMs?.clockErrorMs ?? 0);
  const worst = Math.max(0, ...errors);
  return worst > 0
    ? [`latencies from the server’s clock to the client’s: off by at most ${sayTime(worst)}`]
    : [];
}

function reordered(rows: readonly Contender[]): readonly string[] {
  return rows.flatMap(({ cell, label }) => {
    const share = cell.messages?.reorderedShare ?? 0;
    return share > 0
      ? [`${label}: ${share < 0.001 ? 'below 0.1 %' : percent(share, 1)} of the messages came out of order`]
      : [];
  });
}
