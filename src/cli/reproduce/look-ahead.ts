// What each study takes and what it cannot have on this machine, before anything is measured.

import { type EnvironmentError, type Problem, UserError } from '../../base/errors.ts';
import { count, listed } from '../../base/figures/plurals.ts';
import type { Host } from '../../base/host.ts';
import { FEWEST_SESSIONS } from '../../base/least-evidence.ts';
import type { Drivers } from '../../drive/driver.ts';
import { cellKey } from '../../factors/cell.ts';
import { canRun } from '../../plan/claims/claim-cells.ts';
import { runOfLength } from '../../plan/make-plan.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import { allCells } from '../../study/cells/keep-cells.ts';
import { inAllBrowsers } from '../../study/change/in-all-browsers.ts';
import { withSettings } from '../../study/change/with-settings.ts';
import { LIMITS } from '../../study/defaults.ts';
import type { Study } from '../../study/study.ts';
import { type Lack, lackReason } from '../study/lacks.ts';
import { programsMissing } from '../study/programs-here.ts';
import { type PlannedStudy, planStudy } from '../study/study-options.ts';
import { vocabularyHere } from '../study/vocabulary-here.ts';
import { type AskedStudy, namedBrowser } from './asked-studies.ts';
import { keptRecord, notMeasured } from './kept-records.ts';
import type { ReproduceFlags } from './reproduce.ts';

export interface Folder extends AskedStudy {
  /** Of its record, whether it is there or not. */
  readonly dir: string;
}

export interface Outlook {
  readonly folder: Folder;
  /** What is asked of it here, as the flags have it. */
  readonly planned: Study;
  /** Its cells for as few sessions as an answer needs, ms. */
  readonly costMs: number;
  /** What of it can be run here, without twins. */
  readonly cells: readonly PlannedCell[];
  /** What cannot be had, each with what mends it. */
  readonly lacking: readonly Lacking[];
  /** Why nothing of it can be measured; empty where something can. */
  readonly missing: string;
}

export interface Lacking {
  readonly what: string;
  readonly remedy: string;
}

/** Nothing of a study is left out for want of time. */
const LONGEST_BUDGET = `${LIMITS.longestBudgetMs}ms`;

/**
 * The part of the study that its claims need, in a time that is enough for all of it: of a full one every
 * cell, of a quick one what its own time is enough for. `inTime` makes the plan for another.
 */
export async function planAsked(
  { typed, study }: AskedStudy,
  { only = [], quick, full, link }: ReproduceFlags,
  host: Host,
  drivers: Drivers,
): Promise<PlannedStudy> {
  const namesBrowser = only.some((entry) => /(^|,)\s*browser\s*=/.test(entry));
  const oneBrowser = full === true || namesBrowser ? [] : [`browser=${namedBrowser(study)}`];
  // A quick run asks only the claims that its time answers, and so chooses by its own.
  const whole = quick === true ? { quick } : { onlyClaims: full !== true, budget: LONGEST_BUDGET };
  const flags = { ...whole, only: [...oneBrowser, ...only], ...(link !== undefined && { link }) };
  return planStudy(typed, flags, host, drivers, undefined, full === true ? inAllBrowsers : undefined);
}

/** `room`: as plans have it. Throws a UserError where the time is shorter than the study's warm-up. */
export function inTime(
  planned: PlannedStudy,
  budgetMs: number,
  room: number,
  host: Pick<Host, 'env'>,
): Pick<PlannedStudy, 'study' | 'plan'> {
  const { study } = withSettings(planned.study, { budgetMs }, vocabularyHere(host));
  return { study, plan: planned.planOf(study, room) };
}

/** Throws what is wrong with the flags. */
export async function lookAhead(
  folder: Folder,
  flags: ReproduceFlags,
  host: Host,
  drivers: Drivers,
): Promise<Outlook> {
  const { study, plan, noLink } = await planAsked(folder, flags, host, drivers);
  const own = plan.cells.filter(({ twinOf }) => twinOf === null);
  const lacks = await programsMissing(own.filter(canRun), drivers);
  const lacking = [...skippedCells(own, noLink), ...lacks.map(ofProgram)];
  const cells = cellsWithout(own.filter(canRun), lacks);
  const missing = whyNothing(folder, cells, lacking);
  return { folder, planned: study, costMs: costMs(study, own), cells, lacking, missing };
}

/** These cells for as few sessions as an answer needs, ms. */
export function costMs(study: Study, cells: readonly PlannedCell[]): number {
  const shortest = runOfLength(study, cells, 1);
  return shortest.aroundMs + FEWEST_SESSIONS * shortest.rotationMs;
}

/** The same where these programs turned out not to work; `lacks` that are none of its own change nothing. */
export function lookWithout(outlook: Outlook, lacks: readonly Lack[]): Outlook {
  const { folder } = outlook;
  const isOwn = (lack: Lack) => cellsWithout(outlook.cells, [lack]).length < outlook.cells.length;
  const lacking = [...outlook.lacking, ...lacks.filter(isOwn).map(ofProgram)];
  const cells = cellsWithout(outlook.cells, lacks);
  return { ...outlook, cells, lacking, missing: whyNothing(folder, cells, lacking) };
}

function cellsWithout(cells: readonly PlannedCell[], lacks: readonly Lack[]): readonly PlannedCell[] {
  const without = lackReason(lacks);
  return cells.filter((cell) => without(cell) === null);
}

const NO_CLAIM = 'none of its claims is about the levels asked for (--only)';

function whyNothing({ dir }: Folder, cells: readonly PlannedCell[], lacking: readonly Lacking[]): string {
  const why = lacking.length > 0 ? listed(lacking.map(({ what }) => what)) : NO_CLAIM;
  return cells.length > 0 ? '' : `${notMeasured(dir)}: ${why}`;
}

/** Those that cannot be run here whatever programs there are, by their reason. */
function skippedCells(cells: readonly PlannedCell[], noLink: EnvironmentError | null): readonly Lacking[] {
  const bySkip = Map.groupBy(
    cells.filter((cell) => !canRun(cell)),
    ({ skip }) => skip!,
  );
  return [...bySkip].map(([reason, alike]) => ({
    what: `${count(alike.length, 'cell')}: ${reason}`,
    remedy: noLink !== null && reason.includes(noLink.message) ? noLink.remedy : '',
  }));
}

function ofProgram({ factor, name, why }: Lack): Lacking {
  return { what: `${factor} ${name}: ${why.message}`, remedy: why.remedy };
}

/** Every gap once, with the studies that have it; `told`: how many of each outlook were told before. */
export function sayLacking(
  outlooks: readonly Outlook[],
  told: (folder: Folder) => number = () => 0,
): readonly string[] {
  const gaps = outlooks.flatMap(({ folder, lacking }) =>
    lacking.slice(told(folder)).map(({ what, remedy }) => ({ name: folder.study.name, what, remedy })),
  );
  const groups = Map.groupBy(gaps, ({ what, remedy }) => JSON.stringify([what, remedy]));
  return [...groups.values()].flatMap((same) => {
    const { what, remedy } = same[0]!;
    const line = `missing for ${listed(same.map(({ name }) => name))}: ${what}`;
    return remedy === '' ? [line] : [line, `  to mend it: ${remedy}`];
  });
}

/**
 * A record that was begun with other flags, or where more or less could be measured, would be gone on with as
 * it is, and its page would answer what nobody asked. Beside one of a part of the cells a full run measures
 * all of them. Throws a UserError with all of them.
 */
export function requireSameCells(outlooks: readonly Outlook[], { full }: ReproduceFlags): void {
  const problems = outlooks.flatMap(({ folder, planned }): Problem[] => {
    const kept = keptRecord(folder.dir);
    if (kept === null) return [];
    if (hasCellsOf(planned, kept.study) && (full === true || hasCellsOf(kept.study, planned))) return [];
    const what =
      'was begun with other cells (--only, --quick, --full, or another machine’s programs): give the same flags, take the folder away, or choose another one (--out)';
    return [{ file: folder.dir, path: '', what }];
  });
  if (problems.length > 0) throw new UserError(problems);
}

export function hasCellsOf(study: Study, part: Study): boolean {
  const own = new Set(allCells(study).map(cellKey));
  return allCells(part).every((cell) => own.has(cellKey(cell)));
}
