// How long the blocks of a run take at least: those that a session carries out whatever its time.

import type { NetworkProfile } from '../network/profile.ts';
import { SHORT_ROUNDS } from './blocks.ts';
import { roughlyMs } from './panels.ts';
import type { Plan } from './plan.ts';

/** A rough estimate for all sessions together, browser starts aside, ms. */
export function leastTimeMs(plan: Plan, networks: readonly NetworkProfile[]): number {
  const costMs = new Map(plan.cells.map(({ id, factors }) => [id, roughlyMs(factors, networks)]));
  const sessionsMs = plan.sessions.map(({ panels }) =>
    panels.flatMap(({ cells }) => cells).reduce((sum, cell) => sum + (costMs.get(cell) ?? 0), 0),
  );
  return SHORT_ROUNDS * plan.exchangesPerVisit * sessionsMs.reduce((sum, ms) => sum + ms, 0);
}
