// The flags of `measure` → what they mean; everything wrong with them is told at once.

import { type Problem, UserError } from '../../base/errors.ts';
import type { Host } from '../../base/host.ts';
import { unknownWord } from '../../base/spelling.ts';
import { LINK_CHOICES, type LinkChoice } from '../../drive/links/link.ts';
import { BROWSERS_HERE } from '../../factors/browser.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import { DEFAULT_LIMITS } from '../../payload/source.ts';
import { isUrl } from '../../payload/url/read-url.ts';
import { shownUrl } from '../../payload/url/shown-url.ts';
import { LIMITS } from '../../study/defaults.ts';
import { MOST_REQUESTS_PER_SECOND, parseRequestRate } from '../../study/file/study-file-targets.ts';
import { networksNamed, readBudgetMs, wholeNumber } from '../advise/flags.ts';
import { type ProtoText, readProtoFile } from '../payload/own-proto.ts';
import { type PayloadFlags, readOptions } from '../payload/payload-flags.ts';
import type { AskedUrl } from '../urls/asked-url.ts';
import { MEASURE_DEFAULTS } from './defaults.ts';

export interface MeasureFlags extends Pick<PayloadFlags, 'header' | 'insecure' | 'timeout' | 'limit'> {
  readonly network?: string;
  readonly against?: string;
  readonly budget?: string;
  readonly browser?: string;
  readonly link?: string;
  readonly schema?: string;
  readonly rate?: string;
  readonly yes?: boolean;
  readonly seed?: string;
  readonly out?: string;
  readonly json?: boolean;
}

export interface MeasureSettings {
  /** The second is held against the first. */
  readonly urls: readonly AskedUrl[];
  readonly networks: readonly NetworkProfile[];
  readonly budgetMs: number;
  readonly browser: string;
  readonly link: LinkChoice;
  /** Who asks has keys of a file, not these options, and tells by itself what there is no time for. */
  readonly ofGate?: {
    /**
     * Fewer sessions than an answer wants decide nothing of times. Bytes are counted in one, which takes no
     * more time than its cells need where nobody says in how much.
     */
    readonly measures: 'times' | 'bytes in its budget' | 'bytes in little time';
    /** What mends it where no cell can be measured. */
    readonly remedy: string;
  };
  readonly yes: boolean;
  /** null: a fresh one. */
  readonly seed: number | null;
}

const SHORTEST_BUDGET_MS = 5_000;

/** Throws a UserError with all that is wrong. */
export function measureSettings(url: string, flags: MeasureFlags, host: Host): MeasureSettings {
  const problems: Problem[] = [];
  const tell = (flag: string, what: string) => problems.push({ file: flag, path: '', what });
  const readChoice = <T extends string>(flag: string, value: string, allowed: readonly T[]): T => {
    const found = allowed.find((each) => each === value);
    if (found === undefined) problems.push(unknownWord(flag, flag.slice(2), value, allowed));
    return found ?? allowed[0]!;
  };
  const urls = flags.against === undefined ? [url] : [url, flags.against];
  for (const typed of urls) {
    const what = whyNoUrl(typed);
    if (what !== null) problems.push({ file: mayHaveSecrets(typed) ? 'URL' : typed, path: '', what });
  }
  const { headers = {}, limits = DEFAULT_LIMITS } = readOptions(flags, problems);
  const insecure = flags.insecure === true;
  const shared = {
    headers,
    name: null,
    label: null,
    insecure,
    proto: flags.schema === undefined ? null : protoOrTell(flags.schema, host, problems),
    perSecond: readRate(flags.rate ?? MEASURE_DEFAULTS.rate, tell),
    isRateAsked: flags.rate !== undefined,
    limits,
    kept: {
      ...(insecure && ({ insecure } as const)),
      ...((flags.limit ?? flags.timeout) !== undefined && { limits }),
    },
  };
  const settings: MeasureSettings = {
    urls: urls.map((typed) => ({ ...shared, url: typed })),
    networks: networksNamed(flags.network ?? MEASURE_DEFAULTS.network, problems),
    budgetMs: readBudgetMs(
      flags.budget ?? MEASURE_DEFAULTS[flags.against === undefined ? 'budget' : 'budgetAgainst'],
      tell,
      SHORTEST_BUDGET_MS,
    ),
    browser: readChoice('--browser', flags.browser ?? MEASURE_DEFAULTS.browser, BROWSERS_HERE),
    link: readChoice('--link', flags.link ?? MEASURE_DEFAULTS.link, LINK_CHOICES),
    yes: flags.yes === true,
    seed: wholeNumber('--seed', flags.seed, 0, LIMITS.largestSeed, tell),
  };
  if (problems.length > 0) throw new UserError(problems);
  return settings;
}

function protoOrTell(typed: string, host: Host, problems: Problem[]): ProtoText | null {
  try {
    return readProtoFile(typed, host);
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    problems.push(...thrown.problems);
    return null;
  }
}

function mayHaveSecrets(typed: string): boolean {
  return isUrl(typed) || LIKE_A_SERVER.test(typed) || /[@?]|:\/\//.test(typed);
}

/** `localhost:7001/a`, `127.0.0.1/a`: no file is called so. */
const LIKE_A_SERVER =
  /^(?:localhost|\d+(?:\.\d+){3}|\[[\da-f:]+\]|[\w-]+(?:\.[\w-]+)*(?=:\d))(?::\d+)?(?:[/?]|$)/i;

/** Not quoted where it is nearly one: a password may stand in it. */
function whyNoUrl(typed: string): string | null {
  const meant = `http://${typed}`;
  if (!isUrl(typed) && LIKE_A_SERVER.test(typed) && URL.canParse(meant))
    return `is no http(s) URL; did you mean ${shownUrl(new URL(meant))}?`;
  if (!isUrl(typed))
    return 'is no http(s) URL, such as http://localhost:3000/api/orders; for a file: wirefare advise';
  if (!URL.canParse(typed)) return 'what was given cannot be read as a URL';
  const { hostname } = new URL(typed);
  return hostname === '0.0.0.0' || hostname === '[::]'
    ? `${hostname} is where servers listen, and no address to ask: 127.0.0.1 is this machine`
    : null;
}

function readRate(text: string, tell: (flag: string, what: string) => void): number {
  const perSecond = parseRequestRate(text);
  if (perSecond !== null) return perSecond;
  tell(
    '--rate',
    `${JSON.stringify(text)} is not a number of requests in a time: 20/s, 30/min; at most ${MOST_REQUESTS_PER_SECOND}/s`,
  );
  return 1;
}
