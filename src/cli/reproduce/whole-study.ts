// What --full measures beside the claims: every cell of a study, in every browser, over as many starts as it
// takes. What no record of the study has yet goes into a further one.

import { count } from '../../base/figures/plurals.ts';
import { sayDuration } from '../../base/figures/times.ts';
import { cellKey } from '../../factors/cell.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import { ROOM } from '../../plan/sessions/room.ts';
import type { RunFile } from '../../record/record.ts';
import { completeSessions } from '../../run/course.ts';
import { furtherDirs, keptRecord, nextDir } from './kept-records.ts';
import { costMs, hasCellsOf, type Outlook } from './look-ahead.ts';
import { measureFresh, type Surroundings, whyNot } from './one-study.ts';
import { sayLeft } from './spent-time.ts';
import { FIRST_ROOM } from './time-shares.ts';

/** About the wall time that all take that is not measured yet; what is begun has its own. */
export function neededMs(outlook: Outlook): number {
  const { folder, planned, cells } = outlook;
  if (cells.length === 0) return 0;
  if (keptRecord(folder.dir) === null) return Math.ceil(FIRST_ROOM * costMs(planned, cells));
  const left = unmeasuredCells(outlook);
  return left.length === 0 ? 0 : Math.ceil(ROOM * costMs(planned, left));
}

/** As much of it as the time holds, every study an even part of what is left. */
export async function measureRest(
  outlooks: readonly Outlook[],
  leftMs: () => number,
  surroundings: Surroundings,
): Promise<void> {
  const { host } = surroundings;
  const going = outlooks.filter(
    (outlook) => keptRecord(outlook.folder.dir) !== null && unmeasuredCells(outlook).length > 0,
  );
  for (const [index, outlook] of going.entries()) {
    const budgetMs = Math.floor(Math.min(neededMs(outlook), leftMs() / (going.length - index)));
    if (host.interrupted.aborted || budgetMs <= 0) return;
    const { folder } = outlook;
    const cells = unmeasuredCells(outlook);
    const place = folder.study.name;
    const what = `${place} goes on with ${count(cells.length, 'cell')} that no record has, for ${sayDuration(budgetMs)}`;
    host.err(`${what} · ${sayLeft(leftMs())}\n`);
    const further = { ...folder, dir: nextDir(folder.dir) };
    const ofAll = { place, laterMs: Math.max(0, leftMs() - budgetMs) };
    const asked = { cells: new Set(cells.map(({ factors }) => cellKey(factors))) };
    await whyNot(further, surroundings, () => measureFresh(further, budgetMs, ofAll, surroundings, asked));
  }
}

/**
 * All of them, until a record was begun with all: one of a plain run has one browser, and a claim is told by
 * a record that has every one.
 */
export function unmeasuredCells({ folder, planned, cells }: Outlook): readonly PlannedCell[] {
  const records = [folder.dir, ...furtherDirs(folder.dir)].flatMap((dir) => keptRecord(dir) ?? []);
  if (!records.some(({ study }) => hasCellsOf(study, planned))) return cells;
  const known = new Set(records.flatMap(measuredKeys));
  return cells.filter(({ factors }) => !known.has(cellKey(factors)));
}

/** What a whole session had; of a record that is gone on with all that it is to have. */
function measuredKeys({ plan, sessions, status }: RunFile): readonly string[] {
  const whole = completeSessions(sessions);
  const ids = new Set(
    plan.sessions.flatMap(({ index, panels }) =>
      whole.has(index) || status !== 'complete' ? panels.flatMap(({ cells }) => cells) : [],
    ),
  );
  return plan.cells.filter(({ id }) => ids.has(id)).map(({ factors }) => cellKey(factors));
}
