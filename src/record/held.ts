// What a record has of the cells that predictions are held beside: a run within the run, after all others.

import { heldStudy } from '../study/cells/held-parts.ts';
import type { RunFile } from './record.ts';

/** Its sessions are numbered from here, so that those of the run may go on being counted. */
export const HELD_FROM = 1_000_000;

/** As a run of its own, which shares the samples; null where nothing is held. */
export function heldRun(run: RunFile): RunFile | null {
  const study = heldStudy(run.study);
  if (run.held === undefined || study === null) return null;
  const { version, wirefare, status, startedAt, endedAt, host, held } = run;
  return { ...{ version, wirefare, status, startedAt, endedAt, host }, study, ...held, warnings: [] };
}
