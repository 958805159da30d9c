// wirefare measure URL: what users of a server that knows nothing of us wait for, in a browser, over
// networks.
//
//   look up ─► agree ─► connect ─► read ─► a study ─► run ─► report

import { relative } from 'node:path';
import type { EnvironmentError } from '../../base/errors.ts';
import { EXIT_FAILED, EXIT_INTERRUPTED } from '../../base/exit-codes.ts';
import { listed } from '../../base/figures/plurals.ts';
import { typedRoughly } from '../../base/figures/times.ts';
import type { Host } from '../../base/host.ts';
import type { Warning } from '../../base/warnings/warning.ts';
import { DATASET_NAMES } from '../../data/catalogue.ts';
import type { Drivers } from '../../drive/driver.ts';
import { recordedJson } from '../../factors/recorded-cell.ts';
import type { Plan } from '../../plan/plan.ts';
import { inLittleTime, isForTime, noTimeFor } from '../../plan/sessions/leave-out.ts';
import { budgetNeededMs } from '../../plan/sessions/time-needed.ts';
import { terminalReport } from '../../report/terminal/terminal.ts';
import type { Study } from '../../study/study.ts';
import { askedDir, sayEndOfRun } from '../run/run.ts';
import {
  freshTask,
  type Measured,
  MORE_TIME,
  measureStudy,
  requireCells,
  type Surrounded,
} from '../study/measure-study.ts';
import { planWithLink } from '../study/plan-study.ts';
import { stdoutLook } from '../surroundings/record-files.ts';
import { makeDrivers } from '../surroundings/run-context.ts';
import { sayOut } from '../surroundings/say-out.ts';
import { answeredUrls, type FrontOf, frontsAmong } from '../urls/answered-urls.ts';
import { type ReadServer, readServer } from '../urls/reading.ts';
import { findServer, nameServers, requireConsent } from '../urls/server.ts';
import { adviseCommand } from './advise-command.ts';
import { type MeasureFlags, type MeasureSettings, measureSettings } from './flags.ts';
import { type MeasureQuestion, urlStudy } from './study.ts';

export async function measureOrStop(url: string, flags: MeasureFlags, host: Host): Promise<number> {
  try {
    return await measure(url, flags, host, makeDrivers(host));
  } catch (thrown) {
    // Before anything is measured there is nothing to keep, and nothing to say but that it was stopped.
    if (host.interrupted.aborted && thrown === host.interrupted.reason) return EXIT_INTERRUPTED;
    throw thrown;
  }
}

/** The verb, with drivers that a test may fake. Answers the exit code. */
export async function measure(
  url: string,
  flags: MeasureFlags,
  host: Host,
  drivers: Drivers,
  around: Surrounded = {},
): Promise<number> {
  const settings = measureSettings(url, flags, host);
  const dir = flags.out === undefined ? null : askedDir(flags.out, host.cwd, false);
  const planned = await planUrls(settings, host, drivers);
  const { study, plan, warnings, startMs } = planned;
  const task = freshTask({ study, plan }, settings.link, host, dir, startMs);
  return report(
    await measureStudy({ ...task, ...around, warnings }, host, planned.drivers),
    flags,
    settings,
    host,
    around,
  );
}

export interface PlannedUrls {
  readonly study: Study;
  readonly plan: Plan;
  /** The plan of the study with another budget. */
  readonly planOf: (study: Study) => Plan;
  /** Why no networks are emulated here; null where they are, or none is asked. */
  readonly noLink: EnvironmentError | null;
  /** To which the servers are targets too. */
  readonly drivers: Drivers;
  /** As they were named: the levels of `target`. */
  readonly servers: readonly Pick<ReadServer, 'name' | 'label' | 'items'>[];
  readonly warnings: readonly Warning[];
  /** When their time began. */
  readonly startMs: number;
  /** It is no longer than its cells need, since nobody gave one and bytes are all that is counted. */
  readonly isInLittleTime: boolean;
}

/** URLs that were looked up, agreed to and read, as a study that is planned. */
export async function planUrls(
  settings: MeasureSettings,
  host: Host,
  drivers: Drivers,
): Promise<PlannedUrls> {
  const named = await nameServers(settings.urls);
  await requireConsent(named, settings, '--rate or --budget', host);
  const startMs = host.clock.nowMs();
  const servers: ReadServer[] = [];
  for (const server of named) servers.push(await readServer(await findServer(server), host));
  return planServers(servers, startMs, settings, host, drivers);
}

/** The same of servers that were read. `frontOf`: absent: a front before each. */
export async function planServers(
  servers: readonly ReadServer[],
  startMs: number,
  settings: MeasureSettings,
  host: Host,
  drivers: Drivers,
  frontOf: FrontOf = (_, ask) => drivers.front(ask),
): Promise<PlannedUrls> {
  for (const note of servers.flatMap(({ notes }) => notes)) host.err(`note: ${note}\n`);
  const urls = answeredUrls(servers, DATASET_NAMES, host);
  const { networks, browser, budgetMs, link, ofGate } = settings;
  const seed = settings.seed ?? host.freshSeed();
  const answerWithinMs = Math.max(...servers.map(({ limits }) => limits.durationMs));
  const question = { urls, networks, browser, budgetMs, answerWithinMs, seed };
  const withFronts = frontsAmong(drivers, servers, urls, budgetMs, frontOf);
  const asked = urlStudy(question, null);
  const offersModel = ofGate === undefined && link !== 'modelled';
  const looked = await planWithLink(asked, link, host, withFronts, offersModel);
  const { planOf, notes, noLink, lookedMs } = looked;
  for (const note of notes) host.err(`note: ${note}\n`);
  const isInLittleTime = ofGate?.measures === 'bytes in little time';
  // What its servers took to start a session takes again.
  const tookMs = wholeSeconds(host.clock.nowMs() - startMs - lookedMs);
  const study = isInLittleTime
    ? inLittleTime(urlStudy(question, 1), planOf, tookMs)
    : fitting(question, planOf, ofGate === undefined ? SESSIONS : SESSIONS_OF_GATE[ofGate.measures]);
  const fitted = planOf(study);
  const plan = ofGate === undefined ? sayingWhatItTakes(fitted, question, planOf) : fitted;
  await requireCells(plan, noLink, withFronts, ofGate?.remedy ?? MORE_TIME);
  const warnings = servers.flatMap((server) => server.warnings);
  const began = isInLittleTime ? host.clock.nowMs() : startMs + lookedMs;
  const around = { noLink, drivers: withFronts, servers, warnings, startMs: began, isInLittleTime };
  return { study, plan, planOf, ...around };
}

function wholeSeconds(ms: number): number {
  return 1_000 * Math.ceil(ms / 1_000);
}

/** Fewer sessions than an answer wants are told as such; a network that is left out tells nothing at all. */
function fitting(
  question: MeasureQuestion,
  planOf: (study: Study) => Plan,
  numbers: readonly (number | null)[],
): Study {
  const skip = noTimeFor(question.budgetMs);
  const studies = numbers.map((sessions) => urlStudy(question, sessions));
  return studies.find((study) => planOf(study).cells.every((cell) => cell.skip !== skip)) ?? studies.at(-1)!;
}

const SESSIONS = [null, 3, 2] as const;
const SESSIONS_OF_GATE = {
  times: [null],
  'bytes in its budget': [1],
  'bytes in little time': [1],
} as const;

/** What is left out for lack of time says with how much of it it would not be: nobody can guess. */
export function sayingWhatItTakes(
  plan: Plan,
  question: MeasureQuestion,
  planOf: (study: Study) => Plan,
): Plan {
  const skip = noTimeFor(question.budgetMs);
  if (plan.cells.every((cell) => cell.skip !== skip)) return plan;
  const fewest = urlStudy(question, SESSIONS.at(-1)!);
  const enoughMs = budgetNeededMs(fewest, planOf, ({ cells }) => !cells.some(isForTime));
  if (enoughMs === null) return plan;
  const says = `${skip}; it takes about --budget ${typedRoughly(enoughMs)}`;
  return { ...plan, cells: plan.cells.map((cell) => (cell.skip === skip ? { ...cell, skip: says } : cell)) };
}

async function report(
  { run, dir, input, html }: Measured,
  flags: MeasureFlags,
  { urls }: MeasureSettings,
  host: Host,
  around: Surrounded,
): Promise<number> {
  if (flags.json === true) host.out(`${recordedJson(input.summary, 1)}\n`);
  else {
    const look = stdoutLook(host, relative(host.cwd, html));
    await terminalReport.render(input, (text) => sayOut(host, String(text)), look);
    const commands = urls.map(({ url }) => adviseCommand(url, flags));
    host.out('  what another format would give:\n');
    const secrets = [...new Set(commands.flatMap(({ variables }) => variables))];
    if (secrets.length > 0) host.out(`    (set ${listed(secrets)} first: nothing here shows a secret)\n`);
    for (const { command } of commands) sayOut(host, `    ${command}\n`);
  }
  const code = sayEndOfRun(run, dir, host, around);
  if (code === EXIT_INTERRUPTED || input.summary.cells.some(({ status }) => status === 'measured'))
    return code;
  const lacksTime = run.sessions.every(({ cut }) => cut === true);
  host.err(`nothing was measured${lacksTime ? `: ${MORE_TIME}` : ''}\n`);
  // A script would take it for a result.
  return EXIT_FAILED;
}
