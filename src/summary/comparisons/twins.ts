// The same cell measured twice under two names. Their ratio is 1 in truth: how far the interval reaches is
// what this run can mistake for a difference, and an interval that leaves out 1 says that something is wrong.

import type { PlannedCell } from '../../plan/plan.ts';
import type { RunFile } from '../../record/record.ts';
import { confidenceInterval } from '../../stats/estimate.ts';
import { familyLevel } from '../../stats/family.ts';
import { widestDifference } from '../../stats/verdict.ts';
import type { RunTimes } from '../samples/cell-times.ts';
import type { Twin, TwinAlarm } from '../summary.ts';
import { contrasted, ratioTerms } from './contrast.ts';
import type { Families } from './families.ts';
import type { TakenLook } from './looks-taken.ts';

/** As the look sees them, at its level over the number of twins. */
export function compareTwins(
  run: RunFile,
  times: RunTimes,
  look: TakenLook,
  { twins: planned }: Families,
): Twin[] {
  const pairs = run.plan.cells.flatMap(({ id, twinOf }) => (twinOf === null ? [] : [{ id, twinOf }]));
  const seen = look.seen(times);
  return pairs.flatMap(({ id, twinOf }) => {
    const estimate = contrasted(seen.times, ratioTerms(id, twinOf), seen.spreads)?.estimate;
    if (estimate === undefined) return [];
    const interval = confidenceInterval(estimate, familyLevel(look.alpha, planned));
    const ratio = Math.exp(estimate.log);
    return [{ cell: twinOf, twin: id, ratio, interval, noiseFloor: widestDifference(interval) }];
  });
}

/** The twin with the largest noise floor; null where there is none. */
export function worstTwin(twins: readonly Twin[]): Twin | null {
  return twins.reduce<Twin | null>(
    (worst, twin) => (worst === null || twin.noiseFloor > worst.noiseFloor ? twin : worst),
    null,
  );
}

export function twinAlarms(run: RunFile, twins: readonly Twin[]): TwinAlarm[] {
  const cells = new Map(run.plan.cells.map((cell) => [cell.id, cell]));
  return twins
    .filter(({ interval: [low, high] }) => low > 1 || high < 1)
    .map((twin) => {
      const own = cells.get(twin.cell)!;
      return { twin, cells: run.plan.cells.filter((cell) => isBeside(cell, own)).map(({ id }) => id) };
    });
}

/** A twin speaks for the cells of its browser, target and network. */
function isBeside({ factors: a }: PlannedCell, { factors: b }: PlannedCell): boolean {
  return a.browser === b.browser && a.target === b.target && a.network === b.network;
}
