// The looks that a run took: after which rotation each came, and which sessions it saw. A session that ends
// later is seen by later looks alone, also where it is one of an earlier rotation that was tried again.

import { kindOfSession } from '../plan/plan.ts';
import type { MergedFacts, RunFile, SessionFacts } from './record.ts';
import { finishedRotations, rotationsOfKinds } from './rotations.ts';

export interface Look {
  /** Finished rotations when it was taken. */
  readonly rotations: number;
  /** Complete sessions when it was taken. */
  readonly sessions: number;
}

/** In order. Earlier versions kept no number of sessions: those looks saw all that their rotations have. */
export function looksOf({ looks = [], lookSessions }: Pick<RunFile, 'looks' | 'lookSessions'>): Look[] {
  return looks.map((rotations, i) => ({
    rotations,
    sessions: lookSessions?.[i] ?? Number.POSITIVE_INFINITY,
  }));
}

/** As a record keeps them; nothing where there was none. */
export function recordedLooks(looks: readonly Look[]): Pick<RunFile, 'looks' | 'lookSessions'> {
  if (looks.length === 0) return {};
  return {
    looks: looks.map(({ rotations }) => rotations),
    lookSessions: looks.map(({ sessions }) => sessions),
  };
}

/**
 * Numbers of the sessions that the look saw: of those that were complete, of each kind as many as its
 * rotations have, the first to be complete. A kind that was left out of some of them and came back later has
 * its later sessions in later looks.
 */
export function sessionsSeen(run: RunFile, { rotations, sessions }: Look): ReadonlySet<number> {
  const ofKinds = rotationsOfKinds(run);
  const then = completeInOrder(run).slice(0, sessions);
  return new Set(
    [...byKind(run, then)].flatMap(([kind, some]) => {
      const own = ofKinds.get(kind)?.filter((rotation) => rotation <= rotations).length ?? rotations;
      return some.slice(0, own).map(({ session }) => session);
    }),
  );
}

/** The end of a run is a look too, whatever ended it; null where the latest one saw all that it would see. */
export function lookAtEnd(run: RunFile): Look | null {
  const latest = looksOf(run).at(-1);
  // A look that was taken stays taken: a kind that comes back after it was given up has fewer sessions than
  // it saw.
  const rotations = Math.max(finishedRotations(run), latest?.rotations ?? 0);
  const look = { rotations, sessions: completeInOrder(run).length };
  const isNew =
    latest === undefined ||
    rotations > latest.rotations ||
    sessionsSeen(run, look).size > sessionsSeen(run, latest).size;
  return isNew ? look : null;
}

/**
 * With the end of a run that was killed, which could not write it down: its report was a look all the same.
 */
export function numberOfLooks(run: RunFile): number {
  const end = lookAtEnd(run);
  return looksOf(run).length + (end !== null && end.sessions > 0 ? 1 : 0);
}

/**
 * Whose level a merged record has. It is looked at once, when it is whole; its records may have ended at a
 * look of theirs.
 */
export function lookOfMerged({ look, records }: MergedFacts): number {
  return look ?? Math.max(1, ...records.map(({ looks }) => looks));
}

/**
 * The same before they are merged. Who merges on what was merged before has seen what that said: it is one
 * look more, whatever came since.
 */
export function lookOfMerge(runs: readonly RunFile[]): number {
  return Math.max(
    1,
    ...runs.map((run) => (run.merged === undefined ? looksSpent(run) : lookOfMerged(run.merged) + 1)),
  );
}

/**
 * The only look of a plan has used more of the level than a first one. Of n looks so shared α/5n is left, and
 * the level of the look after as many usual ones is no more than that.
 */
function looksSpent(run: RunFile): number {
  return numberOfLooks(run) + (run.plan.lookedAtOnce === true ? 1 : 0);
}

/** Complete sessions of each kind, in the order in which they ended. */
export function completeByKind(run: RunFile): Map<string, SessionFacts[]> {
  return byKind(run, completeInOrder(run));
}

function byKind({ plan }: RunFile, complete: readonly SessionFacts[]): Map<string, SessionFacts[]> {
  return Map.groupBy(complete, ({ planned }) => {
    const session = plan.sessions[planned];
    return session === undefined ? '' : kindOfSession(session);
  });
}

/**
 * As looks saw them: of several at once the second may be complete before the first. Those that nobody
 * counted are of an earlier version, and came before those that a run goes on with.
 */
function completeInOrder({ sessions }: RunFile): SessionFacts[] {
  const complete = sessions.filter(({ status }) => status === 'complete');
  return [
    ...byTheirTimes(complete.filter(({ completed }) => completed === undefined)),
    ...complete
      .filter(({ completed }) => completed !== undefined)
      .toSorted((a, b) => a.completed! - b.completed!),
  ];
}

/** Closing a session takes time that is none of its own, so that this may err where they were at once. */
function byTheirTimes(complete: readonly SessionFacts[]): SessionFacts[] {
  const endMs = ({ startedAt, startMs, wallMs }: SessionFacts) => Date.parse(startedAt) + startMs + wallMs;
  const wereAtOnce = complete.some((each, i) =>
    complete.slice(0, i).some((before) => Date.parse(each.startedAt) < endMs(before)),
  );
  return complete.toSorted((a, b) => (wereAtOnce ? endMs(a) - endMs(b) : 0) || a.session - b.session);
}
