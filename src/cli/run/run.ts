// wirefare run STUDY: measures, records, reports.

import { existsSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { Mistakes } from '../../base/errors.ts';
import { EXIT_FAILED, EXIT_INTERRUPTED } from '../../base/exit-codes.ts';
import type { Host } from '../../base/host.ts';
import type { Drivers } from '../../drive/driver.ts';
import { recordedJson } from '../../factors/recorded-cell.ts';
import { sayShortcomings } from '../../plan/say/say-sessions.ts';
import { dealtBudgetMs } from '../../plan/sessions/share.ts';
import { BEFORE_COMMAND_MS } from '../../plan/sessions/wall-costs.ts';
import { readRun } from '../../record/read-record.ts';
import type { RunFile } from '../../record/record.ts';
import { FILES } from '../../record/record-writer.ts';
import { terminalReport } from '../../report/terminal/terminal.ts';
import {
  freshTask,
  type Measured,
  type MeasuringTask,
  measureStudy,
  requireCells,
  type Surrounded,
} from '../study/measure-study.ts';
import { withFolders } from '../study/named-folders.ts';
import { notePlain, noteReadable, readOutsideHost, readParallel } from '../study/outside.ts';
import { foldersElsewhere, whereTheyWere } from '../study/record-folders.ts';
import { resumedTask } from '../study/resumed-task.ts';
import { linkChoice, planStudy, readMore, type StudyFlags } from '../study/study-options.ts';
import { stdoutLook } from '../surroundings/record-files.ts';
import { makeDrivers } from '../surroundings/run-context.ts';
import { sayOut } from '../surroundings/say-out.ts';
import { resumedUrls } from '../urls/resumed-urls.ts';
import { wrongFlag } from '../verb.ts';

export interface RunFlags extends StudyFlags {
  readonly out?: string;
  readonly resume?: string;
  readonly json?: boolean;
  readonly host?: string;
  readonly parallel?: string;
  /** Of URLs of a record that is gone on with. */
  readonly header?: readonly string[];
  readonly url?: readonly string[];
  readonly insecure?: boolean;
}

interface Job {
  readonly task: MeasuringTask;
  /** To which the URLs of the study are targets too. */
  readonly drivers: Drivers;
  /** Before its time begins. */
  readonly lookedMs: number;
  readonly notes: readonly string[];
}

/**
 * Targets and clients are found in the project's folders, where the environment says, and where flags or
 * record do.
 */
export function runAsNamed(study: string | undefined, flags: RunFlags, host: Host): Promise<number> {
  const { resume } = flags;
  const before = resume === undefined ? host : whereTheyWere(readRun(resolve(host.cwd, resume)), host);
  const named = withFolders(flags, before);
  return run(study, named.flags, named.host, makeDrivers(named.host));
}

/** The verb, with drivers that a test may fake. Answers the exit code. */
export async function run(
  name: string | undefined,
  flags: RunFlags,
  host: Host,
  drivers: Drivers,
  { typed, usualAddress, ...around }: Surrounded = {},
): Promise<number> {
  const beganMs = host.clock.nowMs() - BEFORE_COMMAND_MS;
  const job =
    flags.resume === undefined
      ? await freshJob(name, flags, host, drivers, typed)
      : await resumedJob(name, flags, host, drivers);
  const startMs = beganMs + job.lookedMs;
  const mistakes = new Mistakes();
  const outsideHost = mistakes.of(() => readOutsideHost(job.task.plan, flags.host, usualAddress)) ?? null;
  const parallel = mistakes.of(() => readParallel(job.task.plan, flags.parallel)) ?? 1;
  mistakes.throwIfAny();
  // What a record measures nobody can change any more.
  const ofHost = flags.resume === undefined ? notePlain(job.task.plan, outsideHost) : [];
  const readable = noteReadable(job.task.plan, host.env);
  for (const note of [...job.notes, ...ofHost, ...readable]) host.err(`note: ${note}\n`);
  return report(
    await measureStudy({ ...job.task, ...around, outsideHost, parallel, startMs }, host, job.drivers),
    flags,
    host,
    around,
  );
}

async function freshJob(
  name: string | undefined,
  flags: RunFlags,
  host: Host,
  drivers: Drivers,
  typed: string | undefined,
): Promise<Job> {
  if (name === undefined) throw wrongFlag('run', 'names no study and no record to resume');
  for (const flag of ['header', 'url', 'insecure'] as const)
    if (flags[flag] !== undefined)
      throw wrongFlag(
        `--${flag}`,
        'is for --resume; a study file has `headers`, `insecure` and `url` of each URL itself',
      );
  const planned = await planStudy(name, flags, host, drivers, typed);
  const { study, plan, held, notes, noLink, lookedMs, warnings } = planned;
  await requireCells(plan, noLink, planned.drivers);
  const dir = flags.out === undefined ? null : askedDir(flags.out, host.cwd);
  const elsewhere = foldersElsewhere(plan, host);
  return {
    task: {
      ...freshTask({ study, plan }, linkChoice(flags.link), host, dir),
      budgetMs: dealtBudgetMs(study, plan),
      warnings,
      ...(elsewhere !== undefined && { elsewhere }),
      ...(held !== null && { held: { plan: held, sessions: [], link: null, reason: '' } }),
    },
    drivers: planned.drivers,
    lookedMs,
    notes: [...notes, ...sayShortcomings(study, plan)],
  };
}

/**
 * The folder of --out. Throws a UserError where it cannot be one for a new record. `canGoOn`: whether the
 * record that may be in it is one for --resume.
 */
export function askedDir(out: string, cwd: string, canGoOn = true): string {
  if (out === '') throw wrongFlag('--out', 'names no folder');
  const dir = resolve(cwd, out);
  if (existsSync(dir) && !statSync(dir).isDirectory())
    throw wrongFlag('--out', `${dir} is a file, not a folder`);
  if (existsSync(join(dir, FILES.run))) {
    throw wrongFlag(
      '--out',
      `${dir} holds a record already; ${canGoOn ? 'go on with it by --resume, or ' : ''}choose another folder`,
    );
  }
  return dir;
}

/** What a resumed run takes from its record. */
const FIXED_BY_RECORD = [
  'only',
  'quick',
  'sessions',
  'browser',
  'target',
  'seed',
  'share',
  'design',
  'price',
  'keep',
  'out',
] as const;

async function resumedJob(
  name: string | undefined,
  flags: RunFlags,
  host: Host,
  drivers: Drivers,
): Promise<Job> {
  if (name !== undefined) throw wrongFlag('--resume', 'goes on with the study of the record; name no study');
  const fixed = FIXED_BY_RECORD.filter((flag) => flags[flag] !== undefined && flags[flag]?.toString() !== '');
  if (fixed.length > 0) {
    const given = fixed.map((flag) => `--${flag}`).join(', ');
    throw wrongFlag('--resume', `goes on with what the record measures; take away ${given}`);
  }
  const task = await resumedTask(resolve(host.cwd, flags.resume!), readMore(flags, host), flags.link, host);
  const { budgetMs = task.study.protocol.budgetMs } = task;
  const { payloads, drivers: withUrls } = await resumedUrls(task.study, flags, budgetMs, host, drivers);
  const study = { ...task.study, payloads };
  // A share is fixed, so that nobody can give it more time.
  const notes = task.plan.share === undefined ? sayShortcomings(study, task.plan, true) : [];
  return { task: { ...task, study }, drivers: withUrls, lookedMs: 0, notes };
}

async function report(measured: Measured, flags: RunFlags, host: Host, around: Surrounded): Promise<number> {
  const { run: finished, dir, input, html } = measured;
  if (flags.json === true) {
    host.out(`${recordedJson(input.summary, 1)}\n`);
  } else {
    const look = stdoutLook(host, relative(host.cwd, html));
    await terminalReport.render(input, (text) => sayOut(host, String(text)), look);
  }
  return sayEndOfRun(finished, dir, host, around, flags);
}

/** What no record keeps, as it was given. */
const GIVEN_AGAIN = ['host', 'parallel'] as const;

/** Says on stderr why a run is not complete, and how to go on: a page says both itself. */
export function sayEndOfRun(
  finished: RunFile,
  dir: string,
  host: Host,
  { watcher }: Pick<Surrounded, 'watcher'> = {},
  flags: Pick<RunFlags, (typeof GIVEN_AGAIN)[number]> = {},
): number {
  const isWatched = watcher !== undefined;
  const given = GIVEN_AGAIN.filter((name) => flags[name] !== undefined);
  const again = given.map((name) => `--${name} ${flags[name]}`);
  const goOn = ['wirefare run --resume', relative(host.cwd, dir), ...again].join(' ');
  switch (finished.status) {
    case 'complete':
      return 0;
    case 'interrupted':
      if (!isWatched) host.err(`interrupted; go on with: ${goOn}\n`);
      return EXIT_INTERRUPTED;
    case 'running':
    case 'failed':
      if (isWatched) return EXIT_FAILED;
      host.err(`the run ended early: ${finished.reason}\n`);
      if (isForLostPlace(finished)) host.err(`when that has changed, go on with: ${goOn}\n`);
      return EXIT_FAILED;
  }
}

/** A Grid that comes again finds the other browsers' sessions kept: nobody has to measure those once more. */
function isForLostPlace({ sessions, reason }: RunFile): boolean {
  return sessions.some((session) => session.lost === true && session.reason === reason);
}
