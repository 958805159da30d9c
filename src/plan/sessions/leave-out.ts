// Which cells a budget has time for. What does not fit is left out before anything is sent, by one rule. What
// claims are about comes first (`claim-turns.ts`). Then come the panels that no claim is about, the one that
// takes longest last, since it costs the most questions that the rest could answer. Two cells stay whatever
// the budget.

import { sayDuration } from '../../base/figures/times.ts';
import type { Study } from '../../study/study.ts';
import type { Plan, PlannedCell } from '../plan.ts';
import { Chosen, type Claimed, claimedGroups, takeClaimed } from './claim-turns.ts';
import { roughlyMs } from './rough-times.ts';
import { loadMs } from './wall-costs.ts';

/** Nothing is compared with less. */
const FEWEST_CELLS = 2;

/** Words of a plan, of a report and of the rule's place in the documents. */
export function noTimeFor(budgetMs: number): string {
  return `the budget of ${sayDuration(budgetMs)} has no time for it`;
}

const NO_TIME = /^the budget of .+? has no time for it/;
const EVEN_ALONE = ': the largest alone would take all of it';

/** Whether it was left out because the budget was too short, and nothing else. */
export function isForTime({ skip }: Pick<PlannedCell, 'skip'>): boolean {
  return skip !== null && NO_TIME.test(skip);
}

/** What is counted exactly is counted in this time, unless its cells take longer. */
const LITTLE_MS = 10_000;

/**
 * A study that counts once needs one session, and a session takes all the time that its run has: the study
 * with no more time than its cells need, where it has as much. `beforeMs`: what its servers take to start.
 */
export function inLittleTime(
  study: Study,
  planOf: (short: Study) => Pick<Plan, 'cells'>,
  beforeMs = 0,
): Study {
  for (let budgetMs = LITTLE_MS + beforeMs; budgetMs < study.protocol.budgetMs; budgetMs *= 2) {
    const short = { ...study, protocol: { ...study.protocol, budgetMs } };
    if (!planOf(short).cells.some(isForTime)) return short;
  }
  return study;
}

/**
 * Why it was left out, by the budget that the run had in the end: one that was prolonged had more than when
 * it was planned, which may have been enough for the largest alone.
 */
export function whySkipped({ skip }: Pick<PlannedCell, 'skip'>, budgetMs: number): string | null {
  if (skip === null) return null;
  const told = skip.replace(NO_TIME, noTimeFor(budgetMs));
  return told === skip ? skip : told.replace(EVEN_ALONE, '');
}

/**
 * The cells, those that there is no time for skipped. `excessMs`: by how much a run of these cells is too
 * long, 0 or less where it is not. `panelKey`: the cells that are interleaved with one another.
 */
export function fittingCells(
  study: Study,
  cells: readonly PlannedCell[],
  panelKey: (cell: PlannedCell) => string,
  excessMs: (cells: readonly PlannedCell[]) => number,
): readonly PlannedCell[] {
  if (excessMs(cells) <= 0) return cells;
  const { budgetMs } = study.protocol;
  const skip = noTimeFor(budgetMs);
  const runnable = cells.filter((cell) => cell.skip === null);
  const costMs = (group: readonly PlannedCell[]) =>
    group.reduce((sum, { factors }) => sum + roughlyMs(factors, study), loadMs(group));
  const claimed = claimedGroups(study.claims, runnable, panelKey, costMs);
  const panels = [...Map.groupBy(runnable, panelKey).values()].toSorted((a, b) => costMs(a) - costMs(b));
  const cheapest = claimed.least.flatMap(({ pairs }) => pairs);
  const [first = []] = cheapest.length > 0 ? cheapest : panels;
  const only = (kept: ReadonlySet<PlannedCell>) =>
    cells.map((cell) => (cell.skip !== null || kept.has(cell) ? cell : { ...cell, skip }));
  const excessOf = (kept: ReadonlySet<PlannedCell>) => excessMs(only(kept));
  const chosen = new Chosen(first.slice(0, FEWEST_CELLS), excessOf);
  takeClaimed(claimed, chosen, budgetMs);
  takePanels(first, panels, chosen);
  const hopeless = cellsAlone(claimed, chosen, excessOf);
  return only(chosen.cells).map((cell, index) =>
    hopeless.has(cells[index]!) ? { ...cell, skip: skip + EVEN_ALONE } : cell,
  );
}

/** Those of no claim, cell by cell of the first one and then whole ones, as long as they fit. */
function takePanels(
  first: readonly PlannedCell[],
  panels: readonly (readonly PlannedCell[])[],
  chosen: Chosen,
): void {
  const steps = [...first.map((cell) => [cell]), ...panels];
  let [fitting, tooMany] = [0, steps.length + 1];
  while (tooMany - fitting > 1) {
    const middle = Math.floor((fitting + tooMany) / 2);
    if (chosen.hasTimeFor(steps.slice(0, middle).flat())) fitting = middle;
    else tooMany = middle;
  }
  chosen.take(steps.slice(0, fitting).flat());
}

/** Ends of claims that would not fit if nothing else were measured. */
function cellsAlone(
  { end }: Claimed,
  chosen: Chosen,
  excessOf: (kept: ReadonlySet<PlannedCell>) => number,
): ReadonlySet<PlannedCell> {
  const pairs = end.flatMap((group) => group.pairs);
  const leftOut = pairs.filter((pair) => !pair.every((cell) => chosen.cells.has(cell)));
  const tooLong = leftOut.filter((pair) => excessOf(new Set(pair)) > 0);
  return new Set(tooLong.flat().filter((cell) => !chosen.cells.has(cell)));
}
