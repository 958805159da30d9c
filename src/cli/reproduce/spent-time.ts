// What of the time of a reproduction is spent, by its records: a reproduction that is started three times
// takes no more than one.

import { sayDuration } from '../../base/figures/times.ts';
import type { RunFile } from '../../record/record.ts';
import { usedMs } from '../../report/words/wall-time.ts';
import { furtherDirs, keptRecord } from './kept-records.ts';

/** A record that is cut off has the time that it was given, whether it is used already or not. */
export function spentMs(folders: readonly { readonly dir: string }[]): number {
  const runs = folders.flatMap(({ dir }) =>
    [dir, ...furtherDirs(dir)].flatMap((each) => keptRecord(each) ?? []),
  );
  return runs.reduce((sum, run) => sum + usedOrGivenMs(run), 0);
}

/** What a record that was cut off has left of its own. */
export function unusedMs({ dir }: { readonly dir: string }): number {
  const run = keptRecord(dir);
  return run === null || run.status === 'complete' ? 0 : usedOrGivenMs(run) - usedMs(run);
}

function usedOrGivenMs(run: RunFile): number {
  // What failed gives the rest to others.
  const isOver = run.status === 'complete' || run.status === 'failed';
  return isOver ? usedMs(run) : Math.max(usedMs(run), run.study.protocol.budgetMs);
}

/** `41 min left of all`; seconds where there are few. */
export function sayLeft(leftMs: number): string {
  const stepMs = leftMs < 90_000 ? 1_000 : 60_000;
  const roundedMs = Math.max(0, Math.round(leftMs / stepMs) * stepMs);
  return roundedMs === 0 ? 'nothing left of all' : `${sayDuration(roundedMs)} left of all`;
}
