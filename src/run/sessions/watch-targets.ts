// The targets of a session are held to what they were verified for: a first look at each before anything is
// timed, and a last one when all is measured.

import type { RunningTarget } from '../../drive/driver.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import type { RunContext, TargetWatch } from '../run-context.ts';
import type { Answers } from './answers.ts';
import { type SessionTrouble, UntrueTarget } from './session-guard.ts';

/**
 * `cells`: those that are measured. Resolves when the first looks are over, with the last look: it answers
 * why the session is worth nothing, by the first target that does not do any more what it did; null where
 * there is none.
 */
export async function watchTargets(
  targets: readonly RunningTarget[],
  cells: readonly PlannedCell[],
  seed: number,
  { watchTarget }: Pick<RunContext, 'watchTarget'>,
  answers: Pick<Answers, 'withinMs' | 'hangs' | 'whyWithout'>,
): Promise<() => Promise<SessionTrouble | null>> {
  const watches: { readonly target: RunningTarget; readonly watch: TargetWatch }[] = [];
  let isMeasured = false;
  // One after the other, since they look at times too.
  for (const target of targets) {
    const own = cells.filter(({ factors }) => factors.target === target.name);
    // The last look is worth a session, and one that answered so far may be slow for once.
    const within = (mostMs: number) =>
      isMeasured && !answers.hangs(target.name) ? mostMs : answers.withinMs(mostMs);
    if (own.length > 0) watches.push({ target, watch: await watchTarget(target, own, seed, within) });
  }
  isMeasured = true;
  const which = ({ name }: RunningTarget) => (targets.length > 1 ? `the target ${name}` : 'the target');
  return async () => {
    for (const { target, watch } of watches) {
      const [change] = await watch.again();
      if (change === undefined) continue;
      const what = `${which(target)} does not do any more what it did when it was verified: ${change}`;
      const fault = { target: target.name, how: 'changed' } as const;
      return answers.whyWithout(target.name) ?? new UntrueTarget(what, { fault });
    }
    return null;
  };
}
