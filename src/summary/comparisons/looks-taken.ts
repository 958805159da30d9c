// The looks that a run's answers rest on. Each sees the sessions that were finished then and no later one, so
// that an answer stays what it was when the run goes on.

import { kindOfSession } from '../../plan/plan.ts';
import type { RunFile } from '../../record/record.ts';
import { finishedRotations } from '../../record/rotations.ts';
import { FEWEST_SESSIONS, levelOfLook } from '../../stats/looks.ts';
import { type RunTimes, timesInSessions } from '../samples/cell-times.ts';
import { learnSpreads, type Spreads, type Term } from './contrast.ts';

export interface TakenLook {
  /** Finished rotations; null where there were fewer than four, so that all answers are provisional. */
  readonly rotations: number | null;
  /** What this look may spend. */
  readonly alpha: number;
  /** Remembers what it was asked. */
  seen(times: RunTimes): SeenTimes;
}

/** Times of the sessions that a look saw, and how far their ratios scatter. */
export interface SeenTimes {
  readonly times: RunTimes;
  readonly spreads: Spreads;
}

/**
 * In order, at least one: those that the run took. The end is a look too, whatever ended the run. `pool`:
 * ratios that say how far ratios scatter.
 */
export function looksTaken(
  run: RunFile,
  pool: readonly (readonly Term[])[],
): readonly [TakenLook, ...TakenLook[]] {
  const alpha = 1 - run.study.protocol.confidence;
  const finished = finishedRotations(run);
  if (finished < FEWEST_SESSIONS) {
    const seen = remembering((times) => ({ times, spreads: learnSpreads(times, pool) }));
    return [{ rotations: null, alpha: levelOfLook(alpha, 1), seen }];
  }
  const taken = (run.looks ?? []).filter((look) => look >= FEWEST_SESSIONS && look < finished);
  return [...taken, finished].map((rotations, index) => {
    const sessions = sessionsUpTo(run, rotations);
    const seen = remembering((all) => {
      const times = timesInSessions(all, sessions);
      return { times, spreads: learnSpreads(times, pool) };
    });
    return { rotations, alpha: levelOfLook(alpha, index + 1), seen };
  }) as [TakenLook, ...TakenLook[]];
}

function remembering(find: TakenLook['seen']): TakenLook['seen'] {
  const known = new WeakMap<RunTimes, SeenTimes>();
  return (times) => {
    const found = known.get(times) ?? find(times);
    known.set(times, found);
    return found;
  };
}

/** Of each kind so many, the first to be complete. */
function sessionsUpTo({ plan, sessions }: RunFile, rotations: number): ReadonlySet<number> {
  const complete = sessions
    .filter(({ status }) => status === 'complete')
    .toSorted((a, b) => a.session - b.session);
  const kinds = Map.groupBy(complete, ({ planned }) => {
    const session = plan.sessions[planned];
    return session === undefined ? '' : kindOfSession(session);
  });
  return new Set(
    [...kinds.values()].flatMap((some) => some.slice(0, rotations).map(({ session }) => session)),
  );
}
