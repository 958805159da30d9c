// The looks that a run's answers rest on. Each sees the sessions that were finished then and no later one, so
// that an answer stays what it was when the run goes on.

import { kindOfSession } from '../../plan/plan.ts';
import type { MergedFacts, RunFile, SessionFacts } from '../../record/record.ts';
import { finishedRotations, rotationsOfKinds } from '../../record/rotations.ts';
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
  const { merged } = run;
  if (merged !== undefined) return [lookAtAll(run, merged, pool)];
  // A look that was taken stays taken: a kind that comes back after it was given up has fewer sessions than
  // it saw.
  const finished = Math.max(finishedRotations(run), run.looks?.at(-1) ?? 0);
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

/**
 * A merged record is looked at once, when it is whole. Its records may have ended at a look of theirs, so it
 * has the level of the latest look that any of them took.
 */
function lookAtAll(run: RunFile, { records }: MergedFacts, pool: readonly (readonly Term[])[]): TakenLook {
  const finished = Math.min(
    ...completeByKind(run)
      .values()
      .map((some) => some.length),
  );
  return {
    rotations: Number.isFinite(finished) && finished >= FEWEST_SESSIONS ? finished : null,
    alpha: levelOfLook(1 - run.study.protocol.confidence, Math.max(1, ...records.map(({ looks }) => looks))),
    seen: remembering((times) => ({ times, spreads: learnSpreads(times, pool) })),
  };
}

function remembering(find: TakenLook['seen']): TakenLook['seen'] {
  const known = new WeakMap<RunTimes, SeenTimes>();
  return (times) => {
    const found = known.get(times) ?? find(times);
    known.set(times, found);
    return found;
  };
}

/**
 * Of each kind as many as those rotations have, the first to be complete: one that was left out of some of
 * them and came back later has its later sessions in later looks.
 */
function sessionsUpTo(run: RunFile, rotations: number): ReadonlySet<number> {
  const ofKinds = rotationsOfKinds(run);
  return new Set(
    [...completeByKind(run)].flatMap(([kind, some]) => {
      const own = ofKinds.get(kind)?.filter((rotation) => rotation <= rotations).length ?? rotations;
      return some.slice(0, own).map(({ session }) => session);
    }),
  );
}

function completeByKind({ plan, sessions }: RunFile): Map<string, SessionFacts[]> {
  const complete = inOrderOfEnd(sessions.filter(({ status }) => status === 'complete'));
  return Map.groupBy(complete, ({ planned }) => {
    const session = plan.sessions[planned];
    return session === undefined ? '' : kindOfSession(session);
  });
}

/** As looks saw them: of several at once the second may end before the first. */
function inOrderOfEnd(sessions: readonly SessionFacts[]): SessionFacts[] {
  const endMs = ({ startedAt, startMs, wallMs }: SessionFacts) => Date.parse(startedAt) + startMs + wallMs;
  const wereAtOnce = sessions.some((each, i) =>
    sessions.slice(0, i).some((before) => Date.parse(each.startedAt) < endMs(before)),
  );
  return sessions.toSorted((a, b) => (wereAtOnce ? endMs(a) - endMs(b) : 0) || a.session - b.session);
}
