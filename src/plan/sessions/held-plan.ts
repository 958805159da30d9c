// The plan of what predictions are held beside: short sessions after all others, as many as fit into the time
// that the study gives them, one at least. No cell has a twin, since none is held against another cell.

import { heldStudy } from '../../study/cells/held-parts.ts';
import type { Study } from '../../study/study.ts';
import { kindsOf, type PlanSettings, planCells } from '../make-plan.ts';
import type { Plan, PlannedCell, PlannedSession } from '../plan.ts';
import { sessionsOfRotations } from './rotations.ts';
import { chooseLengths } from './session-times.ts';
import { linkMs } from './wall-costs.ts';

/** null where the study holds nothing. */
export function makeHeldPlan(whole: Study, settings: PlanSettings): Plan | null {
  const study = heldStudy(whole);
  if (study === null) return null;
  const { seed, budgetMs, confidence } = study.protocol;
  const cells = planCells(whole, study.parts, settings);
  // What a neighbour leaves behind is some hundredth of a millisecond, which a network's time hides.
  const kinds = kindsOf(study, cells, (place) => place === 'loopback');
  const plan = { design: 2, seed, cells, sessions: [] } as const;
  if (kinds.length === 0) return plan;
  const { rotations, durationsMs } = chooseLengths(
    kinds.map(({ times }) => times),
    budgetMs - linkMs(cells),
    { sessions: null, comparisons: 1, confidence, done: 0 },
  );
  const lengths = kinds.map(({ kind }, index) => ({ ...kind, durationMs: durationsMs[index]! }));
  return { ...plan, sessions: sessionsOfRotations(lengths, rotations, seed) };
}

/**
 * The same, without what nothing is measured to predict from: cells whose browser and target the run goes
 * without.
 */
export function heldWhere(held: Plan, measured: readonly PlannedCell[]): Plan {
  const placeOf = ({ browser, target }: Pick<PlannedSession, 'browser' | 'target'>) => `${browser} ${target}`;
  const running = new Set(
    measured.filter(({ skip }) => skip === null).map(({ factors }) => placeOf(factors)),
  );
  const cells = held.cells.map((cell) => {
    if (cell.skip !== null || running.has(placeOf(cell.factors))) return cell;
    const there = measured.find(({ factors }) => placeOf(factors) === placeOf(cell.factors));
    return { ...cell, skip: there?.skip ?? 'nothing is measured there to predict it from' };
  });
  const sessions = held.sessions.filter((session) => running.has(placeOf(session)));
  return { ...held, cells, sessions: sessions.map((session, index) => ({ ...session, index })) };
}
