// A study and its plan → run → record → report: what `run` does once a study is read, and what any other verb
// does that makes its study itself.

import { join, relative } from 'node:path';
import { EnvironmentError } from '../../base/errors.ts';
import { plural } from '../../base/figures/plurals.ts';
import type { Host } from '../../base/host.ts';
import { raise, type Warning } from '../../base/warnings/warning.ts';
import type { Drivers } from '../../drive/driver.ts';
import type { LinkChoice } from '../../drive/links/link.ts';
import { allMissing } from '../../drive/machine/everything-missing.ts';
import { hostFacts } from '../../drive/machine/host-facts.ts';
import { OUTSIDE, WITHOUT_DOM } from '../../factors/browser.ts';
import type { LinkFacts } from '../../network/link-facts.ts';
import { needsLink } from '../../plan/make-plan.ts';
import type { Plan } from '../../plan/plan.ts';
import { heldWhere } from '../../plan/sessions/held-plan.ts';
import { reportMs } from '../../plan/sessions/wall-costs.ts';
import type { AdviceFacts } from '../../record/advice-facts.ts';
import type { Look } from '../../record/looks.ts';
import { mendLastLines, readRun } from '../../record/read-record.ts';
import type { Elsewhere, HeldFacts, RaceStep, RunFile, SessionFacts } from '../../record/record.ts';
import { RecordWriter } from '../../record/record-writer.ts';
import { parquetReport } from '../../report/data/parquet.ts';
import { htmlReport } from '../../report/html/html.ts';
import type { ReportInput } from '../../report/report.ts';
import type { Listener } from '../../run/events.ts';
import { runHeld } from '../../run/held-run.ts';
import { lookAt, lookWatched } from '../../run/look.ts';
import { runStudy } from '../../run/run-study.ts';
import { Answers } from '../../run/sessions/answers.ts';
import type { Watcher } from '../../run/watcher.ts';
import type { Study } from '../../study/study.ts';
import { ANSWER_WITHIN_MS } from '../../verify/verify.ts';
import { claimRecordDir, RECORDS_FOLDER } from '../surroundings/folders.ts';
import { readRecord, writeReport, writeSummary } from '../surroundings/record-files.ts';
import { openControl, runContext } from '../surroundings/run-context.ts';
import { WIREFARE_VERSION } from '../surroundings/version.ts';
import { nothingLeft, sayGoneOnWithout } from './lacks.ts';
import { addressFor, invitingListener, networkLab, type OutsideHost } from './outside.ts';
import {
  planForNeeded,
  planForPrograms,
  planToGoOn,
  programsMissing,
  requirePrograms,
} from './programs-here.ts';
import { progressListener, type RunOfAll } from './progress.ts';
import { targetWatcher } from './watch-target.ts';

/** A study that is planned, and all that its run is to know: `freshTask` makes one. */
export interface MeasuringTask {
  readonly study: Study;
  readonly plan: Plan;
  /** null: a fresh one under runs/, made when the measuring begins. */
  readonly dir: string | null;
  /** Of the record that is gone on with. */
  readonly earlier: readonly SessionFacts[];
  readonly earlierLooks?: readonly Look[];
  readonly earlierRace?: readonly RaceStep[];
  /** When the command began, on the host's clock: its budget is counted from there. */
  readonly startMs: number;
  /** Of a run that is gone on with, from `startMs`; absent: its study's. */
  readonly budgetMs?: number;
  /** Cells whose programs fail when a record is gone on with. */
  readonly without?: ReadonlySet<string>;
  readonly earlierLink: LinkFacts | null;
  readonly linkChoice: LinkChoice;
  readonly startedAt: string;
  readonly warnings: readonly Warning[];
  /** Where clients on other machines find this one; absent where there are none. */
  readonly outsideHost?: OutsideHost | null;
  /** So many sessions at once, where their browsers are on other machines; absent: one. */
  readonly parallel?: number;
  /** Of a run that is to end with advice. */
  readonly advice?: AdviceFacts;
  /** Of targets and clients that are none of the project's. */
  readonly elsewhere?: Elsewhere;
  /** How much of its budget its plan left free (`PlanSettings`). */
  readonly room?: number;
  /** The sessions that an answer needs may end so much later than its budget, ms. */
  readonly graceMs?: number;
  /** Where a target hangs it ends so much later than its budget at most, ms; absent: whenever it is done. */
  readonly lateMs?: number;
  /** Those do no more than they must. */
  readonly areFirstShort?: boolean;
  /** Of one of several runs. */
  readonly ofAll?: RunOfAll;
  /** It is worth nothing without the programs of these cells; absent: those that work are measured. */
  readonly needs?: ReadonlySet<string>;
  /** What is still open, told from the record's folder; absent: what the study asks. */
  readonly lookAt?: typeof lookAt;
  /** What predictions are held beside, as far as it is measured. */
  readonly held?: HeldFacts;
  /** Follows the run beside the terminal. */
  readonly watcher?: Watcher;
  /** Where a fresh folder is made; absent: runs/. */
  readonly recordsIn?: string;
  /** Told the record's folder before anything is measured. */
  readonly began?: (dir: string) => void;
}

/** What is around a run that a page has started, whatever the verb. */
export type Surrounded = Pick<MeasuringTask, 'watcher' | 'recordsIn'> & {
  /** Of a study that is run as it stands in the page, saved or not. */
  readonly typed?: string;
  /** Where clients on other machines find this one; absent: at its first address. */
  readonly usualAddress?: string;
};

/**
 * A run that has ended, complete or not; its record's folder with all its reports, and what they are made
 * from.
 */
export interface Measured {
  readonly run: RunFile;
  readonly dir: string;
  readonly input: ReportInput;
  /** Path of the HTML report. */
  readonly html: string;
}

/** A run from its beginning, with a folder of its own for the record unless `dir` names one. */
export function freshTask(
  { study, plan }: Pick<MeasuringTask, 'study' | 'plan'>,
  linkChoice: LinkChoice,
  host: Pick<Host, 'clock'>,
  dir: string | null = null,
  startMs: number = host.clock.nowMs(),
): MeasuringTask {
  const startedAt = host.clock.date().toISOString();
  return { study, plan, startMs, dir, earlier: [], earlierLink: null, linkChoice, startedAt, warnings: [] };
}

/**
 * Looks for the programs, holds the targets to their contract, measures with those that work, and writes the
 * record with its reports; progress goes to the host's stderr. Rejects with an EnvironmentError where none is
 * left. What ended the run early is in `run.status` and `run.reason`.
 */
export async function measureStudy(asked: MeasuringTask, host: Host, drivers: Drivers): Promise<Measured> {
  const write = (text: string) => host.err(text);
  const { ofAll } = asked;
  const look = { isTerminal: host.errIsTerminal, colour: host.errColour, columns: host.columns };
  const { watcher } = asked;
  const isWatched = watcher !== undefined;
  const progress = { write, ...look, ...(ofAll !== undefined && { ofAll }), isWatched };
  const follow = progressListener(progress, host.clock);
  // A page has a code of its own.
  const tellTerminal = isWatched ? follow : invitingListener(write, follow);
  const tell: Listener = (event) => {
    tellTerminal(event);
    watcher?.event(event);
  };
  const here = await planHere(asked, host, drivers, tell);
  const { held } = asked;
  const heldHere = held && { held: { ...held, plan: heldWhere(held.plan, here.plan.cells) } };
  const task = { ...asked, ...here, ...heldHere };
  const { recordsIn = join(host.cwd, RECORDS_FOLDER) } = asked;
  const dir = task.dir ?? claimRecordDir(recordsIn, task.study.name, host.clock.date());
  let run: RunFile;
  asked.began?.(dir);
  try {
    run = await measure(task, dir, host, drivers, tell);
  } catch (thrown) {
    await reportWhatThereIs(dir, host, watcher);
    throw thrown;
  }
  const reports = await writeReports(dir);
  watcher?.ended(run, reports.input.summary, dir);
  return { run, dir, ...reports };
}

/** Where there is no study to choose from. */
export const MORE_TIME = 'give it more time (--budget), or other networks (--network)';

/**
 * A run of nothing must not leave a record. `noLink`: why there is no link, where one was looked for; what
 * else its cells lack is told with it. `remedy`: what mends all else.
 */
export async function requireCells(
  { cells, sessions }: Plan,
  noLink: EnvironmentError | null,
  drivers: Drivers,
  remedy = 'choose other levels in the study (--only does so for one run)',
): Promise<void> {
  if (sessions.length > 0) return;
  const what = `none of the ${cells.length} ${plural(cells.length, 'cell')} can be run here`;
  if (noLink === null) {
    const reasons = [...new Set(cells.map(({ skip }) => skip ?? ''))];
    throw new EnvironmentError(what, reasons, remedy);
  }
  const withLink = cells.filter(({ skip }) => skip === needsLink(noLink.message));
  const lacks = await programsMissing(withLink, drivers);
  const first = new EnvironmentError(`${what}: ${noLink.message}`, noLink.tried, noLink.remedy);
  throw allMissing([first, ...(lacks.length === 0 ? [] : [nothingLeft(lacks)])]);
}

/** A record that is gone on with has sessions by its plan, so that these stay what they were. */
async function planHere(
  task: MeasuringTask,
  host: Host,
  drivers: Drivers,
  tell: Listener,
): Promise<Pick<MeasuringTask, 'plan' | 'without' | 'warnings'>> {
  const { study, plan, earlier, held, needs, room, warnings } = task;
  if (needs !== undefined) {
    const within = verifiedWithin(task, host);
    return { plan: await planForNeeded(study, plan, needs, host, drivers, tell, within), warnings };
  }
  if (earlier.length > 0 && held !== undefined) {
    const cells = [...plan.cells, ...(held?.plan.cells ?? [])];
    await requirePrograms({ ...plan, cells }, host, drivers, tell, verifiedWithin(task, host));
    return { plan, warnings };
  }
  if (earlier.length === 0)
    return { plan: await planForPrograms(study, plan, host, drivers, tell, held?.plan, room), warnings };
  const { lacks, ...goingOn } = await planToGoOn(task, host, drivers, tell);
  const known = new Set(warnings.map(({ what }) => what));
  const more = sayGoneOnWithout(lacks).filter((what) => !known.has(what));
  return { ...goingOn, warnings: [...warnings, ...more.map((what) => raise('given-up', what))] };
}

/** Checks of a contract ask for more than exchanges do, on a machine that may be busy. */
const LEAST_VERIFY_MS = 5_000;

/** How long an answer is waited for while targets are verified; undefined: however long the suite waits. */
function verifiedWithin(task: MeasuringTask, { clock }: Pick<Host, 'clock'>): (() => number) | undefined {
  if (task.lateMs === undefined) return undefined;
  const inTime = { endMs: endMsOf(task), lateMs: task.lateMs };
  const answers = new Answers({ clock, timeoutMs: ANSWER_WITHIN_MS, inTime });
  return () => Math.max(LEAST_VERIFY_MS, answers.withinMs());
}

/** When measuring is to be over: its reports are part of its time. */
function endMsOf({ startMs, study, plan, budgetMs = study.protocol.budgetMs }: MeasuringTask): number {
  return startMs + budgetMs - reportMs(plan.cells);
}

async function measure(
  task: MeasuringTask,
  dir: string,
  host: Host,
  drivers: Drivers,
  tell: Listener,
): Promise<RunFile> {
  const { outsideHost = null } = task;
  const cells = [...task.plan.cells, ...(task.held?.plan.cells ?? [])];
  const network = await networkLab(outsideHost, cells, drivers);
  const hasPage = cells.some(({ factors, skip }) => skip === null && factors.browser !== WITHOUT_DOM);
  const control = await openControl(network?.lab ?? null, hasPage);
  control.whenPresentChange((devices) => tell({ kind: 'outside-present', devices }));
  if (task.watcher?.isWatching !== undefined) control.askWhoWatches(task.watcher.isWatching);
  let writer: RecordWriter | null = null;
  try {
    // Last, so that a run that ends before it begins leaves no folder.
    writer = new RecordWriter(dir);
    mendLastLines(dir);
    const context = {
      ...runContext(host, drivers, control, writer, tell, {
        addressFor: (browser) => addressFor(browser, outsideHost),
        networkCertificate: network?.certificate ?? null,
      }),
      watchTarget: targetWatcher(host, task.study.protocol.timeoutMs),
      untilQuiet: task.watcher?.untilQuiet,
    };
    const {
      dir: _,
      outsideHost: __,
      ofAll: ___,
      needs: ____,
      watcher,
      recordsIn: _____,
      began: ______,
      room: _______,
      lookAt: look = watcher === undefined ? lookAt : lookWatched(watcher),
      startMs: ________,
      budgetMs: _________,
      ...asked
    } = task;
    const { plan } = task;
    // Somebody with a phone takes the time that it takes.
    const isOutside = plan.sessions.some(({ browser }) => browser === OUTSIDE);
    const endMs = isOutside ? null : endMsOf(task);
    const whole = { wirefare: WIREFARE_VERSION, host: hostFacts(), endMs, ...asked };
    const run = await runStudy(whole, context, (soFar) => look(soFar, dir));
    return await runHeld(run, whole, context);
  } finally {
    await control.close();
    writer?.close();
  }
}

/** A run that broke off has a report of what it measured until then, where that can be written. */
async function reportWhatThereIs(dir: string, host: Host, watcher: Watcher | undefined): Promise<void> {
  try {
    if (readRun(dir).sessions.length === 0) return;
    const { input, html } = await writeReports(dir);
    if (watcher !== undefined) return watcher.ended(input.run, input.summary, dir);
    host.err(`what was measured until then: ${relative(host.cwd, html)}\n`);
  } catch {
    // Why the run broke off is more to the point than why this could not be written: often it is the same.
  }
}

async function writeReports(dir: string): Promise<{ readonly input: ReportInput; readonly html: string }> {
  const input = await readRecord(dir);
  writeSummary(dir, input);
  await writeReport(dir, parquetReport, input);
  return { input, html: await writeReport(dir, htmlReport, input) };
}
