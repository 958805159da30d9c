// The flags of `wirefare advise` → what they mean; everything wrong with them is told at once.

import { parseToday, type TodayAsked } from '../../advise/today.ts';
import { type Problem, UserError } from '../../base/errors.ts';
import { unknownWord } from '../../base/spelling.ts';
import { parseDelayMs, parseDurationMs, parseShare } from '../../base/units-as-typed.ts';
import { LINK_CHOICES, type LinkChoice } from '../../drive/links/link.ts';
import { BROWSERS_HERE } from '../../factors/browser.ts';
import { type Protocol, TCP_PROTOCOLS } from '../../factors/protocol.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import { NETWORKS } from '../../network/profiles.ts';
import type { ReadOptions } from '../../payload/source.ts';
import { HOW_NAMES, unknownServers } from '../../report/advice/how/how.ts';
import { LIMITS } from '../../study/defaults.ts';
import { type Price, parsePrice } from '../../study/price.ts';
import type { Weights } from '../../study/study-index.ts';
import { parseWeights } from '../../summary/index/weights.ts';
import { type PayloadFlags, readOptions } from '../payload/payload-flags.ts';
import { typedN } from '../payload/payload-n.ts';
import { ADVISE_DEFAULTS } from './defaults.ts';
import { typedNetwork } from './typed-network.ts';

export interface AdviseFlags extends PayloadFlags {
  readonly network?: string;
  readonly epsilon?: string;
  readonly today?: string;
  readonly budget?: string;
  readonly browser?: string;
  readonly protocol?: string;
  readonly link?: string;
  readonly n?: string;
  readonly schema?: string;
  readonly dictionary?: string;
  readonly seed?: string;
  readonly weights?: string;
  readonly price?: string;
  readonly out?: string;
  /** true: of all servers. */
  readonly how?: string | true;
  readonly json?: boolean;
}

export interface AdviseSettings {
  readonly reading: ReadOptions;
  readonly networks: readonly NetworkProfile[];
  /** By how much the recommended way may be slower than the best: the larger of the two. */
  readonly epsilon: { readonly share: number; readonly ms: number };
  /** null: as the source shows. */
  readonly today: TodayAsked | null;
  readonly budgetMs: number;
  readonly browser: string;
  readonly protocol: Protocol;
  readonly link: LinkChoice;
  /** null: all records. */
  readonly n: number | null;
  /** null: a fresh one. */
  readonly seed: number | null;
  /** null: no index. */
  readonly weights: Weights | null;
  /** null: none is known. */
  readonly price: Price | null;
  /** Servers whose code is shown; null: of none. */
  readonly how: readonly string[] | null;
}

export const SHORTEST_BUDGET_MS = 30_000;

export function adviseSettings(flags: AdviseFlags): AdviseSettings {
  const problems: Problem[] = [];
  const tell: Tell = (flag, what) => problems.push({ file: flag, path: '', what });
  const readChoice = <T extends string>(flag: string, value: string, allowed: readonly T[]): T => {
    const found = allowed.find((each) => each === value);
    if (found === undefined) problems.push(unknownWord(flag, flag.slice(2), value, allowed));
    return found ?? allowed[0]!;
  };
  const settings: AdviseSettings = {
    reading: readOptions(flags, problems),
    networks: networksNamed(flags.network ?? ADVISE_DEFAULTS.network, problems),
    epsilon: readEpsilon(flags.epsilon, tell),
    today: todayAsked(flags.today, problems),
    budgetMs: readBudgetMs(flags.budget ?? ADVISE_DEFAULTS.budget, tell),
    browser: readChoice('--browser', flags.browser ?? ADVISE_DEFAULTS.browser, BROWSERS_HERE),
    protocol: readChoice('--protocol', flags.protocol ?? ADVISE_DEFAULTS.protocol, TCP_PROTOCOLS),
    link: readChoice('--link', flags.link ?? ADVISE_DEFAULTS.link, LINK_CHOICES),
    n: typedN(flags.n, problems),
    weights: flags.weights === undefined ? null : parseOrTell(() => parseWeights(flags.weights!), problems),
    price: flags.price === undefined ? null : parseOrTell(() => parsePrice(flags.price!), problems),
    how: serversAsked(flags.how, problems),
    seed: wholeNumber('--seed', flags.seed, 0, LIMITS.largestSeed, tell),
  };
  if (flags.dictionary !== undefined && flags.schema !== undefined)
    tell('--dictionary', 'not with --schema: the schema is made of both answers');
  if (problems.length > 0) throw new UserError(problems);
  return settings;
}

function serversAsked(how: AdviseFlags['how'], problems: Problem[]): readonly string[] | null {
  if (how === undefined) return null;
  if (how === true) return HOW_NAMES;
  const names = how.split(',').map((name) => name.trim());
  problems.push(...unknownServers(names));
  return names;
}

/** What is wrong with it is told with all else. */
function parseOrTell<T>(parse: () => T, problems: Problem[]): T | null {
  try {
    return parse();
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    problems.push(...thrown.problems);
    return null;
  }
}

type Tell = (flag: string, what: string) => void;

export function networksNamed(text: string, problems: Problem[]): NetworkProfile[] {
  const allowed = NETWORKS.map(({ name }) => name);
  const words = [...new Set(text.split(',').map((word) => word.trim()))];
  const networks = words.flatMap((word) => {
    if (word.includes('=')) return typedNetwork('--network', word, problems) ?? [];
    const found = NETWORKS.find((network) => network.name === word);
    if (found === undefined) problems.push(unknownWord('--network', 'network', word, allowed));
    return found ?? [];
  });
  for (const [name, same] of Map.groupBy(networks, (network) => network.name)) {
    const what = `${name} stands for ${same.length} networks: give each a name of its own`;
    if (same.length > 1) problems.push({ file: '--network', path: '', what });
  }
  return networks;
}

const USUAL_EPSILON = { share: 0.05, ms: 1 };
const MOST_EPSILON_SHARE = 1;
const MOST_EPSILON_MS = 60_000;

/** `10%`, or `20ms`: then that alone counts. */
function readEpsilon(text: string | undefined, tell: Tell): AdviseSettings['epsilon'] {
  if (text === undefined) return USUAL_EPSILON;
  const [share, ms] = [parseShare(text), parseDelayMs(text)];
  if (share !== null && share >= 0 && share <= MOST_EPSILON_SHARE) return { share, ms: 0 };
  if (ms !== null && ms >= 0 && ms <= MOST_EPSILON_MS) return { share: 0, ms };
  tell('--epsilon', `${JSON.stringify(text)} is not a share from 0% to 100%, or a time from 0ms to 60s`);
  return USUAL_EPSILON;
}

function todayAsked(text: string | undefined, problems: Problem[]): TodayAsked | null {
  if (text === undefined) return null;
  const parsed = parseToday(text);
  if ('format' in parsed) return parsed;
  problems.push(...parsed);
  return null;
}

export function readBudgetMs(text: string, tell: Tell, shortestMs = SHORTEST_BUDGET_MS): number {
  const ms = parseDurationMs(text);
  if (ms !== null && ms >= shortestMs && ms <= LIMITS.longestBudgetMs) return ms;
  tell(
    '--budget',
    `${JSON.stringify(text)} is not a duration of ${shortestMs / 1_000}s or more with its unit, such as 90s, 2m or 1h`,
  );
  return shortestMs;
}

export function wholeNumber(
  flag: string,
  text: string | undefined,
  least: number,
  most: number,
  tell: Tell,
): number | null {
  if (text === undefined) return null;
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  tell(flag, `${JSON.stringify(text)} is not a whole number from ${least} to ${most}`);
  return null;
}
