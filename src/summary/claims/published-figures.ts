// A published table and the same figures of ours. Bytes stand as they are. Times of other machines are never
// compared, so they, and ours, are over the first row's.

import { FACTOR_NAMES, type FactorName, factorsThatFollow } from '../../factors/catalogue.ts';
import { wordOf } from '../../factors/cell.ts';
import { isByteMetric, type Metric } from '../../items/metrics.ts';
import type { RunFile } from '../../record/record.ts';
import { cellFits } from '../../study/cells/filter.ts';
import type { CellFilter, PublishedTable } from '../../study/study.ts';
import { type Figure, INDEX } from '../../study/study-index.ts';

import { isModelled } from '../bill/modelled-cells.ts';
import { metricCost, type WeightedIndex } from '../index/weighted-index.ts';
import type { CellSummary } from '../summary.ts';

export interface PublishedFigures {
  readonly title: string;
  readonly metrics: readonly Figure[];
  readonly rows: readonly PublishedRow[];
}

export interface PublishedRow {
  readonly of: CellFilter;
  /** One for each metric. */
  readonly figures: readonly PublishedPair[];
}

/** Bytes or an index as they stand, or a time over that of the first row's cell that is like it. */
export interface PublishedPair {
  readonly published: number;
  /** Least and most among the cells that it is of; null where none was measured. */
  readonly ours: readonly [least: number, most: number] | null;
}

/**
 * `run`: whose link says which times are a model's; those, and an index with them in it, are held against
 * nothing that was published. `index`: the study's own, where it has one.
 */
export function publishedFigures(
  tables: readonly PublishedTable[],
  cells: readonly CellSummary[],
  run: Pick<RunFile, 'link'>,
  index: WeightedIndex | null = null,
): readonly PublishedFigures[] {
  const counted = cells.filter(({ status, twinOf }) => status === 'measured' && twinOf === null);
  const indexes = new Map(
    (index?.groups ?? []).flatMap(({ rows }) => rows.map((row) => [row.cell, row.index] as const)),
  );
  return tables.map(({ title, part, metrics, rows }) => {
    const measured = counted.filter((cell) => part === undefined || cell.part === part);
    const timed = measured.filter((cell) => !isModelled(run, cell));
    return {
      title,
      metrics,
      rows: rows.map(({ of, figures }) => ({
        of,
        figures: metrics.map((metric, i) => {
          const own = { of, figure: figures[i]! };
          if (metric === INDEX) return ofIndex(timed, own, indexes);
          if (isByteMetric(metric)) return asItIs(measured, own, metric);
          return overFirst(timed, own, { of: rows[0]!.of, figure: rows[0]!.figures[i]! }, metric);
        }),
      })),
    };
  });
}

interface Placed {
  readonly of: CellFilter;
  readonly figure: number;
}

function asItIs(cells: readonly CellSummary[], { of, figure }: Placed, metric: Metric): PublishedPair {
  return {
    published: figure,
    ours: spanOfValues(having(cells, of, metric).map((cell) => metricCost(cell, metric))),
  };
}

function ofIndex(
  cells: readonly CellSummary[],
  { of, figure }: Placed,
  indexes: ReadonlyMap<string, number>,
): PublishedPair {
  const own = cells.filter(({ factors }) => cellFits(factors, of)).flatMap(({ id }) => indexes.get(id) ?? []);
  return { published: figure, ours: spanOfValues(own) };
}

/**
 * Each cell over that of the first row to which it is alike in all that neither row names: the same browser,
 * say.
 */
function overFirst(cells: readonly CellSummary[], own: Placed, first: Placed, metric: Metric): PublishedPair {
  const named = [...factorsToMatch(own.of), ...factorsToMatch(first.of)].flatMap(factorsThatFollow);
  const alike = FACTOR_NAMES.filter((name) => !named.includes(name));
  const matchKey = ({ factors }: CellSummary) => JSON.stringify(alike.map((name) => wordOf(factors, name)));
  const bases = Map.groupBy(having(cells, first.of, metric), matchKey);
  const ratios = having(cells, own.of, metric).flatMap((cell) =>
    (bases.get(matchKey(cell)) ?? []).map((base) => metricCost(cell, metric) / metricCost(base, metric)),
  );
  return { published: own.figure / first.figure, ours: spanOfValues(ratios) };
}

/** A cell that has nothing of it is no cell to measure by. */
function having(cells: readonly CellSummary[], of: CellFilter, metric: Metric): readonly CellSummary[] {
  return cells.filter((cell) => cellFits(cell.factors, of) && metricCost(cell, metric) > 0);
}

function factorsToMatch(filter: CellFilter): readonly FactorName[] {
  return Object.keys(filter) as FactorName[];
}

function spanOfValues(values: readonly number[]): PublishedPair['ours'] {
  return values.length === 0 ? null : [Math.min(...values), Math.max(...values)];
}
