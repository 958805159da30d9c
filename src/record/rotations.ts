// How far a run has come: a rotation is one session of every browser, target and place.

import { kindOfSession, type PlannedSession } from '../plan/plan.ts';
import type { RunFile } from './record.ts';

/**
 * Complete sessions of the kind that has the fewest of them, of those that the run goes on with: kinds with
 * none at all do not hold it up, nor those whose cells are all dropped.
 */
export function finishedRotations({ plan, sessions }: Pick<RunFile, 'plan' | 'sessions'>): number {
  const going = kindsOfLastRotation(plan.sessions);
  const complete = new Map<string, number>();
  for (const session of sessions) {
    const planned = plan.sessions[session.planned];
    if (session.status !== 'complete' || planned === undefined) continue;
    const key = kindOfSession(planned);
    if (going.has(key)) complete.set(key, (complete.get(key) ?? 0) + 1);
  }
  return complete.size === 0 ? 0 : Math.min(...complete.values());
}

function kindsOfLastRotation(sessions: readonly PlannedSession[]): ReadonlySet<string> {
  const kinds = new Set<string>();
  for (const session of sessions.toReversed()) {
    const kind = kindOfSession(session);
    if (kinds.has(kind)) break;
    kinds.add(kind);
  }
  return kinds;
}
