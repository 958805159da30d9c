// URLs among the levels of `target`: asked before cells are made, since the answer says what their cells are;
// called by their names from then on. What asks them is handed in, so that studies can be parsed without a
// network.

import { quoted, sayUnknownKey } from '../../base/spelling.ts';
import { parseBytes, parseDurationMs } from '../../base/units-as-typed.ts';
import { type RequestCell, usualRequest } from '../../factors/cell.ts';
import { NO_CODEC } from '../../factors/codec.ts';
import { AS_IT_COMES } from '../../factors/compression.ts';
import { isHeaderName, isHeaderValue, whyNotSent } from '../../wire/request-headers.ts';
import type { Path, ProblemList } from '../file/problem-list.ts';
import type { StudyFile } from '../file/study-file.ts';
import {
  parseRequestRate,
  URL_TARGET_KEYS,
  URL_TARGET_NAME,
  type UrlTargetFile,
  type UrlTargetKey,
} from '../file/study-file-targets.ts';
import type { PayloadRef } from '../study.ts';
import { defaultCodec, type Vocabulary } from '../vocabulary.ts';
import { asList } from './resolve-levels.ts';

/** What is to be asked, as typed. */
export interface UrlAsk {
  readonly url: string;
  /** null: from host and path. */
  readonly name: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly insecure: boolean;
  /** null: nobody says. */
  readonly schema: string | null;
  /** Most requests in a second; null: nobody says. */
  readonly perSecond: number | null;
  /** Of one answer, while it is read before the run; what nobody says is absent. */
  readonly limits: { readonly bytes?: number; readonly durationMs?: number };
}

/** A URL that was asked: what its cells are made of. */
export interface AnsweredUrl {
  /** The level of `target`. */
  readonly name: string;
  /** Its answer, with the URL itself. */
  readonly payload: PayloadRef;
  readonly format: string;
  /** The one of pages. */
  readonly codec: string;
  readonly protocol: 'http1' | 'https1' | 'h2';
}

export interface UrlReader {
  /**
   * Asks all of them, each a few times, if that is agreed to. What is wrong with one stands in its place;
   * rejects with a UserError where nobody agrees. `taken`: names that their data cannot have.
   */
  read(
    asks: readonly UrlAsk[],
    around: { readonly budgetMs: number; readonly taken: readonly string[] },
  ): Promise<readonly (AnsweredUrl | readonly string[])[]>;
}

/** What came of asking each, by `urlAskKey`. */
export type ReadUrls = ReadonlyMap<string, AnsweredUrl | readonly string[]>;

/** Every URL that the file names, once. What is typed wrongly is left for `UrlTargets` to tell. */
export function urlsAskedBy(file: StudyFile): readonly UrlAsk[] {
  const asks = typedIn(file).flatMap((typed) => readAsk(typed, () => {}) ?? []);
  return [...new Map(asks.map((ask) => [urlAskKey(ask), ask])).values()];
}

export function urlAskKey({ url, name, headers, insecure, schema, perSecond, limits }: UrlAsk): string {
  return JSON.stringify([url, name, headers, insecure, schema, perSecond, limits]);
}

export class UrlTargets {
  readonly #catalogue: Vocabulary;
  readonly #problems: ProblemList;
  readonly #read: ReadUrls;
  readonly #own = new Map<string, AnsweredUrl>();
  readonly #unread: string[] = [];

  constructor(catalogue: Vocabulary, read: ReadUrls, problems: ProblemList) {
    this.#catalogue = catalogue;
    this.#read = read;
    this.#problems = problems;
  }

  all(): readonly AnsweredUrl[] {
    return [...this.#own.values()];
  }

  /** Levels of `target`: the folders and these. */
  targets(): readonly string[] {
    return [...this.#catalogue.targets, ...this.#own.keys(), ...this.#unread];
  }

  /**
   * The word that stands for it from here on. Adds a problem for all that is wrong, and for names that mean
   * two things.
   */
  nameOf(typed: UrlTargetFile, path: Path): string {
    const ask = readAsk(typed, (key, what) => this.#problems.add(key === null ? path : [...path, key], what));
    const unread =
      'is asked by `plan` and `run` alone, which ask whether they may: measure this study with `run`';
    const read = ask === null ? [] : (this.#read.get(urlAskKey(ask)) ?? [unread]);
    if (!('payload' in read)) {
      for (const what of read) this.#problems.add([...path, 'url'], what);
      // The problem stands already; the word only has to be one that nothing else means.
      const word = `unread ${this.#unread.length}`;
      this.#unread.push(word);
      return word;
    }
    const wrong = this.#wrongWith(read);
    if (wrong !== null) this.#problems.add(typed.name === undefined ? path : [...path, 'name'], wrong);
    this.#own.set(read.name, read);
    return read.name;
  }

  #wrongWith(read: AnsweredUrl): string | null {
    const { name } = read;
    if (this.#catalogue.targets.includes(name)) return `${name} is a target already; give it another name`;
    const former = this.#own.get(name);
    return former === undefined || former === read
      ? null
      : `another URL above (${former.payload.source}) is named ${name} too; give one of them another name`;
  }
}

/** Levels of what a URL does not decide itself. */
export interface AroundUrl {
  readonly browser: readonly string[];
  readonly network: readonly string[];
  readonly connection: readonly RequestCell['connection'][];
  readonly thread: readonly RequestCell['thread'][];
  readonly cpu: readonly RequestCell['cpu'][];
}

/** Factors that the levels of `AroundUrl` are of; all others a URL decides, by what it answers. */
export const AROUND_URL = [
  'browser',
  'network',
  'connection',
  'thread',
  'cpu',
] as const satisfies readonly (keyof AroundUrl)[];

/** The cells of a URL: whatever it answers, in every browser, over every network, at every pace. */
export function urlCells(
  { name, payload, format, codec, protocol }: AnsweredUrl,
  around: AroundUrl,
  { formats }: Pick<Vocabulary, 'formats'>,
): RequestCell[] {
  const words = formats.find((each) => each.name === format);
  const isOfBrowsers = words?.codecs.find((each) => each.name === codec)?.needsBrowser === true;
  return around.browser.flatMap((browser) =>
    around.network.flatMap((network) =>
      around.connection.flatMap((connection) =>
        around.thread.flatMap((thread) =>
          around.cpu.map((cpu) =>
            usualRequest({
              dataset: payload.name,
              n: 1,
              format,
              codec: isOfBrowsers ? defaultCodec(words!, browser) : codec,
              encoder: NO_CODEC,
              compression: AS_IT_COMES,
              network,
              connection,
              protocol,
              browser,
              target: name,
              thread,
              cpu,
            }),
          ),
        ),
      ),
    ),
  );
}

/** Every description among the levels of `target`, in the order of the file. */
function typedIn({ factors, parts }: StudyFile): UrlTargetFile[] {
  return [factors, ...(parts ?? []).map((part) => part.factors)]
    .flatMap((each) => asList<string | UrlTargetFile>(each?.target ?? []))
    .filter((level): level is UrlTargetFile => typeof level === 'object');
}

/** null where it is not to be asked; `wrong` is told of everything, under its key or none. */
function readAsk(typed: UrlTargetFile, wrong: (key: string | null, what: string) => void): UrlAsk | null {
  let sound = true;
  const refuse = (key: string | null, what: string) => {
    sound = false;
    wrong(key, what);
  };
  for (const key of Object.keys(typed)) {
    if (Object.hasOwn(URL_TARGET_KEYS, key)) continue;
    refuse(key, sayUnknownKey(key, Object.keys(URL_TARGET_KEYS)));
  }
  const checked = <T>(key: UrlTargetKey, read: (value: unknown) => T | null): T | null => {
    const value = typed[key];
    if (value === undefined) return null;
    const found = read(value);
    const { title, example } = URL_TARGET_KEYS[key];
    // What stands in a URL or a header may be a secret, and is not said again.
    const said = key === 'url' || key === 'headers' ? 'what stands here' : quoted(value);
    if (found === null) refuse(key, `${said} is not ${title}, such as ${sayExample(example)}`);
    return found;
  };
  const text = (key: UrlTargetKey, is: (value: string) => boolean) =>
    checked(key, (value) => (typeof value === 'string' && is(value) ? value : null));
  const url = text('url', (value) => /^https?:\/\//i.test(value));
  if (typed.url === undefined)
    refuse(null, `url is missing: give ${URL_TARGET_KEYS.url.title}, such as ${URL_TARGET_KEYS.url.example}`);
  const name = text('name', (value) => URL_TARGET_NAME.test(value));
  const headers = checked('headers', headersIn) ?? {};
  for (const header of Object.keys(headers)) {
    const what = whyNotSent(header);
    if (what !== null) refuse('headers', what);
  }
  const insecure = checked('insecure', (value) => (typeof value === 'boolean' ? { is: value } : null));
  const schema = text('schema', (value) => /^.+\.proto(?::[\w.]+)?$/.test(value));
  const perSecond = checked('rate', (value) => (typeof value === 'string' ? parseRequestRate(value) : null));
  const positive = (key: UrlTargetKey, parse: (text: string) => number | null) =>
    checked(key, (value) => {
      const found = typeof value === 'string' ? parse(value) : null;
      return found !== null && found > 0 ? found : null;
    });
  const [durationMs, bytes] = [positive('timeout', parseDurationMs), positive('limit', parseBytes)];
  const limits = { ...(bytes !== null && { bytes }), ...(durationMs !== null && { durationMs }) };
  return sound && url !== null
    ? { url, name, headers, insecure: insecure?.is === true, schema, perSecond, limits }
    : null;
}

function headersIn(value: unknown): Readonly<Record<string, string>> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const all = Object.entries(value).every(
    ([name, text]) => isHeaderName(name) && typeof text === 'string' && isHeaderValue(text),
  );
  return all ? (value as Record<string, string>) : null;
}

function sayExample(example: unknown): string {
  return typeof example === 'object' ? JSON.stringify(example) : String(example);
}
