// What deciding an open claim would take, for whoever may give it: about so much more wall time, if its ratio
// stays where it is and sessions go on scattering as they did.

import { isKnown } from '../../base/figures/ratios.ts';
import type { RunFile } from '../../record/record.ts';
import { finishedRotations } from '../../record/rotations.ts';
import { FEWEST_SESSIONS } from '../../stats/looks.ts';
import { decidingRatios } from '../../stats/replication.ts';
import { type Outlook, reachAfter, sessionsNeeded } from '../../stats/sessions-needed.ts';
import { wallMsOfRotation } from '../comparisons/more-time.ts';
import type { ClaimSummary } from '../summary.ts';

/** Nobody waits longer. */
const LONGEST_MS = 24 * 3_600_000;

/** null where it is decided, cannot be foreseen, or takes longer than a day. */
export function decidingTimeMs(run: RunFile, claim: ClaimSummary): number | null {
  const { measured, interval, answered, verdict, published, margin, isShare = false } = claim;
  const rotationMs = wallMsOfRotation(run);
  if (measured === null || interval === null || answered === null || rotationMs === null) return null;
  if (answered.openBecause === 'clock' || answered.openBecause === 'twin') return null;
  const rotations = finishedRotations(run);
  // Two sessions scatter by chance: how much they will is known from four on.
  if (rotations < FEWEST_SESSIONS) return (FEWEST_SESSIONS - rotations) * rotationMs;
  if (verdict !== 'open' || !isKnown(interval)) return null;
  const width = Math.log(interval[1] / interval[0]) / 2;
  const room = Math.min(
    ...decidingRatios(published, margin, isShare).map((ratio) => Math.abs(Math.log(measured / ratio))),
  );
  const needed = sessionsNeeded(outlookFor(run, rotations, width), room);
  const moreMs = needed === null ? null : (needed - rotations) * rotationMs;
  return moreMs !== null && moreMs <= LONGEST_MS ? moreMs : null;
}

/** Of sessions that make an interval of this half-width, on the log scale, after so many of them. */
function outlookFor({ study, looks = [] }: RunFile, rotations: number, width: number): Outlook {
  const unit: Outlook = {
    sessionVariance: 1,
    systematicVariance: 0,
    priorDegreesOfFreedom: 0,
    comparisons: 1,
    alpha: 1 - study.protocol.confidence,
    looksTaken: Math.max(0, looks.length - 1),
    finished: rotations,
  };
  const sessionVariance = (width / reachAfter(unit, rotations)) ** 2;
  return { ...unit, sessionVariance, looksTaken: looks.length };
}
