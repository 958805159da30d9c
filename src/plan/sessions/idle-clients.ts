// Whether anybody else asks while a plan is measured. Clients who ask so seldom that a session is over before
// any of them does are refused: its cells would be told as those among company, and were alone.

import { type Problem, UserError } from '../../base/errors.ts';
import { sayDuration } from '../../base/figures/times.ts';
import { isSequence } from '../../factors/cell.ts';
import { type Clients, leastRate, spellClients } from '../../factors/clients.ts';
import type { Plan } from '../plan.ts';

/**
 * Throws a UserError with the least rate for each level of `clients` at which nothing is asked. `file`: the
 * study, as it was named.
 */
export function requireAskingClients(plan: Plan, file: string): void {
  const problems = [...longestMs(plan)].flatMap(([{ count, perSecondEach, ...level }, ms]): Problem[] => {
    if (count === 0 || perSecondEach === null || level.ask === 'copy') return [];
    if ((count * perSecondEach * ms) / 1_000 >= 1) return [];
    const asked = spellClients({ count, perSecondEach, ...level });
    const what = `${asked}: nobody asks within a session of ${sayDuration(ms)}, so that its cells would be measured alone`;
    const hint = `ask at least ${leastRate(count, ms / 1_000)} each, or give the study more time (--budget)`;
    return [{ file, path: 'clients', what, hint }];
  });
  if (problems.length > 0) throw new UserError(problems);
}

/** Whether others ask meanwhile in any of its cells. */
export function hasOtherClients({ cells }: Pick<Plan, 'cells'>): boolean {
  return cells.some(({ factors }) => !isSequence(factors) && factors.clients.count > 0);
}

/** Level → its longest session, ms. */
function longestMs({ cells, sessions }: Plan): ReadonlyMap<Clients, number> {
  const factorsOf = new Map(cells.map(({ id, factors }) => [id, factors]));
  const longest = new Map<Clients, number>();
  for (const { panels, load, durationMs } of sessions) {
    const factors = factorsOf.get(panels[0]?.cells[0] ?? '');
    if (load === undefined || factors === undefined || isSequence(factors)) continue;
    longest.set(factors.clients, Math.max(durationMs, longest.get(factors.clients) ?? 0));
  }
  return longest;
}
