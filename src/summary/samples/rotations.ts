// How far a run has come: a rotation is one session of every browser, target and place.

import { kindOfSession } from '../../plan/plan.ts';
import type { RunFile } from '../../record/record.ts';

/** Complete sessions of the kind that has the fewest of them; kinds with none at all do not hold it up. */
export function finishedRotations(run: RunFile): number {
  const complete = new Map<string, number>();
  for (const session of run.sessions) {
    const planned = run.plan.sessions[session.planned];
    if (session.status !== 'complete' || planned === undefined) continue;
    const key = kindOfSession(planned);
    complete.set(key, (complete.get(key) ?? 0) + 1);
  }
  return complete.size === 0 ? 0 : Math.min(...complete.values());
}
