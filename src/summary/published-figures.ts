// A published table and the same figures of ours. Bytes stand as they are. Times of other machines are never compared, so
// they, and ours, are over the first row's.

import { cellFits } from '../study/filter.ts';
import type { CellFilter, PublishedTable } from '../study/study.ts';
import { isByteMetric, type Metric } from '../wire/metrics.ts';
import type { CellSummary } from './summary.ts';
import { costOf } from './weighted-index.ts';

export interface PublishedFigures {
  readonly title: string;
  readonly metrics: readonly Metric[];
  readonly rows: readonly PublishedRow[];
}

export interface PublishedRow {
  readonly of: CellFilter;
  /** One for each metric. */
  readonly figures: readonly PublishedPair[];
}

/** Bytes, or a time over that of the first row. */
export interface PublishedPair {
  readonly published: number;
  /** Least and most among the cells that it is of; null where none was measured. */
  readonly ours: readonly [least: number, most: number] | null;
}

export function publishedFigures(
  tables: readonly PublishedTable[],
  cells: readonly CellSummary[],
): readonly PublishedFigures[] {
  const measured = cells.filter(({ status, twinOf }) => status === 'measured' && twinOf === null);
  return tables.map(({ title, metrics, rows }) => ({
    title,
    metrics,
    rows: rows.map(({ of, figures }) => ({
      of,
      figures: metrics.map((metric, i) =>
        isByteMetric(metric)
          ? { published: figures[i]!, ours: spanOf(costs(measured, of, metric)) }
          : overFirst(
              measured,
              { of, figure: figures[i]! },
              { of: rows[0]!.of, figure: rows[0]!.figures[i]! },
              metric,
            ),
      ),
    })),
  }));
}

interface Placed {
  readonly of: CellFilter;
  readonly figure: number;
}

function overFirst(cells: readonly CellSummary[], own: Placed, first: Placed, metric: Metric): PublishedPair {
  const published = own.figure / first.figure;
  const base = mean(costs(cells, first.of, metric));
  const ours = costs(cells, own.of, metric).map((ms) => ms / base);
  return { published, ours: base > 0 ? spanOf([mean(ours)].filter((ratio) => ratio > 0)) : null };
}

function costs(cells: readonly CellSummary[], of: CellFilter, metric: Metric): readonly number[] {
  return cells.filter(({ factors }) => cellFits(factors, of)).map((cell) => costOf(cell, metric));
}

function spanOf(values: readonly number[]): PublishedPair['ours'] {
  return values.length === 0 ? null : [Math.min(...values), Math.max(...values)];
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
