// What a study's own tables give for a ratio of two cells, where they have both.

import type { RunFile } from '../../record/record.ts';
import { cellFits } from '../../study/cells/filter.ts';
import type { Claim } from '../../study/study.ts';
import type { Figure } from '../../study/study-index.ts';
import type { CellSummary, Summary } from '../summary.ts';
import type { ClaimPair } from './claim-summary.ts';

export interface CellSides {
  readonly numerator: CellSummary;
  readonly denominator: CellSummary;
}

type Published = Pick<RunFile, 'study'>;

/** The two published figures; null where no table has a row for each of the two cells. */
export function tabledFigures(
  { study }: Published,
  metric: Figure,
  { numerator, denominator }: CellSides,
): readonly [over: number, under: number] | null {
  for (const { part, metrics, rows } of study.publishedFigures ?? []) {
    const at = metrics.indexOf(metric);
    const figureOf = (cell: CellSummary) =>
      part === undefined || part === cell.part
        ? rows.find(({ of }) => cellFits(cell.factors, of))?.figures[at]
        : undefined;
    const [over, under] = [figureOf(numerator), figureOf(denominator)];
    if (over !== undefined && under !== undefined) return [over, under];
  }
  return null;
}

export function tabledRatio(run: Published, metric: Figure, pair: CellSides): number | null {
  const figures = tabledFigures(run, metric, pair);
  return figures === null ? null : figures[0] / figures[1];
}

/**
 * The geometric mean over a claim's pairs; null of a claim that is not about one figure, and where the tables
 * lack one of them.
 */
export function tabledRatioOfClaim(
  run: Published,
  summary: Pick<Summary, 'cells'>,
  { metric = ['total'], shareOf, slope }: Pick<Claim, 'metric' | 'shareOf' | 'slope'>,
  pairs: readonly Pick<ClaimPair, 'numerator' | 'denominator'>[],
): number | null {
  const [own, ...others] = metric;
  if (own === undefined || others.length > 0 || shareOf !== undefined || slope !== undefined) return null;
  const cells = new Map(summary.cells.map((cell) => [cell.id, cell]));
  const ratios = pairs.map(({ numerator, denominator }) =>
    tabledRatio(run, own, { numerator: cells.get(numerator)!, denominator: cells.get(denominator)! }),
  );
  return geometricMean(ratios.map((ratio) => ratio ?? Number.NaN));
}

/** null where a value is no ratio. */
export function geometricMean(values: readonly number[]): number | null {
  const isRatio = values.length > 0 && values.every((value) => value > 0 && Number.isFinite(value));
  if (!isRatio) return null;
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}
