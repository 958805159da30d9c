// The targets of a session are held to what they were verified for: a first look at each before anything is
// timed, and a last one when all is measured.

import type { RunningTarget } from '../../drive/driver.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import type { RunContext, TargetWatch } from '../run-context.ts';

export interface ChangedTarget {
  readonly target: string;
  readonly what: string;
}

/**
 * `cells`: those that are measured. Resolves when the first looks are over, with the last look: it answers
 * the first target that does not do any more what it did, and what; null where there is none.
 */
export async function watchTargets(
  targets: readonly RunningTarget[],
  cells: readonly PlannedCell[],
  seed: number,
  { watchTarget }: Pick<RunContext, 'watchTarget'>,
): Promise<() => Promise<ChangedTarget | null>> {
  const watches: { readonly target: RunningTarget; readonly watch: TargetWatch }[] = [];
  // One after the other, since they look at times too.
  for (const target of targets) {
    const own = cells.filter(({ factors }) => factors.target === target.name);
    if (own.length > 0) watches.push({ target, watch: await watchTarget(target, own, seed) });
  }
  const which = ({ name }: RunningTarget) => (targets.length > 1 ? `the target ${name}` : 'the target');
  return async () => {
    for (const { target, watch } of watches) {
      const [change] = await watch.again();
      if (change !== undefined)
        return {
          target: target.name,
          what: `${which(target)} does not do any more what it did when it was verified: ${change}`,
        };
    }
    return null;
  };
}
