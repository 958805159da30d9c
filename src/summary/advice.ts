// Advice for each network, from what was measured: what to send, against what is sent today, and what ties
// with it. Where nothing was measured it is the prediction, and says so.

import { median } from '../base/figures/median.ts';
import { spellCompression } from '../factors/compression.ts';
import type { AdvisedNetwork, Needs, Way } from '../record/advice-facts.ts';
import type { RunFile } from '../record/record.ts';
import { cellFits } from '../study/cells/filter.ts';
import { needsDictionary } from '../wire/target-contract.ts';
import { oriented } from './comparisons/turned-comparison.ts';
import type { CellSummary, Comparison, Summary } from './summary.ts';

export interface Advice {
  readonly networks: readonly NetworkAdvice[];
}

export type NetworkAdvice = MeasuredAdvice | PredictedAdvice;

export interface MeasuredAdvice {
  readonly kind: 'measured';
  readonly network: string;
  /** Cell ids. Of those that are as fast as the fastest, the one that needs least. */
  readonly recommended: string;
  readonly fastest: string;
  readonly today: string | null;
  /** Where today's was not measured: what it would take by prediction, ms. */
  readonly todayPredictedMs: number | null;
  /** About the recommended one, against today's; null where it is today's, or today's was not measured. */
  readonly gain: Comparison | null;
  /** As fast as the fastest, the recommended one left out. */
  readonly ties: readonly string[];
  /** Whether they are slower than the fastest is not decided. */
  readonly undecided: readonly string[];
  /** Median of |predicted / measured − 1| over the contenders. */
  readonly predictionError: number;
}

export interface PredictedAdvice {
  readonly kind: 'predicted';
  readonly network: string;
  readonly why: string;
  readonly recommended: PredictedWay;
  readonly today: PredictedWay;
}

export interface PredictedWay extends Way {
  readonly totalMs: number;
}

type Measured = Pick<Summary, 'cells' | 'comparisons'>;

/** null where the run was not asked for advice. */
export function summariseAdvice(run: RunFile, summary: Measured): Advice | null {
  const { advice } = run;
  if (advice === undefined) return null;
  return { networks: advice.networks.flatMap((network) => adviceOn(network, run, summary) ?? []) };
}

function adviceOn(advised: AdvisedNetwork, run: RunFile, summary: Measured): NetworkAdvice | null {
  const measured = summary.cells.filter(
    ({ factors, twinOf, totalMs }) =>
      factors.network === advised.network && twinOf === null && totalMs !== null,
  );
  if (measured.length === 0) return predicted(advised, run);
  const { today, needs } = run.advice!;
  const [fastest, ...others] = quickestFirst(measured, summary);
  const verdicts = new Map(
    others.map((cell) => [cell.id, comparisonBetween(summary, fastest!.id, cell.id)?.verdict ?? 'undecided']),
  );
  const asFast = [fastest!, ...others.filter(({ id }) => verdicts.get(id) === 'same')];
  const todays = measured.find(({ factors }) => cellFits(factors, today.filter)) ?? null;
  const recommended = asFast.includes(todays!) ? todays! : leastBurdened(asFast, needs);
  return {
    kind: 'measured',
    network: advised.network,
    recommended: recommended.id,
    fastest: fastest!.id,
    today: todays?.id ?? null,
    todayPredictedMs: todays === null ? (predictedToday(advised, run)?.totalMs ?? null) : null,
    gain:
      todays === null || todays === recommended
        ? null
        : comparisonBetween(summary, recommended.id, todays.id),
    ties: asFast.filter((cell) => cell !== recommended).map(({ id }) => id),
    undecided: others.filter(({ id }) => verdicts.get(id) === 'undecided').map(({ id }) => id),
    predictionError: predictionError(advised, run.advice!.ways, measured),
  };
}

/** What was compared with nothing (one session in a run of several) comes last: its median may be luck. */
function quickestFirst(cells: readonly CellSummary[], { comparisons }: Measured): CellSummary[] {
  const compared = new Set(comparisons.flatMap(({ a, b }) => [a, b]));
  const rank = ({ id }: CellSummary) => Number(!compared.has(id));
  return cells.toSorted((a, b) => rank(a) - rank(b) || a.totalMs!.median - b.totalMs!.median);
}

/** Told about `a`. */
function comparisonBetween({ comparisons }: Measured, a: string, b: string): Comparison | null {
  const found = comparisons.find((each) => [each.a, each.b].includes(a) && [each.a, each.b].includes(b));
  return found === undefined ? null : oriented(found, a);
}

/**
 * No library before one, nor a schema, eval or a dictionary before none, then the lighter library; then the
 * quicker.
 */
function leastBurdened(cells: readonly CellSummary[], needs: readonly Needs[]): CellSummary {
  const burden = ({ factors }: CellSummary): number => {
    const own = needs.find(({ format, codec }) => format === factors.format && codec === factors.codec);
    const dictionary = Number(needsDictionary(factors.compression.coding));
    if (own === undefined) return dictionary;
    const things = dictionary + Number(own.library !== null) + Number(own.schema) + Number(own.eval);
    return things + (own.library?.gzipBytes ?? 0) / 1e9;
  };
  return cells.toSorted((a, b) => burden(a) - burden(b))[0]!;
}

function predicted(advised: AdvisedNetwork, run: RunFile): PredictedAdvice | null {
  const [recommended] = predictedWays(advised, run);
  const today = predictedToday(advised, run);
  if (recommended === undefined || today === undefined) return null;
  const why = advised.predictedOnly ?? 'nothing was measured there';
  return { kind: 'predicted', network: advised.network, why, recommended, today };
}

function predictedWays({ predictions }: AdvisedNetwork, run: RunFile): PredictedWay[] {
  return predictions.map(({ way, totalMs }) => ({ ...run.advice!.ways[way]!, totalMs }));
}

function predictedToday(advised: AdvisedNetwork, run: RunFile): PredictedWay | undefined {
  const { filter } = run.advice!.today;
  return predictedWays(advised, run).find(({ format, codec, encoder, compression }) =>
    Object.entries({ format, codec, encoder, compression }).every(
      ([factor, level]) => filter[factor as 'format']?.includes(level) ?? true,
    ),
  );
}

function predictionError(
  { predictions }: AdvisedNetwork,
  ways: readonly Way[],
  measured: readonly CellSummary[],
): number {
  const errors = measured.flatMap(({ factors, totalMs }) => {
    const found = predictions.find(({ way }) => {
      const { format, codec, encoder, compression } = ways[way]!;
      return (
        factors.format === format &&
        factors.codec === codec &&
        factors.encoder === encoder &&
        spellCompression(factors.compression) === compression
      );
    });
    return found === undefined ? [] : [Math.abs(found.totalMs / totalMs!.median - 1)];
  });
  return errors.length === 0 ? 0 : median(errors);
}
