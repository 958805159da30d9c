// Which cells a budget has time for. What does not fit is left out before anything is sent, by one rule: the
// panel that takes longest goes first, since it costs the most questions that the rest could answer; cells
// that a claim needs go after all others, and after these the pair that tells most of the claim in little
// time, then the one that takes least; of the last panel two cells stay.

import { sayDuration } from '../../base/figures/times.ts';
import { isOfIndex } from '../../study/resolve/resolve-claims.ts';
import type { Claim, Study } from '../../study/study.ts';
import { canRun, cellsOfClaim, cellsOfPair, pairsForClaim } from '../claims/claim-cells.ts';
import type { PlannedCell } from '../plan.ts';
import { roughlyMs } from './rough-times.ts';
import { loadMs } from './wall-costs.ts';

/** Nothing is compared with less. */
const FEWEST_CELLS = 2;

/** Words of a plan, of a report and of the rule's place in the documents. */
export function noTimeFor(budgetMs: number): string {
  return `the budget of ${sayDuration(budgetMs)} has no time for it`;
}

const NO_TIME = /^the budget of .+? has no time for it/;

/** Whether it was left out because the budget was too short, and nothing else. */
export function isForTime({ skip }: Pick<PlannedCell, 'skip'>): boolean {
  return skip !== null && NO_TIME.test(skip);
}

/**
 * Why it was left out, by the budget that the run had in the end: one that was prolonged had more than when
 * it was planned.
 */
export function whySkipped({ skip }: Pick<PlannedCell, 'skip'>, budgetMs: number): string | null {
  return skip === null ? null : skip.replace(NO_TIME, noTimeFor(budgetMs));
}

/**
 * The cells, those that there is no time for skipped. `excessMs`: by how much a run of these cells is too
 * long, 0 or less where it is not. `panels`: the cells that are interleaved with one another.
 */
export function fittingCells(
  study: Study,
  cells: readonly PlannedCell[],
  panelKey: (cell: PlannedCell) => string,
  excessMs: (cells: readonly PlannedCell[]) => number,
): readonly PlannedCell[] {
  if (excessMs(cells) <= 0) return cells;
  const steps = stepsOut(
    study,
    cells.filter(({ skip }) => skip === null),
    panelKey,
  );
  const skip = noTimeFor(study.protocol.budgetMs);
  const without = (taken: number) => {
    const out = new Set(steps.slice(0, taken).flat());
    return cells.map((cell) => (out.has(cell) ? { ...cell, skip } : cell));
  };
  // The fewest steps that are enough: each makes the run shorter.
  let [tooFew, enough] = [0, steps.length];
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2);
    if (excessMs(without(middle)) <= 0) enough = middle;
    else tooFew = middle;
  }
  return without(enough);
}

/** What goes first, what next, down to two cells. */
function stepsOut(
  study: Study,
  cells: readonly PlannedCell[],
  panelKey: (cell: PlannedCell) => string,
): PlannedCell[][] {
  const costMs = (group: readonly PlannedCell[]) =>
    group.reduce((sum, { factors }) => sum + roughlyMs(factors, study), loadMs(group));
  const panels = [...Map.groupBy(cells, panelKey).values()].toSorted((a, b) => costMs(b) - costMs(a));
  const claimed = new Set(study.claims.flatMap((claim) => cellsOfClaim(cells, claim)));
  const pairs = study.claims.map((claim) => pairsOfClaim(cells, claim, costMs));
  const least = new Set(pairs.flatMap(([first = []]) => first));
  const telling = new Set(pairs.flatMap((some) => some.findLast((pair) => costMs(pair) <= LITTLE_MS) ?? []));
  const tier = (cell: PlannedCell) =>
    least.has(cell) ? 3 : telling.has(cell) ? 2 : claimed.has(cell) ? 1 : 0;
  const order = [0, 1, 2, 3]
    .flatMap((own) => panels.map((panel) => panel.filter((cell) => tier(cell) === own)))
    .filter((step) => step.length > 0);
  const last = order.pop() ?? [];
  // From its end: its first cell is what the others are compared with.
  return [
    ...order,
    ...last
      .slice(FEWEST_CELLS)
      .reverse()
      .map((cell) => [cell]),
  ];
}

/**
 * A pair that takes less is measured hundreds of times in a minute. The dearest of those tells most: of the
 * shortest answers what every exchange costs hides what the claim is about.
 */
const LITTLE_MS = 100;

/**
 * The pairs of a claim, the one that takes least first: without it nothing at all would be known of the
 * claim. Of an index all of its cells, since what else does the same is a part of it.
 */
function pairsOfClaim(
  cells: readonly PlannedCell[],
  claim: Claim,
  costMs: (group: readonly PlannedCell[]) => number,
): readonly (readonly PlannedCell[])[] {
  if (isOfIndex(claim)) return [cellsOfClaim(cells, claim)];
  const pairs = pairsForClaim(cells, claim, canRun).there.map(cellsOfPair);
  return pairs.toSorted((a, b) => costMs(a) - costMs(b));
}
