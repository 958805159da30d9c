// wirefare advise PAYLOAD: your own data through every format and compression, and what to send on which network.
//
//   read ─► sizes ─► times ─► times in the browser ─► contenders ─► a study ─► run ─► advice

import { relative } from 'node:path';
import type { Command } from 'commander';
import { adviceStudy, filterOf } from '../../advise/advice-study.ts';
import { type Chosen, chooseContenders } from '../../advise/advise.ts';
import { isPlain } from '../../advise/needs.ts';
import type { Screened } from '../../advise/screened.ts';
import { type TodayAsked, todayOfSource, todaysWay } from '../../advise/today.ts';
import { refusedFrom, waysFrom } from '../../advise/ways.ts';
import type { EnvironmentError } from '../../base/errors.ts';
import type { Host } from '../../base/host.ts';
import { sayCompression } from '../../compression/catalogue.ts';
import { storePayload } from '../../data/payload-store.ts';
import type { Drivers } from '../../drive/driver.ts';
import { LINK_CHOICES } from '../../drive/link.ts';
import { type NetworkProfile, NO_NETWORK } from '../../network/profile.ts';
import { profileNamed } from '../../network/profiles.ts';
import type { Payload } from '../../payload/payload.ts';
import { readPayload } from '../../payload/read-payload.ts';
import type { AdviceFacts, Way } from '../../record/advice-facts.ts';
import { htmlReport } from '../../report/html.ts';
import { terminalReport } from '../../report/terminal.ts';
import { isOffered } from '../../study/not-offered.ts';
import type { CellFilter, PayloadRef } from '../../study/study.ts';
import {
  freshTask,
  type Measured,
  type MeasuringTask,
  measureStudy,
  requireCells,
} from '../measure-study.ts';
import { withAnswerBefore } from '../own-dictionary.ts';
import { PROTO_FLAG, withProtoFile } from '../own-proto.ts';
import { addPayloadFlags, withN } from '../payload-flags.ts';
import { planOf, whyNoLink } from '../plan-of.ts';
import { lookOf, readRecord, writeReport } from '../record-files.ts';
import { askedDir, exitCodeOf } from '../run.ts';
import { dataDirOf, driversOf } from '../run-context.ts';
import { payloadRef } from '../study-payloads.ts';
import { type Finish, wrongFlag } from '../verb.ts';
import {
  type AdviseFlags,
  type AdviseSettings,
  adviseSettings,
  DEFAULT_BUDGET,
  DEFAULT_NETWORKS,
} from './flags.ts';
import { neededLibraries } from './libraries.ts';
import { adviceJson } from './output.ts';
import { pageTimes } from './page-times.ts';
import { type Screening, sayFirstAnswer, screenSizes, screenTimes } from './screening.ts';

/** Looking for programs, holding the target to its contract, the report. */
const AROUND_MS = 11_000;
const EXIT_INTERRUPTED = 130;
/** Setting up and calibrating one emulated network. */
const NETWORK_MS = 2_000;

export function addAdvise(program: Command, host: Host, finish: Finish): void {
  const command = program
    .command('advise <payload...>')
    .description(
      'which format and compression to send your own data in, measured in a browser: a file, several, a URL, or -',
    );
  addPayloadFlags(command)
    .option('--network <names>', `on which networks; ${DEFAULT_NETWORKS} unless given`)
    .option('--today <format>', 'how your server sends it now: json+gzip, xml; as the source is unless given')
    .option('--budget <time>', `for everything; ${DEFAULT_BUDGET} unless given`)
    .option(...PROTO_FLAG)
    .option('--dictionary <source>', 'an answer from before that clients still have (dcz, RFC 9842)')
    .option('--n <number>', 'so many records, resampled where the list has another number')
    .option('--browser <name>', 'chromium, firefox, webkit or node; chromium unless given')
    .option(
      '--protocol <name>',
      'https1, h2 or http1; https1 unless given, since browsers ask for br and zstd there',
    )
    .option('--link <engine>', `what emulates networks: ${LINK_CHOICES.join(', ')}; auto unless given`)
    .option(
      '--weights <weights>',
      'an index of what counts for you over what is sent today: encode=40,size=60',
    )
    .option('--seed <number>', 'of every random choice')
    .option('--out <dir>', 'folder for the record; runs/<date>-advise-<name> unless given')
    .option('--json', 'one JSON object: the advice, every size and time, the summary')
    .action(async (sources: string[], flags: AdviseFlags) => {
      finish(await adviseOrStop(sources, flags, host));
    });
}

async function adviseOrStop(sources: readonly string[], flags: AdviseFlags, host: Host): Promise<number> {
  try {
    return await advise(sources, flags, host, driversOf(host));
  } catch (thrown) {
    // Before anything is measured there is nothing to keep, and nothing to say but that it was stopped.
    if (host.interrupted.aborted && thrown === host.interrupted.reason) return EXIT_INTERRUPTED;
    throw thrown;
  }
}

/** The verb, with drivers that a test may fake. Answers the exit code. */
export async function advise(
  sources: readonly string[],
  flags: AdviseFlags,
  host: Host,
  drivers: Drivers,
): Promise<number> {
  const settings = adviseSettings(flags);
  const dir = flags.out === undefined ? null : askedDir(flags.out, host.cwd);
  const startMs = host.clock.nowMs();
  const alone = withProtoFile(await readPayload(sources, settings.reading, host), flags.schema, host);
  const read = await withAnswerBefore(alone, flags.dictionary, settings.reading, host);
  const kept = keep(read, settings, host);
  for (const note of kept.payload.notes) host.err(`note: ${note}\n`);
  const screened = await screenAll(kept, settings, host, drivers);
  requireWeighable(settings, screened.ways[screened.today]!);
  const asked = await chosenFrom(screened, settings, startMs, host, drivers);
  const task = await taskOf(kept, screened, asked, settings, host, drivers);
  const measured = await measureStudy({ ...task, dir }, host, drivers);
  return report(measured, settings, flags, screened.screened, host);
}

interface ScreenedPayload {
  readonly screened: readonly Screened[];
  readonly ways: readonly Way[];
  /** Index of today's way. */
  readonly today: number;
}

/** Sizes, which are told at once, then times: in Node, and those of decoders in the browser. */
async function screenAll(
  { payload, ref }: Kept,
  settings: AdviseSettings,
  host: Host,
  drivers: Drivers,
): Promise<ScreenedPayload> {
  const asked = settings.today ?? todayOfSource(payload.today);
  const bodies = payload.shape === 'messages' ? ref.count : 1;
  const sizes = await screenSizes(payload, ref.jsonBytes, bodies, [asked.compression], host);
  host.interrupted.throwIfAborted();
  host.err(`${sayFirstAnswer(sizes.screened)}\n`);
  const screened = await screenTimes(payload, sizes, settings.budgetMs, host);
  host.interrupted.throwIfAborted();
  const { browser, budgetMs } = settings;
  const question = { screened, payload: ref, n: nOf(ref, settings), browser, budgetMs };
  const page = await pageTimes(question, host, drivers);
  host.interrupted.throwIfAborted();
  const ways = waysFrom(screened, page).filter(({ codec }) => runsIn(browser, codec));
  return { screened, ways, today: requireToday(ways, asked, sizes) };
}

interface Asked extends Chosen {
  readonly profiles: readonly NetworkProfile[];
}

/** Throws where nothing can be measured. */
async function chosenFrom(
  { ways, today }: ScreenedPayload,
  settings: AdviseSettings,
  startMs: number,
  host: Host,
  drivers: Drivers,
): Promise<Asked> {
  const { browser, protocol, link } = settings;
  const noLink = await whyNoLink(settings.networks.filter(isEmulated), link, drivers);
  const profiles = withSomethingToMeasure(settings.networks, noLink !== null);
  const aroundMs = AROUND_MS + NETWORK_MS * profiles.filter(isEmulated).length;
  const chosen = chooseContenders({
    ways,
    today,
    networks: profiles,
    noLink: noLink?.message ?? null,
    leftMs: settings.budgetMs - (host.clock.nowMs() - startMs) - aroundMs,
    isPlain,
    isOffered: ({ compression }, { name: network }) =>
      isOffered({ compression, network, browser, protocol }, link === 'modelled'),
  });
  requireSomething(chosen, noLink);
  return { ...chosen, profiles };
}

async function taskOf(
  { payload, ref }: Kept,
  { screened, ways, today }: ScreenedPayload,
  { profiles, ...chosen }: Asked,
  settings: AdviseSettings,
  host: Host,
  drivers: Drivers,
): Promise<MeasuringTask> {
  const { browser, protocol, link } = settings;
  const seed = settings.seed ?? host.freshSeed();
  const n = nOf(ref, settings);
  const question = { ...chosen, payload: ref, n, browser, protocol, networks: profiles, seed };
  const study = adviceStudy({ ...question, today: ways[today]! });
  const { plan, notes } = await planOf(study, link, host, drivers);
  for (const note of notes) host.err(`note: ${note}\n`);
  requireCells(plan, null);
  const advice: AdviceFacts = {
    payload: { ...ref, sourceBytes: payload.today.sourceBytes },
    today: todayFacts(payload, ways[today]!, settings),
    ways,
    refused: refusedFrom(screened),
    needs: await neededLibraries(ways),
    networks: chosen.networks,
  };
  return { ...freshTask({ study, plan }, link, host), advice };
}

interface Kept {
  readonly payload: Payload;
  readonly ref: PayloadRef;
}

/** Stores the payload for targets; with --n, screening sees the same resampled list that they will send. */
function keep(payload: Payload, { n }: AdviseSettings, host: Host): Kept {
  const sized = withN(payload, n);
  return { payload: sized, ref: payloadRef(payload, storePayload(dataDirOf(host), payload)) };
}

function nOf({ shape, count }: PayloadRef, { n }: AdviseSettings): number {
  return shape === 'list' ? (n ?? count) : 1;
}

function isEmulated({ name }: NetworkProfile): boolean {
  return name !== NO_NETWORK;
}

/** Where no link can be had, loopback alone is measured; the networks asked for are predicted. */
function withSomethingToMeasure(
  networks: readonly NetworkProfile[],
  hasNoLink: boolean,
): readonly NetworkProfile[] {
  if (!hasNoLink || networks.some(({ name }) => name === NO_NETWORK)) return networks;
  return [profileNamed(NO_NETWORK)!, ...networks];
}

/** `response.json()` takes body and objects in one step, which Node cannot stamp. */
function runsIn(browser: string, codec: string): boolean {
  return browser !== 'node' || codec !== 'response.json';
}

/** Throws a UserError where these data cannot be sent as they are said to be today. */
function requireToday(ways: readonly Way[], asked: TodayAsked, { screened }: Screening): number {
  const found = todaysWay(ways, asked);
  if (found >= 0) return found;
  const said = `${asked.format} + ${sayCompression(asked.compression)}`;
  const refused = screened.find((each) => each.kind === 'refused' && each.format === asked.format);
  const why = refused?.kind === 'refused' ? `: ${refused.reason}` : '';
  throw wrongFlag(
    '--today',
    `these data cannot be sent as ${said}${why}; say how they are sent: --today json+gzip`,
  );
}

function todayFacts({ today }: Payload, way: Way, settings: AdviseSettings): AdviceFacts['today'] {
  const { captured } = today;
  return {
    filter: filterOf(way),
    from: settings.today === null ? 'source' : 'asked',
    captured:
      captured === null
        ? null
        : {
            url: captured.finalUrl,
            contentType: captured.headers['content-type'] ?? '',
            contentEncoding: captured.headers['content-encoding'] ?? '',
            bytesEncoded: captured.bytesEncoded,
            waitMs: captured.waitMs,
            transferMs: captured.transferMs,
          },
  };
}

/** The budget may be too small for every network. */
function requireSomething({ contenders }: Chosen, noLink: EnvironmentError | null): void {
  if ([...contenders.values()].some((ways) => ways.length > 0)) return;
  if (noLink !== null) throw noLink;
  throw wrongFlag('--budget', 'is too short to measure these data on any of the networks; give more time');
}

/** Today's way is the index's measure, and a part that it does not have cannot be one. */
function requireWeighable({ weights }: AdviseSettings, today: Way): void {
  if (weights === null || today.compression !== 'none') return;
  const weighed = weights.weights.map(({ metric }) => metric);
  const lacking = weighed.filter((metric) => metric === 'compress' || metric === 'decompress');
  if (lacking.length === 0) return;
  throw wrongFlag('--weights', `what is sent today has no ${lacking.join(' and no ')} to weigh others by`);
}

async function report(
  { run, dir, input, html }: Measured,
  { weights }: AdviseSettings,
  flags: AdviseFlags,
  screened: readonly Screened[],
  host: Host,
): Promise<number> {
  const baseline = baselineOf(run.advice!.today.filter);
  const told = weights === null ? input : await readRecord(dir, { weights, baseline });
  // What was weighed stands in the page too.
  if (weights !== null) await writeReport(dir, htmlReport, told);
  if (flags.json === true) host.out(adviceJson(told, screened));
  else {
    const look = { ...lookOf(host), reportPath: relative(host.cwd, html) };
    host.out(terminalReport(told.run, told.summary, look));
  }
  return exitCodeOf(run, dir, host);
}

function baselineOf(filter: CellFilter): string {
  return Object.entries(filter)
    .map(([factor, levels]) => `${factor}=${levels![0]}`)
    .join(',');
}
