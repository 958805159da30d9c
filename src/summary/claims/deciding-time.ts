// What deciding an open claim would take, for whoever may give it: about so much more wall time, if its ratio
// stays where it is and its interval goes on narrowing with the root of the sessions.

import { isKnown } from '../../base/figures/ratios.ts';
import type { RunFile } from '../../record/record.ts';
import { finishedRotations } from '../../record/rotations.ts';
import { FEWEST_SESSIONS } from '../../stats/looks.ts';
import { decidingRatios } from '../../stats/replication.ts';
import { wallMsOfRotation } from '../comparisons/more-time.ts';
import type { ClaimSummary } from '../summary.ts';

/** Nobody waits longer. */
const LONGEST_MS = 24 * 3_600_000;

/** null where it is decided, cannot be foreseen, or takes longer than a day. */
export function decidingTimeMs(run: RunFile, claim: ClaimSummary): number | null {
  const { measured, interval, answered, verdict, published, margin, isShare = false } = claim;
  const rotationMs = wallMsOfRotation(run);
  const rotations = finishedRotations(run);
  if (measured === null || interval === null || answered === null || rotationMs === null) return null;
  if (answered.openBecause === 'clock' || answered.openBecause === 'twin') return null;
  const fewestMs = Math.max(0, FEWEST_SESSIONS - rotations) * rotationMs;
  if (verdict !== 'open') return answered.provisional ? fewestMs : null;
  if (rotations < 2 || !isKnown(interval)) return null;
  const width = Math.log(interval[1] / interval[0]) / 2;
  const room = Math.min(
    ...decidingRatios(published, margin, isShare).map((ratio) => Math.abs(Math.log(measured / ratio))),
  );
  const moreMs = Math.max(fewestMs, rotations * ((width / room) ** 2 - 1) * rotationMs);
  return moreMs <= LONGEST_MS ? Math.max(rotationMs, moreMs) : null;
}
