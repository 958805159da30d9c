// What claims would take whose cells a run had no time for: nothing that was measured tells it, so it is
// reckoned as a plan does, with room.

import { canRun, cellsOfPair, pairsForClaim } from '../../plan/claims/claim-cells.ts';
import { answeredMs } from '../../plan/claims/claim-costs.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import { isForTime } from '../../plan/sessions/leave-out.ts';
import { ROOM } from '../../plan/sessions/room.ts';
import type { RunFile } from '../../record/record.ts';
import type { Claim } from '../../study/study.ts';

/** Those that were left out for want of time alone as if they were not. */
function withLeftOut({ cells }: RunFile['plan']): readonly PlannedCell[] {
  return cells.map((cell) => (isForTime(cell) ? { ...cell, skip: null } : cell));
}

/** Whether more time would measure more of what the claim is about. */
export function isPartOfTime({ plan }: Pick<RunFile, 'plan'>, claim: Claim): boolean {
  const { there } = pairsForClaim(withLeftOut(plan), claim, canRun);
  const leftOut = new Set(plan.cells.filter(isForTime).map(({ id }) => id));
  return there.flatMap(cellsOfPair).some(({ id }) => leftOut.has(id));
}

/** Whether it was measured by what stands in because there was no time for what was published. */
export function standsInForTime({ plan }: Pick<RunFile, 'plan'>, claim: Claim): boolean {
  return (
    pairsForClaim(plan.cells, claim, canRun).standsIn &&
    !pairsForClaim(withLeftOut(plan), claim, canRun).standsIn
  );
}

/**
 * About the wall time of a run of all that these claims are about, in as few sessions as an answer takes, ms;
 * null where one of them cannot be measured whatever the time.
 */
export function measuringTimeMs(
  { study, plan }: Pick<RunFile, 'study' | 'plan'>,
  claims: readonly Claim[],
): number | null {
  if (claims.length === 0) return 0;
  const ms = answeredMs(study, withLeftOut(plan), claims, () => false);
  return ms === null ? null : ROOM * ms;
}
