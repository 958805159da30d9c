// Levels of factors in words: as the name of a cell (`protobuf + gzip-6`) and as a condition
// (`from 1 000 objects up`).

import { grouped } from '../../base/figures/numbers.ts';
import { count, listed, plural } from '../../base/figures/plurals.ts';
import { modeOf } from '../../messages/level-words.ts';
import { type NetworkProfile, NO_NETWORK } from '../../network/profile.ts';
import { nameNetwork } from '../../network/say-network.ts';
import { FACTOR_NAMES, type Factors, isMessages } from '../../wire/factors.ts';
import {
  directionName,
  fixedBytes,
  inOrderOfSize,
  modeName,
  sizeName,
  transportName,
} from '../messages/words.ts';

export type FactorName = keyof Factors;
export type Level = string | number;

/** Every level of each factor among the cells, in order of appearance (numbers ascending). */
export interface LevelsOf extends ReadonlyMap<FactorName, readonly Level[]> {
  /** A network is named with its figures, where they are known here. */
  readonly networks: readonly NetworkProfile[];
  /** What n counts. */
  readonly noun: 'object' | 'message';
}

const PROCEDURES: Readonly<Record<Factors['procedure'], string>> = {
  e1: 'request only',
  e2: 'computing on the server',
  e3: 'computing on the client',
  e4: 'computing on the server, asked twice',
  e5: 'computing on the client, asked once',
  call: 'calling',
};

const PROTOCOLS: Readonly<Record<Factors['protocol'], string>> = {
  http1: 'HTTP/1.1',
  https1: 'HTTP/1.1 over TLS',
  h2: 'HTTP/2',
  h3: 'HTTP/3',
};

export function levelsOf(
  cells: readonly { readonly factors: Factors }[],
  networks: readonly NetworkProfile[] = [],
): LevelsOf {
  const levels = new Map<FactorName, Level[]>();
  for (const name of FACTOR_NAMES) {
    const seen = [...new Set<Level>(cells.map((cell) => cell.factors[name]))];
    levels.set(name, seen.sort(inOrderOf(name)));
  }
  const noun = cells.length > 0 && cells.every(({ factors }) => isMessages(factors)) ? 'message' : 'object';
  return Object.assign(levels, { networks, noun } as const);
}

/** The levels of some of the cells, in the order in which all of them stand. */
export function levelsAmong(all: LevelsOf, cells: readonly { readonly factors: Factors }[]): LevelsOf {
  const own = levelsOf(cells, all.networks);
  const entries = [...own].map(([name, levels]) => {
    const place = (level: Level) => (all.get(name) ?? []).indexOf(level);
    return [name, [...levels].sort((a, b) => place(a) - place(b))] as const;
  });
  return Object.assign(new Map(entries), { networks: own.networks, noun: own.noun });
}

/** Numbers and sizes ascend; other levels stay as they appear. */
function inOrderOf(name: FactorName): (a: Level, b: Level) => number {
  if (name === 'n') return (a, b) => Number(a) - Number(b);
  if (name === 'size') return (a, b) => inOrderOfSize(String(a), String(b));
  return () => 0;
}

export function varies(levels: LevelsOf, name: FactorName): boolean {
  return (levels.get(name)?.length ?? 0) > 1;
}

/** Names a cell by the factors in which `among` differ; `fallback` where they differ in none. */
export function cellLabel(factors: Factors, among: LevelsOf, choices: CodingChoices): string {
  if (isMessages(factors)) return wayLabel(factors, among, choices);
  const parts: string[] = [];
  if (varies(among, 'format') || varies(among, 'codec')) parts.push(formatName(factors, choices));
  if (varies(among, 'compression') && factors.compression !== 'none') {
    parts.push(`+ ${factors.compression}`);
  }
  const name = parts.join(' ');
  const compressionOnly =
    name === '' && varies(among, 'compression') ? 'no compression' : name.replace(/^\+ /, '');
  const work: string[] = compressionOnly === '' ? [] : [compressionOnly];
  if (hasChoiceOfEncoder(among)) work.push(`encoder ${factors.encoder}`);
  if (varies(among, 'computation')) work.push(levelName('computation', factors.computation, among));
  if (varies(among, 'procedure')) work.push(levelName('procedure', factors.procedure, among));
  if (varies(among, 'connection') && (factors.connection === 'cold' || work.length === 0)) {
    work.push(factors.connection);
  }
  return work.length > 0 ? work.join(', ') : levelName('format', factors.format, among);
}

/**
 * `WebSocket`; `WebSocket binary + permessage-deflate (HTTP/2)` where the others differ in it. Text and
 * HTTP/1.1 without TLS go without saying.
 */
function wayLabel(factors: Factors, among: LevelsOf, choices: CodingChoices): string {
  const { transport, format, compression, protocol } = factors;
  const words = [transportName(transport)];
  if ((varies(among, 'format') && format !== 'text') || varies(among, 'codec')) {
    words.push(formatName(factors, choices));
  }
  if (compression !== 'none') words.push(`+ ${compression}`);
  const name = words.join(' ');
  const encoder = hasChoiceOfEncoder(among) ? [`encoder ${factors.encoder}`] : [];
  const over =
    varies(among, 'protocol') && protocol !== 'http1' ? ` (${levelName('protocol', protocol, among)})` : '';
  return [`${name}${over}`, ...encoder].join(', ');
}

/**
 * Encoders that differ because formats or targets do are no choice of their own; where formats or codecs are
 * named, an encoder is told with them.
 */
function hasChoiceOfEncoder(among: LevelsOf): boolean {
  const others = ['format', 'codec', 'target'] as const;
  return varies(among, 'encoder') && !others.some((name) => varies(among, name));
}

/** What is named only where cells have a choice of it. */
export interface CodingChoices {
  /** Formats with several codecs. */
  readonly codecs: ReadonlySet<string>;
  /** What several encoders wrote that is alike in everything else: as `writtenAlike` says it. */
  readonly encoders: ReadonlySet<string>;
}

export function codingChoices(cells: readonly { readonly factors: Factors }[]): CodingChoices {
  const all = cells.map(({ factors }) => factors);
  const several = (keyOf: (factors: Factors) => string, choice: (factors: Factors) => string) =>
    new Set(
      [...Map.groupBy(all, keyOf)]
        .filter(([, alike]) => new Set(alike.map(choice)).size > 1)
        .map(([key]) => key),
    );
  return {
    codecs: several(
      ({ format }) => format,
      ({ codec }) => codec,
    ),
    encoders: several(writtenAlike, ({ encoder }) => encoder),
  };
}

function writtenAlike({ format, codec, compression, target }: Factors): string {
  return JSON.stringify([format, codec, compression, target]);
}

/** A level by itself, as an answer names it. */
export function levelName(name: FactorName, level: Level, levels: LevelsOf): string {
  switch (name) {
    case 'n':
      return count(Number(level), levels.noun);
    case 'compression':
      return level === 'none' ? 'no compression' : String(level);
    case 'procedure':
      return PROCEDURES[level as Factors['procedure']];
    case 'computation':
      return level === 'none' ? 'no computation' : String(level).toUpperCase();
    case 'connection':
      return `${level} connections`;
    case 'protocol':
      return PROTOCOLS[level as Factors['protocol']] ?? String(level);
    case 'network':
      return level === NO_NETWORK ? 'no network limit' : nameNetwork(String(level), levels.networks);
    case 'transport':
      return transportName(String(level));
    case 'direction':
      return directionName(String(level));
    case 'mode':
      return modeName(String(level));
    case 'size':
      return sizeName(String(level));
    default:
      return String(level);
  }
}

/** A set of levels as a condition; `all` are the levels there are. */
export function condition(name: FactorName, some: readonly Level[], levels: LevelsOf): string {
  const all = levels.get(name) ?? [];
  if (name === 'n') return conditionOnNumber(some.map(Number), all.map(Number), `${levels.noun}s`);
  if (name === 'size') return conditionOnSize(some, all);
  const names = some.map((level) => levelName(name, level, levels));
  switch (name) {
    case 'compression':
      return some.length === 1 && some[0] === 'none' ? 'without compression' : `with ${listed(names)}`;
    case 'network': {
      const limited = names.filter((_, i) => some[i] !== NO_NETWORK);
      const free = limited.length < names.length ? ['without a network limit'] : [];
      return listed([...(limited.length > 0 ? [`on ${listed(limited)}`] : []), ...free]);
    }
    case 'connection':
      return `on ${listed(some.map(String))} connections`;
    case 'protocol':
      return `over ${listed(names)}`;
    case 'browser':
      return `in ${listed(names)}`;
    case 'target':
      return `from target ${listed(names)}`;
    case 'procedure':
      return `for ${listed(names)}`;
    case 'computation':
      return some.length === 1 && some[0] === 'none' ? 'without computation' : `at ${listed(names)}`;
    case 'direction':
      return listed(names);
    case 'mode':
      return listed(
        some.map((level, i) => (modeOf(String(level))?.mode === 'paced' ? `at ${names[i]}` : names[i]!)),
      );
    case 'transport':
      return `over ${listed(names)}`;
    case 'codec':
    case 'encoder':
      return `with ${name} ${listed(names)}`;
    default:
      return `for ${listed(names)}`;
  }
}

/** `from 1 000 B up`, `up to 100 B and for random sizes from 100 to 1 000 B` */
function conditionOnSize(some: readonly Level[], all: readonly Level[]): string {
  const fixedOf = (levels: readonly Level[]) => levels.flatMap((level) => fixedBytes(String(level)) ?? []);
  const [fixed, allFixed] = [fixedOf(some), fixedOf(all)];
  const others = some.filter((level) => fixedBytes(String(level)) === null);
  const every = fixed.length === allFixed.length && fixed.length > 1;
  const own = every ? 'at every fixed size' : conditionOnNumber(fixed, allFixed, 'B');
  return listed([
    ...(fixed.length > 0 ? [own] : []),
    ...others.map((level) => `for ${sizeName(String(level))}`),
  ]);
}

/** `from 1 000 objects up`, `up to 100 objects`, `at 10 and 1 000 objects`; a single one is `at 1 object`. */
function conditionOnNumber(some: readonly number[], all: readonly number[], units: string): string {
  const places = some.map((n) => all.indexOf(n)).sort((a, b) => a - b);
  const contiguous = places.every((place, i) => i === 0 || place === places[i - 1]! + 1);
  const say = (n: number) => `${grouped(n)} ${plural(n, units.replace(/s$/, ''), units)}`;
  if (some.length > 1 && contiguous && places.at(-1) === all.length - 1 && places[0] !== 0) {
    return `from ${say(all[places[0]!]!)} up`;
  }
  if (some.length > 1 && contiguous && places[0] === 0) return `up to ${say(all[places.at(-1)!]!)}`;
  if (some.length === 1) return `at ${say(some[0]!)}`;
  const numbers = [...some].sort((a, b) => a - b).map((n) => grouped(n));
  return `at ${listed(numbers)} ${units}`;
}

/** `xml`, `xml/saxes`, `xml@XMLWriter`, as in the ids of cells. */
function formatName(factors: Factors, { codecs, encoders }: CodingChoices): string {
  const { format, codec, encoder } = factors;
  const own = codec.startsWith(`${format}/`) ? codec : `${format}/${codec}`;
  return `${codecs.has(format) ? own : format}${encoders.has(writtenAlike(factors)) ? `@${encoder}` : ''}`;
}
