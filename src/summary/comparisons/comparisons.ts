// Pairs of cells → comparisons with their answers.

import type { Interval } from '../../base/figures/ratios.ts';
import { type Pair, pairKey, pairsAgainstFastest, rankingGroups } from '../../plan/pairs.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import type { RunFile } from '../../record/record.ts';
import { familyLevel } from '../../stats/answers/family.ts';
import { answerOf } from '../../stats/answers/verdict.ts';
import { confidenceInterval } from '../../stats/estimates/estimate.ts';
import { cellLevels } from '../samples/cell-levels.ts';
import type { RunTimes } from '../samples/cell-times.ts';
import { answerAtLooks, type Question } from './answer-at-looks.ts';
import type { Comparison, Difference, OnMachine, Verdict } from './comparison.ts';
import { type Contrasted, ratioTerms } from './contrast.ts';
import { type Families, pairsToCompare } from './families.ts';
import type { TakenLook } from './looks-taken.ts';
import { moreTimeMs } from './more-time.ts';
import { oriented } from './turned-comparison.ts';

export interface Judging {
  /** Held to their twins. */
  readonly looks: readonly TakenLook[];
  readonly families: Families;
  /** The widest difference that is told as `within`. */
  readonly precision: number;
}

/** How much a verdict says: nothing, how far apart the two may be at most, or which side of the margin. */
export const VERDICT_RANKS = { open: 0, within: 1, same: 2, faster: 2, slower: 2 } as const satisfies Record<
  Verdict,
  number
>;

/** Those the study asks for come first. */
export function compareCells(run: RunFile, times: RunTimes, judging: Judging): Comparison[] {
  const cells = [...times.cells.values()].map(({ cell }) => cell).filter((cell) => cell.twinOf === null);
  const levels = cellLevels(times);
  // A pair that is asked for and ranked too is answered once, and the same way round whoever is the fastest.
  const known = new Map<string, Comparison | null>();
  const answered = (pair: Pair) => {
    const key = pairKey(pair.a, pair.b);
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = comparisonOf(run, times, inOrder(pair), judging);
    known.set(key, made);
    return made;
  };
  const asked = pairsToCompare(run, cells).map((pair) => ({ pair, asked: true }));
  const ranked = rankingGroups(cells)
    .flatMap((group) => pairsOfRanking(times, group, levels, answered))
    .map((pair) => ({ pair, asked: false }));
  return [...asked, ...ranked].flatMap(({ pair, asked: isAsked }) => {
    const found = answered(pair);
    if (found === null) return [];
    const told = oriented(found, pair.a);
    const differenceMs = differenceAt(told.ratio, told.interval, Math.exp(levels(pair.b)));
    return [{ ...told, differenceMs, factor: pair.factor, asked: isAsked }];
  });
}

/** null where there are no data. How far apart in ms, and whether it was asked for, is for the caller. */
function comparisonOf(run: RunFile, times: RunTimes, pair: Pair, judging: Judging): Comparison | null {
  const { margin } = run.study.protocol;
  const [answer] = answerAtLooks(judging.looks, [questionAbout(times, pair, judging, margin)]);
  if (answer == null) return null;
  const { latest, look: _, isHeldBack: __, alpha: ___, nth, ...told } = answer;
  const family = judging.families.sizeFor(pair.a, pair.b);
  const onMachines = answersOfMachines(latest, family, judging, margin);
  const withinVariance = latest.withinVariance;
  const comparison = {
    ...{ ...pair, ...told, differenceMs: null, margin, asked: false, family, withinVariance },
    ...(onMachines !== null && { onMachines }),
  };
  // Before four rotations nothing of the level is used: all that is told is provisional.
  const used = judging.looks.at(-1)!.rotations === null ? 0 : nth;
  const moreMs = moreTimeMs(run, used, comparison, latest);
  return isAlarmed(pair, judging.looks.at(-1)!) ? withheld(comparison) : { ...comparison, moreMs };
}

/** Each by itself, together at the level of the comparison; null where one machine measured it. */
function answersOfMachines(
  { machines }: Contrasted,
  family: number,
  { looks, precision }: Judging,
  margin: number,
): readonly OnMachine[] | null {
  if (machines === undefined) return null;
  const alpha = familyLevel(looks.at(-1)!.alpha, family * machines.length);
  return machines.map(({ machine, sessions, estimate }) => {
    const interval = confidenceInterval(estimate, alpha);
    const verdict = answerOf(interval, { margin, precision });
    return { machine, sessions, ratio: Math.exp(estimate.log), interval, verdict };
  });
}

/**
 * The pairs that the study asks for among the cells that can be measured here, whether they have data yet or
 * not.
 */
export function plannedComparisons(run: RunFile): Pair[] {
  const runnable = run.plan.cells.filter((cell) => cell.twinOf === null && cell.skip === null);
  return pairsToCompare(run, runnable);
}

function inOrder(pair: Pair): Pair {
  return pair.a < pair.b ? pair : { ...pair, a: pair.b, b: pair.a };
}

/**
 * Every cell of the group against the fastest: the one of the lowest level that no answer shows to be slower
 * than another. An answer that was kept is of an earlier look, and its cell may have been dropped since, so
 * that its level rests on few sessions. A cell with one session in a run of several is held against none, and
 * so is not the fastest either.
 */
function pairsOfRanking(
  times: RunTimes,
  group: readonly PlannedCell[],
  levels: (cell: string) => number,
  answered: (pair: Pair) => Comparison | null,
): readonly Pair[] {
  const comparable = group
    .filter(({ id }) => !times.severalSessions || times.cells.get(id)!.logMedians.size > 1)
    .toSorted((a, b) => levels(a.id) - levels(b.id));
  const against = (one: PlannedCell) =>
    pairsAgainstFastest(
      one,
      comparable.filter((cell) => cell !== one),
    );
  const isShownSlower = (pair: Pair) => {
    const found = answered(pair);
    return found !== null && oriented(found, pair.a).verdict === 'slower';
  };
  const fastest = comparable.find((cell) => !against(cell).some(isShownSlower)) ?? comparable[0];
  return fastest === undefined ? [] : against(fastest);
}

function questionAbout(
  times: RunTimes,
  pair: Pair,
  { families, precision }: Judging,
  margin: number,
): Question<Verdict> {
  const { a, b } = pair;
  const posed = { times, terms: ratioTerms(b, a) };
  return {
    at: () => posed,
    isHeldBackAt: (look) => isAlarmed(pair, look),
    family: families.sizeFor(a, b),
    judge: (_, interval) => answerOf(interval, { margin, precision }),
    rank: (verdict) => VERDICT_RANKS[verdict],
  };
}

function isAlarmed({ a, b }: Pair, { alarmed }: TakenLook): boolean {
  return alarmed.has(a) || alarmed.has(b);
}

/** The figures stay, the answer is taken back. */
function withheld(comparison: Omit<Comparison, 'moreMs'>): Comparison {
  return { ...comparison, verdict: 'open', openBecause: 'twin', answeredAt: null, moreMs: null };
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
function differenceAt(ratio: number, interval: Interval, medianOfBMs: number): Difference | null {
  const [low, high] = interval;
  if (low <= 0 || high === Number.MAX_VALUE) return null;
  const of = (other: number) => medianOfBMs * (1 / other - 1);
  const found = { value: of(ratio), interval: [of(high), of(low)] } as const;
  return Number.isFinite(found.interval[1]) ? found : null;
}
