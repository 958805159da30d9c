// How long a run took of the time that it was given.

import { sayDuration } from '../../base/figures/times.ts';
import type { RunFile } from '../../record/record.ts';
import { budgetOfRun } from '../../record/rotations.ts';
import { heldStudy } from '../../study/cells/held-parts.ts';

/** A record whose sessions lie further apart was gone on with later. */
const LONGEST_BREAK_MS = 60_000;

/**
 * Wall time, ms; of a record that was gone on with later, without the time in between, and without what
 * predictions are held beside.
 */
export function usedMs({ startedAt, endedAt, sessions, held }: RunFile): number {
  const begins = sessions.map((session) => Date.parse(session.startedAt));
  const ends = sessions.map((session, i) => begins[i]! + session.startMs + session.wallMs);
  // Also where its networks could not be had: trying to took a while.
  const wentOn = held !== undefined;
  const end = endedAt === null || wentOn ? (ends.at(-1) ?? Date.parse(startedAt)) : Date.parse(endedAt);
  // Before the first session too, whose network may have been what was interrupted.
  const breaksMs = begins
    .map((begin, i) => begin - (ends[i - 1] ?? Date.parse(startedAt)))
    .filter((breakMs) => breakMs > LONGEST_BREAK_MS);
  return end - Date.parse(startedAt) - breaksMs.reduce((sum, breakMs) => sum + breakMs, 0);
}

function heldMs({ held }: RunFile): number {
  const sessionsMs = held?.sessions.map(({ startMs, wallMs }) => startMs + wallMs) ?? [];
  return sessionsMs.reduce((sum, ms) => sum + ms, held?.link?.setUpMs ?? 0);
}

/** The budget, and what predictions are held beside has beyond it. */
function givenMs(run: RunFile): number {
  const { study, held } = run;
  const hasHeld = held !== undefined && held.sessions.length > 0;
  return budgetOfRun(run) + (hasHeld ? heldStudy(study)!.protocol.budgetMs : 0);
}

/**
 * `58 s of 1 min`; of a run that ended late `1.5 min, 5 s beyond its 1.4 min`; null in records in which the
 * budget was no wall time, and of several runs.
 */
export function sayUsedTime(run: RunFile): string | null {
  if (run.merged !== undefined) return null;
  if (run.plan.design === 1 || run.endedAt === null) return null;
  return sayOf(usedMs(run) + heldMs(run), givenMs(run));
}

/** What nobody would call late. */
const NO_DELAY_MS = 1_000;

/** Both rounded alike. */
export function sayOf(ms: number, ofMs: number): string {
  const lateMs = ms - ofMs;
  const used = rounded(lateMs < NO_DELAY_MS ? Math.min(ms, ofMs) : ms);
  const given = rounded(ofMs);
  if (used <= given) return `${sayDuration(used)} of ${sayDuration(given)}`;
  return `${sayDuration(used)}, ${sayDuration(rounded(lateMs))} beyond its ${sayDuration(given)}`;
}

/** To a second, to a tenth of a minute, to a tenth of an hour. */
function rounded(ms: number): number {
  const stepMs = ms < 60_000 ? 1_000 : ms < 3_600_000 ? 6_000 : 360_000;
  return stepMs * Math.round(ms / stepMs);
}
