// How long the blocks of a run take at least: those that a session carries out whatever its time.

import { SHORT_ROUNDS } from './blocks.ts';
import { roughlyMs, type Sent } from './panels.ts';
import type { Plan } from './plan.ts';

/** A rough estimate for all sessions together, browser starts aside, ms. */
export function leastTimeMs(plan: Plan, sent: Sent): number {
  const costMs = new Map(plan.cells.map(({ id, factors }) => [id, roughlyMs(factors, sent)]));
  const sessionsMs = plan.sessions.map(({ panels }) =>
    panels.flatMap(({ cells }) => cells).reduce((sum, cell) => sum + (costMs.get(cell) ?? 0), 0),
  );
  return SHORT_ROUNDS * plan.exchangesPerVisit * sessionsMs.reduce((sum, ms) => sum + ms, 0);
}
