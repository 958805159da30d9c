// The weighted index: Σ weight · what a cell costs of an item, over what the baseline costs of it. The
// baseline's is 1. Cells of different work, data or networks are not held against each other: each such group
// has a baseline of its own.

import { UserError } from '../../base/errors.ts';
import { plural } from '../../base/figures/plurals.ts';
import type { Interval } from '../../base/figures/ratios.ts';
import { wordOf } from '../../factors/cell.ts';
import { isByteMetric, type Metric, timeOf } from '../../items/metrics.ts';
import { rankingGroups } from '../../plan/pairs.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import type { ProbeRow, RunFile } from '../../record/record.ts';
import type { SampleTable } from '../../record/sample-table.ts';
import { confidenceInterval } from '../../stats/estimates/estimate.ts';
import { estimateOfWeightedRatios } from '../../stats/samples/weighted-ratio.ts';
import type { Weight, Weights } from '../../study/study-index.ts';
import { type BaselineChooser, namedBaseline, studyBaseline } from '../comparisons/baseline-cell.ts';
import { looksTaken } from '../comparisons/looks-taken.ts';
import { bytesFor } from '../samples/bytes.ts';
import { countedSamples } from '../samples/counted-samples.ts';
import { type ItemValues, itemValues, valuesAlike } from '../samples/item-values.ts';
import { withoutFront } from '../samples/wait-times.ts';
import type { CellSummary, Summary } from '../summary.ts';
import { type IndexSpace, indexSpace } from './index-space.ts';
import { indexTerms, itemsOver } from './index-values.ts';
import { type OtherBaseline, otherBaselines } from './other-baselines.ts';
import { type Sensitivity, weightSensitivity } from './sensitivity.ts';
import { saySum } from './weights.ts';

export interface WeightedIndex {
  readonly weights: readonly Weight[];
  /** Of weight 0: places that weight may move to. */
  readonly candidates: readonly Metric[];
  /** What is to be known of the weights as they were typed; null where nothing is. */
  readonly note: string | null;
  /** Of each interval by itself, over all looks of the run: it is at the level of the last one. */
  readonly confidence: number;
  /** Times in it rest on fewer than four sessions, and more may say otherwise; absent: they do not. */
  readonly provisional?: true;
  /** Only groups with two cells or more, one of them a baseline. */
  readonly groups: readonly IndexGroup[];
}

export interface IndexGroup {
  /** A cell's id. */
  readonly baseline: string;
  /** The lowest index first. */
  readonly rows: readonly IndexRow[];
  readonly sensitivity: Sensitivity;
  /**
   * Cells that would make another cell the lowest, were they the baseline: items are weighed by the
   * baseline's.
   */
  readonly otherBaselines: readonly OtherBaseline[];
}

export interface IndexRow {
  /** A cell's id. */
  readonly cell: string;
  /**
   * In the order of the weights, over the baseline's in the sessions that both have (in all exchanges where
   * there is none); and what that makes of the baseline's mean, ms, or bytes.
   */
  readonly items: readonly { readonly metric: Metric; readonly value: number; readonly normalised: number }[];
  /** The sum of the normalised items by their weights; 1 for the baseline. */
  readonly index: number;
  /** Sessions as replicates (stats/samples/weighted-ratio.ts). */
  readonly interval: Interval;
}

/**
 * `summary` is of the same record. `baseline`: as namedBaseline takes it, or what chooses it; null for the
 * baseline of the study's comparisons. Throws a UserError where no cell fits it, where nothing can be
 * compared, and where the baseline has nothing of an item (nothing can be measured by 0).
 */
export function weightedIndex(
  run: RunFile,
  samples: SampleTable,
  probes: readonly ProbeRow[],
  summary: Pick<Summary, 'cells' | 'confidence'>,
  { weights, candidates, sum }: Weights,
  baseline: string | BaselineChooser | null,
): WeightedIndex {
  const figures = new Map(summary.cells.map((cell) => [cell.id, cell]));
  const measuredWithTwins = run.plan.cells.filter(({ id }) => figures.get(id)?.status === 'measured');
  const measured = measuredWithTwins.filter(({ twinOf }) => twinOf === null);
  const choose = makeChooser(baseline, run, measured);
  const valuesOf = itemValues(run, withoutFront(countedSamples(run, samples)), probes);
  const lastLook = looksTaken(run, []).at(-1)!;
  const { alpha } = lastLook;
  const metrics = [...weights.map(({ metric }) => metric), ...candidates];
  const shares = metrics.map((_, k) => weights[k]?.share ?? 0);
  let unmeasured = 0;
  const groups = rankingGroups(measured).flatMap((group): readonly IndexGroup[] => {
    if (group.length < 2) return [];
    const base = choose(group);
    if (base === null) {
      unmeasured += 1;
      return [];
    }
    checkBaseline(figures.get(base.id)!, metrics);
    const ofGroup = valuesAlike(valuesOf, group);
    const rows = group
      .map((cell) => indexRow(cell, base, figures, ofGroup, weights, alpha))
      .toSorted((a, b) => a.index - b.index);
    return [
      {
        baseline: base.id,
        rows,
        sensitivity: weightSensitivity(makeIndexSpace(group, base, ofGroup), metrics, shares),
        otherBaselines: otherBaselines(rows, weights),
      },
    ];
  });
  if (groups.length === 0) throw nothingToCompare(baseline);
  return {
    weights,
    candidates,
    note: indexNote(saySum({ sum }), unmeasured),
    confidence: summary.confidence,
    ...(isTimed(weights) && lastLook.rotations === null && { provisional: true as const }),
    groups,
  };

  function makeIndexSpace(
    cells: readonly PlannedCell[],
    base: PlannedCell,
    ofGroup: ReturnType<typeof valuesAlike>,
  ): IndexSpace {
    const own = cells.map((cell) => ({
      cell: cell.id,
      items: ofGroup(cell),
      ofAll: costsOver(figures.get(cell.id)!, figures.get(base.id)!, metrics),
    }));
    const twins = twinsBeside(measuredWithTwins, base).map(({ twin, cell }) => {
      const ofBoth = valuesAlike(valuesOf, [twin, cell]);
      return [ofBoth(twin), ofBoth(cell)] as const;
    });
    return indexSpace(metrics, own, ofGroup(base), twins, alpha);
  }
}

interface PlannedTwin {
  readonly twin: PlannedCell;
  readonly cell: PlannedCell;
}

/**
 * The twins among those measured whose difference is the noise floor: those of the same browser, target and
 * network; all, where these have none.
 */
function twinsBeside(measured: readonly PlannedCell[], { factors }: PlannedCell): readonly PlannedTwin[] {
  const all = measured.flatMap((twin): readonly PlannedTwin[] => {
    const cell = measured.find(({ id }) => id === twin.twinOf);
    return cell === undefined ? [] : [{ twin, cell }];
  });
  const beside = all.filter(({ cell }) =>
    (['browser', 'target', 'network'] as const).every(
      (name) => wordOf(cell.factors, name) === wordOf(factors, name),
    ),
  );
  return beside.length > 0 ? beside : all;
}

/** Bytes do not scatter: one session tells them as well as four. */
function isTimed(weights: readonly Weight[]): boolean {
  return weights.some(({ metric, share }) => share > 0 && !isByteMetric(metric));
}

/**
 * What the weights add up to, and how many groups the baseline leaves out; null where there is nothing to
 * say.
 */
function indexNote(sum: string | null, unmeasured: number): string | null {
  const left =
    unmeasured === 0
      ? []
      : [
          `${plural(unmeasured, 'one group', `${unmeasured} groups`)} of cells without an index: the baseline is not among them`,
        ];
  return [...(sum === null ? [] : [sum]), ...left].join('; ') || null;
}

function indexRow(
  cell: PlannedCell,
  base: PlannedCell,
  figures: ReadonlyMap<string, CellSummary>,
  valuesOf: (cell: PlannedCell) => ItemValues,
  weights: readonly Weight[],
  alpha: number,
): IndexRow {
  const [own, by] = [figures.get(cell.id)!, figures.get(base.id)!];
  const [here, there] = [valuesOf(cell), valuesOf(base)];
  const { units, terms } = indexTerms(here, there, weights);
  const metrics = weights.map(({ metric }) => metric);
  const over = itemsOver(metrics, here, there, units, costsOver(own, by, metrics));
  const items = metrics.map((metric, k) => {
    const normalised = over[k]!.index;
    // Of the same sessions, or the two would contradict each other; bytes are alike in all of them.
    const value = isByteMetric(metric) ? metricCost(own, metric) : normalised * metricCost(by, metric);
    return { metric, value, normalised };
  });
  const index = weights.reduce((sum, { share }, k) => sum + share * items[k]!.normalised, 0);
  const interval = cell === base ? ([1, 1] as const) : intervalAround(index, { units, terms }, alpha);
  return { cell: cell.id, items, index, interval };
}

/** As wide as the sessions say that the index is of. */
function intervalAround(
  index: number,
  { units, terms }: ReturnType<typeof indexTerms>,
  alpha: number,
): Interval {
  // It has nothing of any item.
  if (index === 0) return [0, 0];
  if (units.length === 0 || index < 0) return [0, Number.MAX_VALUE];
  return confidenceInterval(estimateOfWeightedRatios(terms), alpha);
}

/** Of all exchanges. */
function costsOver(own: CellSummary, baseline: CellSummary, metrics: readonly Metric[]): readonly number[] {
  return metrics.map((metric) => metricCost(own, metric) / metricCost(baseline, metric));
}

/**
 * Mean ms of the cell's exchanges, or bytes; 0 of an item that it does not have. A whole is what is waited
 * for, without the lab's front.
 */
export function metricCost({ phases, totalMs, bytes }: CellSummary, metric: Metric): number {
  if (!isByteMetric(metric)) return timeOf(metric, phases, (totalMs?.mean ?? 0) - (phases.front ?? 0));
  return bytes === null ? 0 : bytesFor(metric, bytes);
}

function checkBaseline(base: CellSummary, metrics: readonly Metric[]): void {
  const nothing = metrics.filter((metric) => !(metricCost(base, metric) > 0));
  if (nothing.length === 0) return;
  throw new UserError(
    nothing.map((metric) => ({
      file: '--weights',
      path: metric,
      what: `the baseline, ${base.id}, has no ${metric}, so that nothing can be measured by it: leave it out, or name another cell with --baseline`,
    })),
  );
}

function makeChooser(
  baseline: string | BaselineChooser | null,
  { study }: RunFile,
  measured: readonly PlannedCell[],
): BaselineChooser {
  if (typeof baseline === 'string') return namedBaseline(baseline, measured);
  return baseline ?? studyBaseline(study.comparisons);
}

function nothingToCompare(baseline: string | BaselineChooser | null): UserError {
  const isNamed = typeof baseline === 'string';
  const what = !isNamed
    ? 'no two cells of this record do the same work on the same data, so there is nothing to compare'
    : 'no cell that does the same work on the same data was measured beside it';
  return new UserError([{ file: isNamed ? '--baseline' : '--weights', path: '', what }]);
}
