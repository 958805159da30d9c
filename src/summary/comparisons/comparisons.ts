// Pairs of cells → comparisons with intervals adjusted for their number and for the looks, and verdicts.

import type { Interval } from '../../base/figures/ratios.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import type { RunFile } from '../../record/record.ts';
import { confidenceInterval, type Estimate } from '../../stats/estimate.ts';
import { familyLevel } from '../../stats/family.ts';
import { judgeRatio } from '../../stats/verdict.ts';
import { mixesModelAndPackets } from '../bill/modelled-cells.ts';
import type { RunTimes } from '../samples/cell-times.ts';
import type { Comparison, Difference } from '../summary.ts';
import { contrast, ratioTerms } from './contrast.ts';
import type { Margins } from './margins.ts';
import { askedPairs, type Pair, pairsAgainstFastest, rankingGroups } from './pairs.ts';

/** Those the study asks for come first. `alpha` is what this look may spend. */
export function compareCells(run: RunFile, times: RunTimes, alpha: number, margins: Margins): Comparison[] {
  const cells = [...times.cells.values()].map(({ cell }) => cell).filter((cell) => cell.twinOf === null);
  const asked = pairsToCompare(run, cells);
  const ranked = rankingGroups(cells).flatMap((group) => ranking(times, group, alpha, margins));
  return agreeing([...family(times, asked, alpha, margins, true), ...ranked]);
}

/**
 * The pairs that the study asks for among the cells that can be measured here, whether they have data yet or
 * not.
 */
export function plannedComparisons(run: RunFile): Pair[] {
  const runnable = run.plan.cells.filter((cell) => cell.twinOf === null && cell.skip === null);
  return pairsToCompare(run, runnable);
}

/** Those that the study asks for, without those of a model on one side and packets on the other. */
function pairsToCompare(run: RunFile, cells: readonly PlannedCell[]): Pair[] {
  const cellsById = new Map(cells.map((cell) => [cell.id, cell]));
  return askedPairs(cells, run.study.comparisons).filter(
    ({ a, b }) => !mixesModelAndPackets(run, [cellsById.get(a)!, cellsById.get(b)!]),
  );
}

/**
 * How many comparisons that the study asked for have no verdict yet: a run may stop at a planned look when
 * none has. A pair without data is undecided too.
 */
export function undecidedComparisons(
  run: RunFile,
  summary: { readonly comparisons: readonly Comparison[] },
): number {
  const pairKey = ({ a, b, factor }: Pair) => JSON.stringify([a, b, factor]);
  const asked = summary.comparisons.filter((each) => each.asked);
  const undecided = asked.filter((each) => each.verdict === 'undecided').length;
  const measured = new Set(asked.map(pairKey));
  return undecided + plannedComparisons(run).filter((pair) => !measured.has(pairKey(pair))).length;
}

/** How many cells are neither slower than the fastest of their group nor as fast: advice needs to know. */
export function undecidedRanks(summary: { readonly comparisons: readonly Comparison[] }): number {
  return summary.comparisons.filter(({ asked, verdict }) => !asked && verdict === 'undecided').length;
}

/**
 * The fastest was picked by looking, which is a choice among all pairs of its group: the family is as large
 * as that. A cell with one session in a run of several is held against none, and so is not the fastest
 * either.
 */
function ranking(
  times: RunTimes,
  group: readonly PlannedCell[],
  alpha: number,
  margins: Margins,
): Comparison[] {
  const medianMs = (cell: string) => contrast(times, [{ cell, weight: 1 }])!.log;
  const comparable = group.filter(
    ({ id }) => !times.severalSessions || times.cells.get(id)!.logMedians.size > 1,
  );
  const allPairs = (comparable.length * (comparable.length - 1)) / 2;
  return family(times, pairsAgainstFastest(comparable, medianMs), alpha, margins, false, allPairs);
}

function family(
  times: RunTimes,
  pairs: readonly Pair[],
  alpha: number,
  margins: Margins,
  asked: boolean,
  size?: number,
): Comparison[] {
  const measured: { pair: Pair; estimate: Estimate }[] = [];
  for (const pair of pairs) {
    const estimate = contrast(times, ratioTerms(pair.b, pair.a));
    if (estimate !== null) measured.push({ pair, estimate });
  }
  const level = familyLevel(alpha, size ?? measured.length);
  return measured.map(({ pair, estimate }) => {
    const margin = margins.of([pair.a, pair.b]);
    const interval = confidenceInterval(estimate, level);
    const ratio = Math.exp(estimate.log);
    const medianOfBMs = Math.exp(contrast(times, [{ cell: pair.b, weight: 1 }])!.log);
    return {
      ...pair,
      ratio,
      interval,
      verdict: judgeRatio(interval, margin),
      differenceMs: differenceMs(ratio, interval, medianOfBMs),
      margin,
      asked,
    };
  });
}

/**
 * A pair that is asked for and ranked too stands in two families: it gets the wider of its intervals in both.
 */
function agreeing(comparisons: readonly Comparison[]): Comparison[] {
  const widest = new Map<string, Comparison>();
  for (const each of comparisons) {
    const key = [each.a, each.b].sort().join('\n');
    const known = widest.get(key);
    if (known === undefined || logWidth(each) > logWidth(known)) widest.set(key, each);
  }
  return comparisons.map((each) => {
    const wide = widest.get([each.a, each.b].sort().join('\n'))!;
    if (wide.a === each.a) return { ...wide, factor: each.factor, asked: each.asked };
    const interval = inverse(wide.interval);
    return { ...each, interval, verdict: judgeRatio(interval, wide.margin), margin: wide.margin };
  });
}

function logWidth({ interval: [low, high] }: Comparison): number {
  return Math.log(high / low);
}

/** An interval without an end has none the other way round either. */
function inverse([low, high]: Interval): Interval {
  return [
    high === Number.MAX_VALUE ? 0 : 1 / high,
    low === 0 ? Number.MAX_VALUE : Math.min(1 / low, Number.MAX_VALUE),
  ];
}

/**
 * Says the difference in milliseconds, for people: 2.8 times slower may be a millisecond or a second.
 *
 * Median of `a` less median of `b`, ms, from the ratio (b over a) and its interval, with b's median as the
 * measure: so it is on the same side of 0 as the ratio is of 1, and so are its interval's ends: it cannot
 * contradict the verdict. The interval is that of the ratio at its level, in ms at that median; how uncertain
 * b's own median is (the level of the machine, which ratios are free of) is left out. null where the ratio's
 * interval has no bound.
 */
function differenceMs(ratio: number, interval: Interval, medianOfBMs: number): Difference | null {
  const [low, high] = interval;
  if (low <= 0 || high === Number.MAX_VALUE) return null;
  const of = (other: number) => medianOfBMs * (1 / other - 1);
  const found = { value: of(ratio), interval: [of(high), of(low)] } as const;
  return Number.isFinite(found.interval[1]) ? found : null;
}
