// What a run still has to find out, for whoever decides whether it goes on, and with which cells.

import { cellsOfClaim } from '../../plan/claims/claim-cells.ts';
import { pairKey } from '../../plan/pairs.ts';
import { twinKey } from '../../plan/plan.ts';
import type { RunFile } from '../../record/record.ts';
import { isModelled } from '../bill/modelled-cells.ts';
import type { ClaimSummary } from '../claims/claim-summary.ts';
import type { Summary } from '../summary.ts';
import type { Answered, Comparison } from './comparison.ts';
import { plannedComparisons } from './comparisons.ts';

export interface OpenQuestions {
  /** Comparisons and claims that were asked, and of advice the best way on each network. */
  readonly asked: number;
  /** Those that the run goes on for. */
  readonly open: number;
  /** Open as well, but not gone on for; absent: there are none. */
  readonly givenUp?: number;
  /** Ids of the cells that open questions need, twins beside them included. */
  readonly neededCells: ReadonlySet<string>;
  /** Of these the ones that open questions are about; absent: all. The others are there for an alarm. */
  readonly askedCells?: ReadonlySet<string>;
  /**
   * Cell → the largest variance within sessions of any open log ratio that it is part of; absent where none
   * is or it is not known yet.
   */
  readonly withinVariances: ReadonlyMap<string, number>;
  /**
   * How many comparisons the interval of an open one holds together with, the most of them; absent: of none
   * it is known.
   */
  readonly family?: number;
  /**
   * How far apart the two of an asked comparison may be at most, of all of them; null before there is data.
   */
  readonly widest: number | null;
}

interface Question {
  readonly cells: readonly string[];
  readonly isOpen: boolean;
  readonly isGivenUp?: boolean;
}

/** `isWanted`: which of the open claims the run goes on for; absent: all of them. */
export function openQuestions(
  run: RunFile,
  summary: Pick<Summary, 'comparisons' | 'claims' | 'advice'>,
  isWanted: (claim: string) => boolean = () => true,
): OpenQuestions {
  // Advice asks for the best way and what it gains, not for every way against today's.
  const questions = [
    ...(run.advice === undefined ? comparisonQuestions(run, summary) : adviceQuestions(run, summary)),
    ...claimQuestions(run, summary.claims, isWanted),
    ...designQuestions(run),
  ];
  const open = questions.filter(({ isOpen, isGivenUp }) => isOpen && isGivenUp !== true);
  const givenUp = questions.filter(({ isOpen, isGivenUp }) => isOpen && isGivenUp === true).length;
  const cells = new Set(open.flatMap((question) => question.cells));
  const families = openComparisons(summary.comparisons, open).map(({ family }) => family);
  const widths = summary.comparisons.filter(({ asked }) => asked).map(({ widest }) => widest);
  return {
    asked: questions.length,
    open: open.length,
    ...(givenUp > 0 && { givenUp }),
    neededCells: withTwinsBeside(run, cells),
    askedCells: cells,
    withinVariances: largestVariances(summary.comparisons, open),
    ...(families.length > 0 && { family: Math.max(...families) }),
    widest: widths.length === 0 ? null : Math.max(...widths),
  };
}

/** Nor is there any answer yet for a pair without data. */
function isOpenComparison(found: Comparison | undefined): boolean {
  return found === undefined || isStillOpen(found.verdict, found);
}

/**
 * A provisional answer is none yet. What the clocks hide stays open, and no session more can change that: it
 * keeps no run going.
 */
function isStillOpen(verdict: string, { openBecause, provisional }: Answered): boolean {
  return provisional || (verdict === 'open' && openBecause !== 'clock');
}

function comparisonQuestions(run: RunFile, { comparisons }: Pick<Summary, 'comparisons'>): Question[] {
  const found = new Map(comparisons.map((each) => [pairKey(each.a, each.b), each]));
  return plannedComparisons(run).map(({ a, b }) => ({
    cells: [a, b],
    isOpen: isOpenComparison(found.get(pairKey(a, b))),
  }));
}

/**
 * One for each network on which ways are measured: which is the best within ε, and what it gains on today's.
 * The leader and what may be as good are needed, ways of which nothing is known for good, and today's while
 * the gain is open.
 */
function adviceQuestions({ plan, advice: facts }: RunFile, { advice }: Pick<Summary, 'advice'>): Question[] {
  return facts!.networks.flatMap(({ network }): Question[] => {
    const planned = plan.cells.filter(
      ({ factors, twinOf, skip }) => factors.network === network && twinOf === null && skip === null,
    );
    if (planned.length === 0) return [];
    const found = advice?.networks.find((one) => one.network === network);
    if (found?.kind !== 'measured') return [{ cells: planned.map(({ id }) => id), isOpen: true }];
    const { fastest, recommended, today, open, unkept, settled, gain } = found;
    const isGainOpen = gain !== null && isOpenComparison(gain);
    const ofGain = isGainOpen && today !== null ? [recommended, today] : [];
    const cells = [...new Set([fastest, ...open, ...unkept, ...ofGain])];
    return [{ cells, isOpen: !settled || isGainOpen }];
  });
}

/**
 * What a model is made from is asked until the time is over: more sessions make all predictions better, and
 * none of its cells can be missed.
 */
function designQuestions({ plan }: RunFile): Question[] {
  if (!plan.cells.some(({ role }) => role?.kind === 'predicted')) return [];
  const cells = plan.cells.flatMap(({ id, skip }) => (skip === null ? [id] : []));
  return [{ cells, isOpen: true }];
}

/** Claims that this run can answer: their cells can be measured here, and are packets, no model. */
function claimQuestions(
  run: RunFile,
  claims: readonly ClaimSummary[],
  isWanted: (claim: string) => boolean,
): Question[] {
  return run.study.claims.flatMap((claim): Question[] => {
    const cells = cellsOfClaim(run.plan.cells, claim);
    if (cells.length === 0 || cells.some((cell) => isModelled(run, cell))) return [];
    const found = claims.find(({ id }) => id === claim.id);
    const isOpen = found?.answered == null || isStillOpen(found.verdict, found.answered);
    return [{ cells: cells.map(({ id }) => id), isOpen, isGivenUp: !isWanted(claim.id) }];
  });
}

/** A twin must be there for its alarm, with the cell that it is a twin of. */
export function withTwinsBeside({ plan }: RunFile, asked: ReadonlySet<string>): ReadonlySet<string> {
  const groupKey = (id: string) => twinKey(plan.cells.find((cell) => cell.id === id)!.factors);
  const groups = new Set([...asked].map(groupKey));
  const twins = plan.cells.flatMap(({ id, twinOf }) =>
    twinOf !== null && groups.has(groupKey(id)) ? [id, twinOf] : [],
  );
  return new Set([...asked, ...twins]);
}

function largestVariances(
  comparisons: readonly Comparison[],
  open: readonly Question[],
): ReadonlyMap<string, number> {
  const variances = new Map<string, number>();
  for (const { a, b, withinVariance } of openComparisons(comparisons, open)) {
    if (withinVariance === null) continue;
    for (const cell of [a, b]) {
      variances.set(cell, Math.max(withinVariance, variances.get(cell) ?? 0));
    }
  }
  return variances;
}

/** Of cells that open questions are about. */
function openComparisons(
  comparisons: readonly Comparison[],
  open: readonly Question[],
): readonly Comparison[] {
  const openCells = new Set(open.flatMap(({ cells }) => cells));
  return comparisons.filter(({ a, b }) => openCells.has(a) && openCells.has(b));
}
