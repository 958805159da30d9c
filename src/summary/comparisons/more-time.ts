// What answering a comparison by the margin would take, for whoever reads that it is open or within ±w: about
// so many minutes more, if the ratio stays where it is and sessions go on scattering as they did.

import { FEWEST_SESSIONS } from '../../base/least-evidence.ts';
import type { RunFile } from '../../record/record.ts';
import { finishedRotations } from '../../record/rotations.ts';
import { reachThatAnswers } from '../../stats/answers/verdict.ts';
import { type Outlook, sessionsNeeded, sessionVariance } from '../../stats/estimates/sessions-needed.ts';
import type { Comparison } from './comparison.ts';
import type { Contrasted } from './contrast.ts';

/**
 * null where it is answered by the margin, cannot be foreseen (one session), or nobody would wait so long.
 */
export function moreTimeMs(
  run: RunFile,
  looks: number,
  { verdict, margin, family }: Pick<Comparison, 'verdict' | 'margin' | 'family'>,
  { estimate, sessions, systematicVariance, machines }: Contrasted,
): number | null {
  if (verdict !== 'open' && verdict !== 'within') return null;
  // What more time on one of several machines would tell nothing foresees.
  if (machines !== undefined) return null;
  const rotationMs = wallMsOfRotation(run);
  if (sessions < 2 || rotationMs === null || !(estimate.standardError > 0)) return null;
  const outlook: Outlook = {
    sessionVariance: sessionVariance(estimate, sessions, systematicVariance),
    systematicVariance,
    priorDegreesOfFreedom: Math.max(0, estimate.degreesOfFreedom - (sessions - 1)),
    comparisons: family,
    alpha: 1 - run.study.protocol.confidence,
    looksTaken: looks,
    isOnceShared: run.plan.lookedAtOnce === true,
    finished: sessions,
  };
  const reach = reachThatAnswers(estimate.log, { margin, precision: margin });
  const needed = reach === null ? null : sessionsNeeded(outlook, reach);
  // What could be told by fewer is provisional below four all the same.
  return needed === null ? null : (Math.max(FEWEST_SESSIONS, needed) - sessions) * rotationMs;
}

/** What a session of every browser, target and place took so far, starts included; null before the first. */
export function wallMsOfRotation(run: RunFile): number | null {
  const complete = run.sessions.filter(({ status }) => status === 'complete');
  const rotations = finishedRotations(run);
  const wallMs = complete.reduce((sum, session) => sum + session.startMs + session.wallMs, 0);
  return rotations === 0 ? null : wallMs / rotations;
}
