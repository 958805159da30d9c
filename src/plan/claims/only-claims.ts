// A study that asks nothing but its claims: what no claim needs on this machine is taken out of it.

import { count } from '../../base/figures/plurals.ts';
import type { Changed } from '../../study/cells/keep-cells.ts';
import { keepCells } from '../../study/cells/keep-cells.ts';
import type { Claim, Study } from '../../study/study.ts';
import type { PlannedCell } from '../plan.ts';
import { canRun, cellsOfClaim, cellsOfPair, pairsForClaim } from './claim-cells.ts';

/**
 * A question of our own beside a claim of theirs is not counted, so it takes no time from those that are: a
 * plain run of the study asks it.
 *
 * `cells` are those of a plan of the study, so that it is known which cannot be run here: of these stay what
 * claims are about, with the reason. Their claims stay all, since it is an answer too that one cannot be
 * answered.
 */
export function onlyClaims(study: Study, cells: readonly PlannedCell[]): Changed {
  const theirs = study.claims.filter(({ ours }) => ours !== true);
  const kept = new Set(
    theirs
      .flatMap((claim) => [...cellsOfClaim(cells, claim), ...missingOfClaim(cells, claim)])
      .map(({ factors }) => factors),
  );
  const small = keepCells(study, (factors) => kept.has(factors));
  const before = cells.filter(({ twinOf }) => twinOf === null).length;
  return {
    study: { ...small, claims: theirs, comparisons: [] },
    notes: [`claims alone: they need ${kept.size} of ${count(before, 'cell')}`],
  };
}

/** What it is about as published, or by its stand-in, and what cannot be run. */
function missingOfClaim(cells: readonly PlannedCell[], claim: Claim): PlannedCell[] {
  return [pairsForClaim(cells, claim, () => true), pairsForClaim(cells, claim, canRun)]
    .flatMap(({ wanted }) => wanted.flatMap(cellsOfPair))
    .filter((cell) => !canRun(cell));
}
