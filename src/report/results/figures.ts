// The published and the measured figure of a ratio. Where the study's words say less than its tables
// ("faster"), what the tables have stands first; where it is about the bytes of two cells, they stand there
// exactly. Those of more cells stand in a table beneath the claims.

import { grouped } from '../../base/figures/numbers.ts';
import { count } from '../../base/figures/plurals.ts';
import { times } from '../../base/figures/ratios.ts';
import { type ByteMetric, isByteMetric } from '../../items/metrics.ts';
import type { Claim } from '../../study/study.ts';
import type { ClaimSummary } from '../../summary/claims/claim-summary.ts';
import { tabledFigures, tabledRatioOfClaim } from '../../summary/claims/tabled-ratio.ts';
import { metricCost } from '../../summary/index/weighted-index.ts';
import type { CellSummary } from '../../summary/summary.ts';
import type { AdviceTable } from '../advice/tables.ts';
import { studyTables } from '../tables/study-tables.ts';
import { measuredFigures, publishedRange } from '../words/published.ts';
import type { MeasuredStudy } from './results.ts';
import { nameClaimSides } from './why.ts';

/** `1.22× (claimed: above 1.00×)`; `0.99×: 223 624 over 225 691 bytes` */
export function publishedFigure(found: ClaimSummary, claim: Claim, { run, summary }: MeasuredStudy): string {
  const range = publishedRange(found);
  const pair = pairOfBytes(found, claim, summary.cells);
  const bytes = pair === null ? null : tabledFigures(run, pair.metric, pair);
  if (bytes !== null) return `${range}: ${sayBytes(bytes)}`;
  if (!found.published.includes(null)) return range;
  const tabled = tabledRatioOfClaim(run, summary, claim, found.pairs);
  return tabled === null ? range : `${times(tabled)} (claimed: ${range})`;
}

/** Bytes are exact, and have no interval. */
export function measuredFigure(
  found: ClaimSummary,
  claim: Claim,
  { summary }: MeasuredStudy,
): readonly [figure: string, interval: string] | null {
  const figures = measuredFigures(found);
  const pair = pairOfBytes(found, claim, summary.cells);
  if (figures === null || pair === null) return figures;
  const { metric, numerator, denominator } = pair;
  return [`${figures[0]}:`, sayBytes([metricCost(numerator, metric), metricCost(denominator, metric)])];
}

/**
 * `soap has 113 bytes more in each of 6 pairs`; empty where the pairs differ by different numbers of bytes,
 * and of anything else.
 */
export function sayConstantBytes(
  found: ClaimSummary,
  { metric: [metric, ...others] = [] }: Claim,
  study: MeasuredStudy,
): string {
  const { pairs } = found;
  if (metric === undefined || !isByteMetric(metric) || others.length > 0 || pairs.length < 2) return '';
  const cells = new Map(study.summary.cells.map((cell) => [cell.id, cell]));
  const bytes = (id: string) => metricCost(cells.get(id)!, metric);
  const differences = new Set(
    pairs.map(({ numerator, denominator }) => bytes(numerator) - bytes(denominator)),
  );
  const [difference, ...more] = differences;
  const names = nameClaimSides(found, study);
  if (names === null || difference === undefined || difference === 0 || more.length > 0) return '';
  const which = difference < 0 ? 'less' : 'more';
  return `${names[0]} has ${count(Math.abs(difference), 'byte')} ${which} in each of ${grouped(pairs.length)} pairs`;
}

/** Published tables with bytes in them, and the best of each group: what single claims are cut out of. */
export function tablesBeneath({ summary }: MeasuredStudy): readonly AdviceTable[] {
  const { publishedFigures = [] } = summary;
  return studyTables({
    ...summary,
    publishedFigures: publishedFigures.filter(({ metrics }) => metrics.some(isByteMetric)),
  });
}

interface PairOfBytes {
  readonly metric: ByteMetric;
  readonly numerator: CellSummary;
  readonly denominator: CellSummary;
}

/** The bytes of several pairs stand in the table beneath. */
function pairOfBytes(
  { pairs }: ClaimSummary,
  { metric: [metric, ...others] = [] }: Claim,
  cells: readonly CellSummary[],
): PairOfBytes | null {
  const [only, ...more] = pairs;
  if (metric === undefined || !isByteMetric(metric) || only === undefined) return null;
  if (others.length > 0 || more.length > 0) return null;
  const cell = (id: string) => cells.find((each) => each.id === id)!;
  return { metric, numerator: cell(only.numerator), denominator: cell(only.denominator) };
}

function sayBytes([over, under]: readonly [over: number, under: number]): string {
  return `${grouped(over)} over ${grouped(under)} bytes`;
}

/** `predicted, not counted: 0.98× [0.91, 1.05] for 2 of the 4 pairs left out`; empty where nothing is. */
export function sayPredicted({ leftOut }: ClaimSummary): string {
  if (leftOut === undefined) return '';
  const { ratio, interval, predicted } = leftOut;
  const figures = measuredFigures({ measured: ratio, interval })!;
  const which =
    predicted === leftOut.leftOut
      ? count(predicted, 'pair')
      : `${predicted} of the ${count(leftOut.leftOut, 'pair')}`;
  return `predicted, not counted: ${figures.join(' ')} for ${which} left out`;
}
