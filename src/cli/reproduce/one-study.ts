// One study of a reproduction: measured from its beginning, gone on with, or left out with the reason.

import { EnvironmentError, sayProblem, UserError } from '../../base/errors.ts';
import { sayDuration } from '../../base/figures/times.ts';
import type { Host } from '../../base/host.ts';
import type { Drivers } from '../../drive/driver.ts';
import { cellKey } from '../../factors/cell.ts';
import { canRun } from '../../plan/claims/claim-cells.ts';
import { onlyClaims } from '../../plan/claims/only-claims.ts';
import { planWithout } from '../../plan/make-plan.ts';
import { ROOM } from '../../plan/sessions/room.ts';
import { keepCells } from '../../study/cells/keep-cells.ts';
import type { Study } from '../../study/study.ts';
import { type Lack, lackReason } from '../study/lacks.ts';
import { freshTask, measureStudy, requireCells } from '../study/measure-study.ts';
import type { RunOfAll } from '../study/progress.ts';
import type { More } from '../study/prolong.ts';
import { foldersElsewhere } from '../study/record-folders.ts';
import { resumedTask } from '../study/resumed-task.ts';
import { linkChoice, type PlannedStudy } from '../study/study-options.ts';
import { notMeasured } from './kept-records.ts';
import { costMs, type Folder, inTime, planAsked } from './look-ahead.ts';
import { lookForClaims } from './look-for-claims.ts';
import type { ReproduceFlags } from './reproduce.ts';
import { unusedMs } from './spent-time.ts';
import { FIRST_ROOM } from './time-shares.ts';

/** What all studies of a reproduction have in common. */
export interface Surroundings {
  readonly flags: ReproduceFlags;
  readonly host: Host;
  readonly drivers: Drivers;
  /** Programs that could not be built; absent: none is known. */
  readonly lacks?: readonly Lack[];
}

export interface FreshStudy {
  /** Of the study those that are asked; absent: all of them. */
  readonly claims?: readonly string[];
  /** Keys of its cells that are measured alone; absent: those that are asked of all. */
  readonly cells?: ReadonlySet<string>;
  /** For what its first sessions leave open, of its own time, ms; absent: all that they leave of it. */
  readonly openMs?: number;
}

export async function measureFresh(
  folder: Folder,
  budgetMs: number,
  ofAll: RunOfAll,
  { flags, host, drivers, lacks = [] }: Surroundings,
  { claims, cells, openMs }: FreshStudy = {},
): Promise<void> {
  const startMs = host.clock.nowMs();
  const all = await planAsked(folder, flags, host, drivers);
  const planned = { ...all, study: partOf(all, { ...(claims && { claims }), ...(cells && { cells }) }) };
  const { noLink, notes } = planned;
  for (const note of notes) host.err(`note: ${note}\n`);
  const isFirst = claims === undefined && cells === undefined;
  const room = isFirst && flags.quick !== true ? FIRST_ROOM : ROOM;
  const whole = inTime(planned, budgetMs, room, host);
  const { study } = whole;
  const plan = lacks.length === 0 ? whole.plan : planWithout(study, whole.plan, lackReason(lacks), room);
  await requireCells(plan, noLink, drivers);
  if (cells !== undefined && costMs(study, plan.cells.filter(canRun)) > budgetMs) {
    host.err(`${study.name}: ${sayDuration(budgetMs)} is too short for any of them\n`);
    return;
  }
  const elsewhere = foldersElsewhere(plan, host);
  const task = freshTask({ study, plan }, linkChoice(flags.link), host, folder.dir, startMs);
  const own = {
    room,
    graceMs: ofAll.laterMs,
    areFirstShort: flags.quick !== true,
    ofAll,
    lookAt: lookForClaims(folder.study, leftMs(startMs + budgetMs, openMs, host)),
  };
  await measureStudy({ ...task, ...own, ...(elsewhere !== undefined && { elsewhere }) }, host, drivers);
}

/**
 * Counts `openMs` from when it is first asked, which is when there are enough sessions to foresee anything.
 */
function leftMs(endMs: number, openMs: number | undefined, { clock }: Pick<Host, 'clock'>): () => number {
  let endOfOpenMs = Number.POSITIVE_INFINITY;
  return () => {
    const nowMs = clock.nowMs();
    if (openMs !== undefined) endOfOpenMs = Math.min(endOfOpenMs, nowMs + openMs);
    return Math.min(endMs, endOfOpenMs) - nowMs;
  };
}

function partOf({ study, plan }: PlannedStudy, { claims, cells }: FreshStudy): Study {
  if (cells !== undefined) return keepCells(study, (cell) => cells.has(cellKey(cell)));
  if (claims === undefined) return study;
  const asked = study.claims.filter(({ id }) => claims.includes(id));
  return onlyClaims({ ...study, claims: asked }, plan.cells).study;
}

/** `more`: beyond what its record was given. `first`: the ratios for which it is given. */
export async function goOn(
  { dir, study }: Folder,
  more: More,
  ofAll: RunOfAll,
  { flags, host, drivers }: Surroundings,
  { openMs, first = [] }: Pick<FreshStudy, 'openMs'> & { readonly first?: readonly string[] } = {},
): Promise<void> {
  const ownMs = more.budgetMs ?? unusedMs({ dir });
  const look = lookForClaims(study, leftMs(host.clock.nowMs() + ownMs, openMs, host), first);
  const task = await resumedTask(dir, more, flags.link, host, look);
  const own = { graceMs: ofAll.laterMs, areFirstShort: flags.quick !== true, ofAll, lookAt: look };
  await measureStudy({ ...task, ...own }, host, drivers);
}

/**
 * Why it could not be measured; empty where it was. What one study lacks does not keep the others from being
 * measured.
 */
export async function whyNot(
  { dir }: Pick<Folder, 'dir'>,
  { host }: Surroundings,
  measure: () => Promise<void>,
): Promise<string> {
  try {
    await measure();
    return '';
  } catch (thrown) {
    if (thrown instanceof UserError) {
      // A time too short for its warm-up, or a record that cannot be gone on with.
      for (const problem of thrown.problems) host.err(`${sayProblem(problem)}\n`);
      return `${notMeasured(dir)}: ${thrown.message}`;
    }
    if (!(thrown instanceof EnvironmentError)) throw thrown;
    const { message, tried, remedy } = thrown;
    host.err(`${message}\n${tried.map((one) => `  tried: ${one}\n`).join('')}  to mend it: ${remedy}\n`);
    return `${notMeasured(dir)}: ${message}`;
  }
}
