// How far a run has come: a rotation is one session of every browser, target and place.

import { kindOfSession, type PlannedSession } from '../plan/plan.ts';
import { placesInRotations } from '../plan/sessions/rotations.ts';
import { dealtBudgetMs, ownSessions } from '../plan/sessions/share.ts';
import type { RunFile, SessionFacts } from './record.ts';

/** So many failed sessions of a kind, one after the other, and the run goes on without that kind. */
const FAILED_ENOUGH = 2;
/** So often a planned session is tried whose node was lost: somebody ends nodes, or the Grid goes under. */
export const TRIES_ELSEWHERE = 5;

/**
 * Those of which every kind has its session, of the kinds that the run goes on with: kinds with none at all
 * do not hold it up, nor those whose cells are all dropped, nor those that were given up. A kind that was
 * left out for some rotations is as far as the rotation that its latest session stands in.
 */
export function finishedRotations({ plan, sessions }: Pick<RunFile, 'plan' | 'sessions'>): number {
  const givenUp = kindsGivenUp({ plan, sessions });
  const going = new Set([...kindsOfLastRotation(plan.sessions)].filter((kind) => !givenUp.has(kind)));
  const complete = new Map<string, number>();
  for (const session of sessions) {
    const planned = plan.sessions[session.planned];
    if (session.status !== 'complete' || planned === undefined) continue;
    const key = kindOfSession(planned);
    if (going.has(key)) complete.set(key, (complete.get(key) ?? 0) + 1);
  }
  const places = placesInRotations(plan.sessions);
  const ofKinds = rotationsOfKinds({ plan });
  // Up to the rotation before the one that its next session is of.
  const finished = [...complete].map(
    ([kind, number]) => (ofKinds.get(kind)![number] ?? places.at(-1)! + 1) - 1,
  );
  return finished.length === 0 ? 0 : Math.min(...finished);
}

/** Of each kind of session the rotations that have one, in order, from 1 on. */
export function rotationsOfKinds({ plan }: Pick<RunFile, 'plan'>): ReadonlyMap<string, readonly number[]> {
  const places = placesInRotations(plan.sessions);
  const ofKinds = new Map<string, number[]>();
  for (const [i, session] of plan.sessions.entries()) {
    const kind = kindOfSession(session);
    ofKinds.set(kind, [...(ofKinds.get(kind) ?? []), places[i]!]);
  }
  return ofKinds;
}

/** Sessions that the run is to carry out: of a share of a plan its own. */
export function plannedSessions({ plan }: Pick<RunFile, 'plan'>): number {
  return ownSessions(plan).length;
}

/** Wall time that the run was given, ms: of a share of a plan its part. */
export function budgetOfRun({ study, plan }: Pick<RunFile, 'study' | 'plan'>): number {
  return dealtBudgetMs(study, plan);
}

/**
 * Kinds of session whose last ones failed, or lost their nodes as often as they are tried, or found no room
 * on any; each with the last of them.
 */
export function kindsGivenUp({
  plan,
  sessions,
}: Pick<RunFile, 'plan' | 'sessions'>): ReadonlyMap<string, SessionFacts> {
  const byKind = Map.groupBy(sessions, ({ planned }) => {
    const session = plan.sessions[planned];
    return session === undefined ? '' : kindOfSession(session);
  });
  const lastFailed = [...byKind].flatMap(([kind, own]) => {
    const ended = own.filter(({ status }) => status !== 'running');
    if (isGone(ended)) return [[kind, ended.at(-1)!] as const];
    // A node of a Grid that was lost says nothing of what is measured.
    const last = own.filter(({ lost }) => lost !== true).slice(-FAILED_ENOUGH);
    const isGivenUp = last.length === FAILED_ENOUGH && last.every(({ status }) => status === 'failed');
    return isGivenUp ? [[kind, last.at(-1)!] as const] : [];
  });
  return new Map(lastFailed);
}

/** Where so many were lost with none between that kept its node, the next would be lost too. */
function isGone(ended: readonly SessionFacts[]): boolean {
  if (ended.at(-1)?.noRoom === true) return true;
  const lost = ended.slice(ended.findLastIndex((facts) => facts.lost !== true) + 1);
  const timesLost = Map.groupBy(lost, ({ planned }) => planned).values();
  return [...timesLost].filter(({ length }) => length >= TRIES_ELSEWHERE).length >= FAILED_ENOUGH;
}

function kindsOfLastRotation(sessions: readonly PlannedSession[]): ReadonlySet<string> {
  const places = placesInRotations(sessions);
  return new Set(sessions.filter((_, i) => places[i] === places.at(-1)).map(kindOfSession));
}
