// How long the blocks of a run take at least: those that a session carries out whatever its time.

import { SHORT_ROUNDS } from './blocks.ts';
import { roughlyMs, type Sent } from './panels.ts';
import type { Panel, Plan, PlannedCell } from './plan.ts';

/** A rough estimate for all sessions together, browser starts aside, ms. */
export function leastTimeMs(plan: Plan, sent: Sent): number {
  return plan.sessions.reduce((sum, { panels }) => sum + leastSessionMs(panels, plan, sent), 0);
}

/** Of one session with these panels. */
export function leastSessionMs(
  panels: readonly Panel[],
  {
    cells,
    exchangesPerVisit,
  }: { readonly cells: readonly PlannedCell[]; readonly exchangesPerVisit: number },
  sent: Sent,
): number {
  const visited = new Set(panels.flatMap((panel) => panel.cells));
  const visitMs = cells
    .filter(({ id }) => visited.has(id))
    .reduce((sum, { factors }) => sum + roughlyMs(factors, sent), 0);
  return SHORT_ROUNDS * exchangesPerVisit * visitMs;
}

/**
 * Time for each session of a rotation, ms: all alike, but for those that take longer whatever their time;
 * these get what they need, and the others share the rest. Where there is too little for that, all alike.
 */
export function sharedOut(rotationMs: number, leastMs: readonly number[]): number[] {
  const isEnough = leastMs.reduce((sum, ms) => sum + ms, 0) <= rotationMs;
  const long = new Set<number>();
  for (;;) {
    const takenMs = [...long].reduce((sum, index) => sum + leastMs[index]!, 0);
    const shareMs = (rotationMs - takenMs) / (leastMs.length - long.size);
    const longer = [...leastMs.keys()].filter((index) => !long.has(index) && leastMs[index]! > shareMs);
    if (!isEnough || longer.length === 0) {
      return leastMs.map((ms, index) => (long.has(index) ? ms : shareMs));
    }
    for (const index of longer) long.add(index);
  }
}
