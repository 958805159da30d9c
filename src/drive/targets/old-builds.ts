// Deletes builds of targets and clients that nobody has used for a while: a Java target takes a hundred
// megabytes, and every change of its sources makes another.

import { readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';

const UNUSED_MS = 14 * 24 * 3_600_000;
/** A build that was killed leaves a half-made folder under a name of its own. */
const UNFINISHED_MS = 24 * 3_600_000;

const BUILD = /-[0-9a-f]{16}$/;
const UNFINISHED = /-[0-9a-f]{16}\.[\w-]+$/;

/** Marks a build as used now. */
export function markUsed(built: string, now: Date): void {
  try {
    utimesSync(built, now, now);
  } catch {
    // The mark only says when the build may go, so failing to set it does no harm.
  }
}

/** Deletes the unused builds beside `built`. A build that cannot be deleted stays. */
export function deleteOldBuilds(built: string, now: Date): void {
  const folder = path.dirname(built);
  for (const name of readdirSync(folder)) {
    const keptMs = BUILD.test(name) ? UNUSED_MS : UNFINISHED.test(name) ? UNFINISHED_MS : null;
    const at = path.join(folder, name);
    if (keptMs === null || at === built) continue;
    const usedMs = statSync(at, { throwIfNoEntry: false })?.mtimeMs;
    if (usedMs === undefined || now.getTime() - usedMs < keptMs) continue;
    try {
      rmSync(at, { recursive: true, force: true });
    } catch {
      // It may belong to somebody else.
    }
  }
}
