// wirefare run STUDY: measures, records, reports.

import { existsSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { EnvironmentError } from '../base/errors.ts';
import type { Host } from '../base/host.ts';
import type { Warning } from '../base/warnings.ts';
import type { Drivers } from '../drive/driver.ts';
import { hostFacts } from '../drive/host-facts.ts';
import type { LinkChoice } from '../drive/link.ts';
import type { LinkFacts } from '../network/link-facts.ts';
import type { Plan } from '../plan/plan.ts';
import { sayShortBudget } from '../plan/say-plan.ts';
import { mendLastLines, readRun } from '../record/read-record.ts';
import type { RunFile, SessionFacts } from '../record/record.ts';
import { FILES, RecordWriter } from '../record/record-writer.ts';
import { htmlReport } from '../report/html.ts';
import { parquetReport } from '../report/parquet.ts';
import type { ReportInput } from '../report/report.ts';
import { terminalReport } from '../report/terminal.ts';
import type { Listener } from '../run/events.ts';
import { lookAt } from '../run/look.ts';
import { runStudy } from '../run/run-study.ts';
import type { Study } from '../study/study.ts';
import { claimRecordDir } from './places.ts';
import { progressListener } from './progress.ts';
import { lookOf, readRecord, writeReport, writeSummary } from './record-files.ts';
import { driversOf, openControl, runContext } from './run-context.ts';
import { addStudyFlags, linkChoice, planStudy, type StudyFlags } from './study-options.ts';
import { type Finish, wrongFlag } from './verb.ts';
import { verifyTargets } from './verify-targets.ts';
import { WIREFARE_VERSION } from './version.ts';

const EXIT_FAILED = 4;
const EXIT_INTERRUPTED = 130;

interface RunFlags extends StudyFlags {
  readonly out?: string;
  readonly resume?: string;
  readonly json?: boolean;
}

export function addRun(program: Command, host: Host, finish: Finish): void {
  const command = program
    .command('run [study]')
    .description('measure a study: a YAML file, or the name of one of the project’s')
    .option('--out <dir>', 'folder for the record; runs/<date>-<study> unless given')
    .option('--resume <dir>', 'go on with an interrupted record')
    .option('--json', 'print the summary as JSON instead of the report');
  addStudyFlags(command).action(async (study: string | undefined, flags: RunFlags) => {
    finish(await run(study, flags, host, driversOf(host)));
  });
}

interface Job {
  readonly study: Study;
  readonly plan: Plan;
  /** null: a fresh one, made when the measuring begins. */
  readonly dir: string | null;
  readonly earlier: readonly SessionFacts[];
  readonly earlierLink: LinkFacts | null;
  readonly linkChoice: LinkChoice;
  readonly startedAt: string;
  readonly notes: readonly string[];
  readonly warnings: readonly Warning[];
}

/** The verb, with drivers that a test may fake. Answers the exit code. */
export async function run(
  name: string | undefined,
  flags: RunFlags,
  host: Host,
  drivers: Drivers,
): Promise<number> {
  const job =
    flags.resume === undefined ? await freshJob(name, flags, host, drivers) : resumedJob(name, flags, host);
  for (const note of job.notes) host.err(`note: ${note}\n`);
  await requirePrograms(job.plan, drivers);
  const tell = progressListener(
    {
      write: (text) => host.err(text),
      isTerminal: host.errIsTerminal,
      colour: host.errColour,
      columns: host.columns,
    },
    host.clock,
  );
  await verifyTargets(job.plan, host, drivers, tell);
  const dir = job.dir ?? claimRecordDir(host.cwd, job.study.name, host.clock.date());
  let finished: RunFile;
  try {
    finished = await measure(job, dir, host, drivers, tell);
  } catch (thrown) {
    await reportWhatThereIs(dir, host);
    throw thrown;
  }
  return report(finished, dir, flags.json === true, host);
}

async function freshJob(
  name: string | undefined,
  flags: RunFlags,
  host: Host,
  drivers: Drivers,
): Promise<Job> {
  if (name === undefined) throw wrongFlag('run', 'names no study and no record to resume');
  const { study, plan, notes, noLink } = await planStudy(name, flags, host, drivers);
  requireCells(plan, noLink);
  const short = sayShortBudget(study, plan);
  const startedAt = host.clock.date();
  const dir = flags.out === undefined ? null : askedDir(flags.out, host.cwd);
  return {
    study,
    plan,
    dir,
    earlier: [],
    earlierLink: null,
    linkChoice: linkChoice(flags.link),
    startedAt: startedAt.toISOString(),
    notes: short === null ? notes : [...notes, short],
    warnings: [],
  };
}

function askedDir(out: string, cwd: string): string {
  if (out === '') throw wrongFlag('--out', 'names no folder');
  const dir = resolve(cwd, out);
  if (existsSync(dir) && !statSync(dir).isDirectory())
    throw wrongFlag('--out', `${dir} is a file, not a folder`);
  if (existsSync(join(dir, FILES.run))) {
    throw wrongFlag(
      '--out',
      `${dir} holds a record already; go on with it by --resume, or choose another folder`,
    );
  }
  return dir;
}

/** What a resumed run takes from its record. */
const FIXED_BY_RECORD = ['only', 'quick', 'budget', 'sessions', 'browser', 'seed', 'out'] as const;

function resumedJob(name: string | undefined, flags: RunFlags, host: Host): Job {
  if (name !== undefined) throw wrongFlag('--resume', 'goes on with the study of the record; name no study');
  const fixed = FIXED_BY_RECORD.filter((flag) => flags[flag] !== undefined && flags[flag]?.toString() !== '');
  if (fixed.length > 0) {
    const given = fixed.map((flag) => `--${flag}`).join(', ');
    throw wrongFlag('--resume', `goes on with the record as it was planned; take away ${given}`);
  }
  const dir = resolve(host.cwd, flags.resume!);
  const before = readRun(dir);
  const { study, plan, sessions, startedAt, status, link } = before;
  if (status === 'complete') throw wrongFlag('--resume', `the run in ${dir} is complete`);
  const warnings = [...before.warnings, ...changedSince(before)];
  return {
    study,
    plan,
    dir,
    earlier: sessions,
    earlierLink: link,
    linkChoice: resumedLink(flags.link, link),
    startedAt,
    notes: [],
    warnings,
  };
}

/** Packets stay packets and a model a model: their sessions would be compared with one another. */
function resumedLink(asked: string | undefined, earlier: LinkFacts | null): LinkChoice {
  const choice = linkChoice(asked);
  if (earlier === null) return choice;
  const wasModelled = earlier.networks.some(({ engine }) => engine === 'modelled');
  if (wasModelled && asked === undefined) return 'modelled';
  if (wasModelled === (choice === 'modelled')) return choice;
  const kind = wasModelled ? 'by the model' : 'over packets';
  throw wrongFlag('--link', `the sessions in the record are ${kind}; what is added must be too`);
}

/** What is no longer as it was when the record was begun: its sessions are then not of one machine. */
function changedSince({ host, wirefare }: RunFile): Warning[] {
  const now = hostFacts();
  const changes = [
    ...(['os', 'kernel', 'cpu', 'cores', 'node'] as const)
      .filter((fact) => host[fact] !== now[fact])
      .map((fact) => `${fact} ${host[fact]}, now ${now[fact]}`),
    ...(wirefare === WIREFARE_VERSION ? [] : [`wirefare ${wirefare}, now ${WIREFARE_VERSION}`]),
  ];
  if (changes.length === 0) return [];
  const what = `the run was resumed on something else: ${changes.join('; ')}`;
  return [{ kind: 'environment', what, advice: 'run the study again as a whole', session: null }];
}

/** A run of nothing must not leave a record. `noLink`: why there is no link, where one was looked for. */
function requireCells({ cells, sessions }: Plan, noLink: EnvironmentError | null): void {
  if (sessions.length > 0) return;
  const reasons = [...new Set(cells.map(({ skip }) => skip ?? ''))];
  const what = `none of the ${cells.length} cells can be run here`;
  if (noLink === null) {
    throw new EnvironmentError(what, reasons, 'choose other levels in the study, or by --only');
  }
  throw new EnvironmentError(`${what}: ${noLink.message}`, noLink.tried, noLink.remedy);
}

/** Every browser that the plan needs is looked for before the first is started. */
async function requirePrograms(plan: Plan, drivers: Drivers): Promise<void> {
  for (const browser of new Set(plan.sessions.map((session) => session.browser))) {
    await drivers.agent(browser).find();
  }
}

async function measure(
  job: Job,
  dir: string,
  host: Host,
  drivers: Drivers,
  tell: Listener,
): Promise<RunFile> {
  const control = await openControl();
  let writer: RecordWriter | null = null;
  try {
    // Last, so that a run that ends before it begins leaves no folder.
    writer = new RecordWriter(dir);
    mendLastLines(dir);
    const context = runContext(host, drivers, control, writer, tell);
    const { study, plan, earlier, earlierLink, linkChoice, startedAt, warnings } = job;
    const own = { wirefare: WIREFARE_VERSION, host: hostFacts() };
    const task = { ...own, study, plan, earlier, earlierLink, linkChoice, startedAt, warnings };
    return await runStudy(task, context, (soFar) => lookAt(soFar, dir));
  } finally {
    await control.close();
    writer?.close();
  }
}

async function report(finished: RunFile, dir: string, asJson: boolean, host: Host): Promise<number> {
  const { input, html } = await writeReports(dir);
  if (asJson) {
    host.out(`${JSON.stringify(input.summary, null, 1)}\n`);
  } else {
    const look = { ...lookOf(host), reportPath: relative(host.cwd, html) };
    host.out(terminalReport(input.run, input.summary, look));
  }
  return exitCodeOf(finished, dir, host);
}

/** A run that broke off has a report of what it measured until then, where that can be written. */
async function reportWhatThereIs(dir: string, host: Host): Promise<void> {
  try {
    if (readRun(dir).sessions.length === 0) return;
    const { html } = await writeReports(dir);
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

function exitCodeOf(finished: RunFile, dir: string, host: Host): number {
  switch (finished.status) {
    case 'complete':
      return 0;
    case 'interrupted':
      host.err(`interrupted; go on with: npx wirefare run --resume ${relative(host.cwd, dir)}\n`);
      return EXIT_INTERRUPTED;
    case 'running':
    case 'failed':
      host.err(`the run ended early: ${finished.reason}\n`);
      return EXIT_FAILED;
  }
}
