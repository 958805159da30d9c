// What a session's targets said of themselves: records hold one, or several by name where they were
// interleaved.

import type { Plan } from '../plan/plan.ts';
import type { SessionFacts, TargetFacts } from './record.ts';

/** Every target that was up in the session. */
export function allTargetFacts({ target, targets }: SessionFacts): readonly TargetFacts[] {
  if (targets !== undefined) return Object.values(targets);
  return target === null ? [] : [target];
}

/** The target of that name; null where the session did not have it. */
export function targetFacts(
  { planned, target, targets }: SessionFacts,
  { sessions }: Pick<Plan, 'sessions'>,
  name: string,
): TargetFacts | null {
  if (targets !== undefined) return targets[name] ?? null;
  return sessions[planned]?.target === name ? target : null;
}
