// One study of a reproduction: measured from its beginning, gone on with, or left out with the reason.

import { EnvironmentError } from '../../base/errors.ts';
import type { Host } from '../../base/host.ts';
import type { Drivers } from '../../drive/driver.ts';
import { ROOM } from '../../plan/room.ts';
import { freshTask, measureStudy, requireCells } from '../study/measure-study.ts';
import type { RunOfAll } from '../study/progress.ts';
import type { More } from '../study/prolong.ts';
import { foldersElsewhere } from '../study/record-folders.ts';
import { resumedTask } from '../study/resumed-task.ts';
import { linkChoice } from '../study/study-options.ts';
import { type Folder, inTime, planForClaims } from './look-ahead.ts';
import type { ReproduceFlags } from './reproduce.ts';

/** What all studies of a reproduction have in common. */
export interface Surroundings {
  readonly flags: ReproduceFlags;
  readonly host: Host;
  readonly drivers: Drivers;
}

export async function measureFresh(
  folder: Folder,
  budgetMs: number,
  ofAll: RunOfAll,
  { flags, host, drivers }: Surroundings,
): Promise<void> {
  const startMs = host.clock.nowMs();
  const planned = await planForClaims(folder, flags, host, drivers);
  const { noLink, notes } = planned;
  for (const note of notes) host.err(`note: ${note}\n`);
  const { study, plan } = inTime(planned, budgetMs, host);
  await requireCells(plan, noLink, drivers);
  const elsewhere = foldersElsewhere(plan, host);
  const task = freshTask({ study, plan }, linkChoice(flags.link), host, folder.dir, startMs);
  const room = { room: ROOM, graceMs: ofAll.laterMs };
  await measureStudy(
    { ...task, ...room, ofAll, ...(elsewhere !== undefined && { elsewhere }) },
    host,
    drivers,
  );
}

/** `more`: beyond what its record was given. */
export async function goOn(
  { dir }: Folder,
  more: More,
  ofAll: RunOfAll,
  { flags, host, drivers }: Surroundings,
): Promise<void> {
  await measureStudy(
    { ...(await resumedTask(dir, more, flags.link, host)), graceMs: ofAll.laterMs, ofAll },
    host,
    drivers,
  );
}

/**
 * Why it could not be measured; empty where it was. What one study lacks does not keep the others from being
 * measured.
 */
export async function whyNot({ host }: Surroundings, measure: () => Promise<void>): Promise<string> {
  try {
    await measure();
    return '';
  } catch (thrown) {
    if (!(thrown instanceof EnvironmentError)) throw thrown;
    const { message, tried, remedy } = thrown;
    host.err(`${message}\n${tried.map((one) => `  tried: ${one}\n`).join('')}  to mend it: ${remedy}\n`);
    return `not measured: ${message}`;
  }
}
