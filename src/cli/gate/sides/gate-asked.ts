// A gate of which a side is asked as it stands: two URLs, or commands and targets that are started here.

import { type EnvironmentError, Mistakes, UserError } from '../../../base/errors.ts';
import type { Host } from '../../../base/host.ts';
import { firstDifference } from '../../../data/equal.ts';
import type { Drivers } from '../../../drive/driver.ts';
import { NO_NETWORK } from '../../../factors/network.ts';
import { isByteMetric } from '../../../items/metrics.ts';
import type { NetworkProfile } from '../../../network/profile.ts';
import { NETWORKS } from '../../../network/profiles.ts';
import { NoAnswer } from '../../../payload/url/fetch-answer.ts';
import { placeOfDifference } from '../../../run/sessions/blocks/compared-answers.ts';
import { GATE_BUDGET, type Gate } from '../../../study/gate/gate-file.ts';
import type { UrlSide } from '../../../study/gate/gate-sides.ts';
import { type MeasureSettings, measureSettings } from '../../measure/flags.ts';
import { type PlannedUrls, planServers } from '../../measure/measure.ts';
import { lacksAmong } from '../../study/lacks.ts';
import type { AskedUrl } from '../../urls/asked-url.ts';
import type { ReadServer } from '../../urls/reading.ts';
import { type NamedServer, nameServer, requireConsent } from '../../urls/server.ts';
import { OTHER_LEVELS } from '../rules/rule-cells.ts';
import { sideNames } from './gate-targets.ts';
import { readSide, startsWithin } from './read-in-time.ts';
import {
  commandSide,
  failing,
  frontOfStarted,
  SideFails,
  type SideName,
  SidesFail,
  type StartedSide,
  targetSide,
} from './started-servers.ts';

/** What a user lets a gate do beyond this machine, and how it asks. */
export interface UrlFlags {
  readonly header?: readonly string[];
  readonly yes?: boolean;
  readonly insecure?: boolean;
  readonly timeout?: string;
  readonly limit?: string;
}

export interface PlannedAskedGate extends PlannedUrls {
  /** What base's longest exchange took when it was read, ms; null where it is a record. */
  readonly baseMs: number | null;
  /** What head answers otherwise than base; empty where nothing is known of that. */
  readonly unlike: readonly string[];
}

/**
 * `ofRecord`: the networks of a record that is the base, which rules may name. Throws a UserError with all
 * that is wrong of the URLs, before anything is sent or started; and what fails of both sides in one error,
 * with what else the machine lacks.
 */
export async function planAskedGate(
  gate: Gate,
  file: string,
  flags: UrlFlags,
  host: Host,
  drivers: Drivers,
  ofRecord: readonly NetworkProfile[] = [],
): Promise<PlannedAskedGate> {
  // A record is nobody to ask.
  const all = (['base', 'head'] as const).filter((side) => gate[side].kind !== 'record');
  const { settings, like } = settingsOf(gate, flags, host, ofRecord);
  const byUrl = all.filter((side) => gate[side].kind === 'url');
  const { named, lost } = await nameSides(byUrl, settings.urls);
  // Nobody is asked to agree to requests of which nothing will come.
  const isAsked = lost.length === 0 || settings.yes || [...named.values()].every(({ isHere }) => isHere);
  const urls = isAsked ? named : new Map<SideName, NamedServer>();
  await requireConsent([...urls.values()], settings, 'rate or budget of the gate', host);
  const startMs = host.clock.nowMs();
  const leftMs = () => startMs + settings.budgetMs - host.clock.nowMs();
  const sides: Partial<Record<SideName, StartedSide>> = {};
  const read: Partial<Record<SideName, ReadServer>> = {};
  const fails = [...lost];
  const readOrFails = async (side: SideName, reading: () => Promise<ReadServer>, how?: string) => {
    try {
      read[side] = await reading();
    } catch (thrown) {
      const why = failing(side, thrown, how);
      if (!(why instanceof SideFails)) throw why;
      fails.push(why);
    }
  };
  for (const [side, server] of urls)
    await readOrFails(side, () => readSide(side, server, leftMs(), host), BY_HAND);
  // A target is asked for what the other side answers.
  const started = all
    .filter((side) => gate[side].kind !== 'url')
    .toSorted((a, b) => Number(gate[a].kind === 'target') - Number(gate[b].kind === 'target'));
  for (const side of started) {
    const beside = read[side === 'base' ? 'head' : 'base'];
    if (gate[side].kind === 'target' && beside === undefined) continue;
    const own = startedSide(side, gate, file, beside, host, drivers);
    sides[side] = own;
    await readOrFails(side, () => readStarted(own, like, host, leftMs));
  }
  if (fails.length > 0) throw allThatFails(fails, await browserMissing(settings, drivers));
  const servers = all.map((side) => read[side]!);
  const planned = await planServers(servers, startMs, settings, host, drivers, ({ name }, ask) => {
    const own = Object.values(sides).find((side) => side.name === name);
    return own === undefined ? drivers.front(ask) : frontOfStarted(own, ask, drivers);
  });
  // What a target answers is its own data, whatever stands beside it.
  const isTarget = all.some((side) => gate[side].kind === 'target');
  const unlike = isTarget || read.base === undefined ? [] : sayUnlike(read.base, read.head!);
  return { ...planned, baseMs: read.base?.longestMs ?? null, unlike };
}

const BY_HAND = 'when it is asked';

/** `lost`: of sides whose host cannot be found. */
interface NamedSides {
  readonly named: ReadonlyMap<SideName, NamedServer>;
  readonly lost: readonly SideFails[];
}

/** Looks up their hosts. Throws a UserError with what is wrong with the flags for them. */
async function nameSides(sides: readonly SideName[], asked: readonly AskedUrl[]): Promise<NamedSides> {
  const mistakes = new Mistakes();
  const named = new Map<SideName, NamedServer>();
  const lost: SideFails[] = [];
  for (const [at, side] of sides.entries()) {
    const taken = [...named.values()].map(({ name }) => name);
    try {
      named.set(side, await nameServer(asked[at]!, taken));
    } catch (thrown) {
      const why = thrown instanceof NoAnswer ? failing(side, thrown, BY_HAND) : thrown;
      if (why instanceof SideFails) lost.push(why);
      else if (why instanceof UserError) mistakes.add(why.problems);
      else throw why;
    }
  }
  mistakes.throwIfAny();
  return { named, lost };
}

/** Whoever mends one thing should not hear of the next only then. */
function allThatFails(fails: readonly SideFails[], missing: readonly EnvironmentError[]): EnvironmentError {
  const inOrder = fails.toSorted((a, b) => Number(a.side === 'head') - Number(b.side === 'head'));
  const [first, ...more] = [...inOrder, ...missing];
  return more.length === 0 ? first! : new SidesFail([first!, ...more]);
}

/** Nothing is built for it: that would take minutes in which nobody is told anything. */
async function browserMissing({ browser }: MeasureSettings, drivers: Drivers): Promise<EnvironmentError[]> {
  const lacks = await lacksAmong('browser', [browser], (name) => drivers.agent(name).find());
  return lacks.map(({ why }) => why);
}

/** Less is smaller, and done faster: whether it should be so only its user knows. */
function sayUnlike(base: ReadServer, head: ReadServer): readonly string[] {
  const [ofBase, ofHead] = [base.answer, head.answer];
  if (ofHead.format !== ofBase.format) {
    const why = [ofHead, ofBase].flatMap(({ format, notes }) => (format === 'bytes' ? notes : []));
    return [[`head answers in ${ofHead.format}, base in ${ofBase.format}`, ...why].join(': ')];
  }
  // Of answers that differ from one to the next nobody can tell.
  if (base.changes || head.changes) return [];
  const difference = firstDifference(ofHead.value, ofBase.value, { keyOrder: 'schema' });
  return difference === null ? [] : [`head answers something else than base: ${withoutValues(difference)}`];
}

/** How many there are, or what is missing: no value of an answer is in it. */
const TELLS_NO_VALUE = /: (?:property .* is (?:missing|not in the original)|\d+ values?, expected \d+)$/;

/** What a server answers may be secret, and reports of gates stand in pull requests. */
function withoutValues(difference: string): string {
  return TELLS_NO_VALUE.test(`: ${difference}`) ? difference : placeOfDifference(difference);
}

function startedSide(
  side: SideName,
  gate: Gate,
  file: string,
  beside: ReadServer | undefined,
  { cwd }: Host,
  drivers: Drivers,
): StartedSide {
  const own = gate[side];
  if (own.kind === 'command') return commandSide(side, own, file, cwd, drivers);
  if (own.kind !== 'target') throw new Error(`${side} is not started here`);
  const [base, head] = sideNames(gate);
  return targetSide(side, side === 'base' ? base : head, own.typed, gate, beside!, drivers);
}

/** Started once before anything is measured. Throws a SideFails. */
async function readStarted(
  side: StartedSide,
  like: AskedUrl,
  host: Host,
  leftMs: () => number,
): Promise<ReadServer> {
  try {
    const server = await side.start(startsWithin(side.name, leftMs()));
    try {
      const named = await nameServer({ ...like, url: server.url }, []);
      const own = { ...named, name: side.name, label: side.label };
      return await readSide(side.name, own, leftMs(), host);
    } finally {
      await server.close();
    }
  } catch (thrown) {
    throw failing(side.name, thrown);
  }
}

/** Over every network that a rule names; `like`: how a side that is started is asked. */
function settingsOf(
  { base, head, browser, budget, rate, rules }: Gate,
  { header, yes, insecure, timeout, limit }: UrlFlags,
  host: Host,
  ofRecord: readonly NetworkProfile[],
): { readonly settings: MeasureSettings; readonly like: AskedUrl } {
  const networks = [...new Set(rules.flatMap(({ where }) => [where.network ?? NO_NETWORK].flat()))];
  // Whoever measured the record gave them their figures: no flag knows their names.
  const own = ofRecord.filter(
    ({ name }) => networks.includes(name) && !NETWORKS.some((known) => known.name === name),
  );
  const others = networks.filter((name) => !own.some((network) => network.name === name));
  const isOfBytesAlone = rules.every(({ item }) => isByteMetric(item));
  const ofBytes = budget === null ? 'bytes in little time' : 'bytes in its budget';
  const urls = [base, head].filter((side): side is UrlSide => side.kind === 'url').map(({ url }) => url);
  const flags = {
    network: others.length === 0 ? NO_NETWORK : others.join(','),
    budget: budget ?? GATE_BUDGET,
    ...(browser !== null && { browser }),
    ...(rate !== null && { rate }),
    // A record is asked as it was: what a server sends may depend on who asks.
    ...(isOfBytesAlone && base.kind !== 'record' && { browser: 'node' }),
    ...(header !== undefined && { header: [...header] }),
    ...(yes === true && { yes }),
    ...(insecure === true && { insecure }),
    ...(timeout !== undefined && { timeout }),
    ...(limit !== undefined && { limit }),
  };
  const [first, second] = urls;
  const read = measureSettings(
    first ?? ON_THIS_MACHINE,
    { ...flags, ...(second !== undefined && { against: second }) },
    host,
  );
  const settings: MeasureSettings = {
    ...read,
    networks: [...(others.length === 0 ? [] : read.networks), ...own],
    urls: read.urls.slice(0, urls.length),
    ofGate: { measures: isOfBytesAlone ? ofBytes : 'times', remedy: OTHER_LEVELS },
  };
  return { settings, like: read.urls[0]! };
}

/** Stands where no URL is asked that somebody else serves. */
const ON_THIS_MACHINE = 'http://127.0.0.1/';
