// Levels of factors in words: as the name of a cell (`protobuf + gzip`) and as a condition (`from 1 000 objects up`).

import { type NetworkProfile, NO_NETWORK } from '../network/profile.ts';
import { nameNetwork } from '../network/say-network.ts';
import type { CellSummary } from '../summary/summary.ts';
import { FACTOR_NAMES, type Factors } from '../wire/factors.ts';
import { count, grouped, listed } from './figures.ts';

export type FactorName = keyof Factors;
export type Level = string | number;

/** Every level of each factor among the cells, in order of appearance (numbers ascending). */
export interface LevelsOf extends ReadonlyMap<FactorName, readonly Level[]> {
  /** A network is named with its figures, where they are known here. */
  readonly networks: readonly NetworkProfile[];
}

const PROCEDURES: Readonly<Record<Factors['procedure'], string>> = {
  e1: 'request only',
  e2: 'computing on the server',
  e3: 'computing on the client',
  e4: 'computing on the server, asked twice',
  e5: 'computing on the client, asked once',
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
    const numeric = seen.every((level) => typeof level === 'number');
    levels.set(name, numeric ? seen.sort((a, b) => Number(a) - Number(b)) : seen);
  }
  return Object.assign(levels, { networks });
}

export function varies(levels: LevelsOf, name: FactorName): boolean {
  return (levels.get(name)?.length ?? 0) > 1;
}

/** zlib's 6, which goes without saying; brotli and zstd have no level that everybody takes. */
const USUAL = ['gzip-6', 'deflate-6'];

/** A usual level is `gzip` where the run has usual levels alone: beside `zstd-3` it is `gzip-6`, as advice names it. */
function compressionName(level: string, levels: LevelsOf): string {
  const all = (levels.get('compression') ?? []).map(String);
  const usual = [...all, level].every((each) => each === 'none' || USUAL.includes(each));
  return usual ? level.replace(/-\d+$/, '') : level;
}

/** Names a cell by the factors in which `among` differ; `fallback` where they differ in none. */
export function cellLabel(factors: Factors, among: LevelsOf, codecs: ReadonlyMap<string, number>): string {
  const parts: string[] = [];
  if (varies(among, 'format') || varies(among, 'codec')) parts.push(formatName(factors, codecs));
  if (varies(among, 'compression') && factors.compression !== 'none') {
    parts.push(`+ ${compressionName(factors.compression, among)}`);
  }
  const name = parts.join(' ');
  const compressionOnly =
    name === '' && varies(among, 'compression') ? 'no compression' : name.replace(/^\+ /, '');
  const work: string[] = compressionOnly === '' ? [] : [compressionOnly];
  if (varies(among, 'encoder') && !varies(among, 'format')) work.push(`encoder ${factors.encoder}`);
  if (varies(among, 'computation')) work.push(levelName('computation', factors.computation, among));
  if (varies(among, 'procedure')) work.push(levelName('procedure', factors.procedure, among));
  if (varies(among, 'connection') && (factors.connection === 'cold' || work.length === 0)) {
    work.push(factors.connection);
  }
  return work.length > 0 ? work.join(', ') : levelName('format', factors.format, among);
}

/** How many codecs each format has among the cells: a codec is named only where there is a choice. */
export function codecsByFormat(cells: readonly CellSummary[]): ReadonlyMap<string, number> {
  const seen = new Map<string, Set<string>>();
  for (const { factors } of cells) {
    const codecs = seen.get(factors.format) ?? new Set();
    seen.set(factors.format, codecs.add(factors.codec));
  }
  return new Map([...seen].map(([format, codecs]) => [format, codecs.size]));
}

/** A level by itself, as an answer names it. */
export function levelName(name: FactorName, level: Level, levels: LevelsOf): string {
  switch (name) {
    case 'n':
      return count(Number(level), 'object');
    case 'compression':
      return level === 'none' ? 'no compression' : compressionName(String(level), levels);
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
    default:
      return String(level);
  }
}

/** A set of levels as a condition; `all` are the levels there are. */
export function condition(name: FactorName, some: readonly Level[], levels: LevelsOf): string {
  if (name === 'n') return conditionOnN(some.map(Number), (levels.get('n') ?? []).map(Number));
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
    case 'codec':
    case 'encoder':
      return `with ${name} ${listed(names)}`;
    default:
      return `for ${listed(names)}`;
  }
}

function conditionOnN(some: readonly number[], all: readonly number[]): string {
  const places = some.map((n) => all.indexOf(n)).sort((a, b) => a - b);
  const contiguous = places.every((place, i) => i === 0 || place === places[i - 1]! + 1);
  if (some.length > 1 && contiguous && places.at(-1) === all.length - 1 && places[0] !== 0) {
    return `from ${count(all[places[0]!]!, 'object')} up`;
  }
  if (some.length > 1 && contiguous && places[0] === 0)
    return `up to ${count(all[places.at(-1)!]!, 'object')}`;
  const numbers = [...some].sort((a, b) => a - b).map((n) => grouped(n));
  return `at ${listed(numbers)} object${some.length === 1 && some[0] === 1 ? '' : 's'}`;
}

function formatName({ format, codec }: Factors, codecs: ReadonlyMap<string, number>): string {
  if ((codecs.get(format) ?? 1) < 2) return format;
  return codec.startsWith(`${format}/`) ? codec : `${format}/${codec}`;
}
