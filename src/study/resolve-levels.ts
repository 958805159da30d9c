// The words of one factor, as typed → its levels: known, spelled out (`gzip` → `gzip-6`), each once.

import { COMPUTATIONS } from '../compute/computations.ts';
import type { Computation, Connection, Procedure, Protocol } from '../wire/factors.ts';
import { DEFAULTS } from './defaults.ts';
import type { InShort, Path, ProblemList } from './problem-list.ts';
import {
  CONNECTIONS,
  type CompressionWords,
  compressionLevels,
  compressionsInShort,
  type FormatWords,
  formatLevels,
  networkNames,
  PROCEDURES,
  PROTOCOLS,
  type Vocabulary,
} from './vocabulary.ts';
import type { WordedFactors } from './worded-file.ts';

/** The levels of every factor of a part, in the order typed. */
export interface Levels {
  readonly dataset: readonly string[];
  readonly n: readonly number[];
  readonly format: readonly FormatLevel[];
  /** Applies to the formats that have it. */
  readonly encoder: readonly string[];
  readonly compression: readonly string[];
  readonly procedure: readonly Procedure[];
  readonly computation: readonly Computation[];
  readonly network: readonly string[];
  readonly connection: readonly Connection[];
  readonly protocol: readonly Protocol[];
  readonly browser: readonly string[];
  readonly target: readonly string[];
}

export interface FormatLevel {
  readonly words: FormatWords;
  /** null: the default codec of whichever browser runs it. */
  readonly codec: string | null;
}

export type FactorKey = keyof Levels;

/** Adds a problem for every word that is no level and for every level named twice. */
export function resolveLevels(
  typed: WordedFactors,
  pathOf: (factor: FactorKey) => Path,
  vocabulary: Vocabulary,
  problems: ProblemList,
): Levels {
  const resolve = <T>(factor: FactorKey, words: readonly (string | number)[], read: Reader<T>): T[] =>
    resolveList(words, Array.isArray(typed[factor]), pathOf(factor), factor, read, problems);
  const { factors } = DEFAULTS;
  const plain = (factor: keyof typeof factors, known: readonly string[]) =>
    resolve(factor, listOf(typed[factor] ?? factors[factor]), oneOf(known));
  const encoders = [...new Set(vocabulary.formats.flatMap((format) => format.encoders))];
  return {
    dataset: plain('dataset', vocabulary.datasets),
    n: resolve('n', listOf(typed.n ?? []), (n) => n as number),
    format: resolve('format', listOf(typed.format ?? []), formatReader(vocabulary.formats)),
    encoder: resolve('encoder', listOf(typed.encoder ?? []), oneOf(encoders)),
    compression: resolve(
      'compression',
      listOf(typed.compression ?? factors.compression),
      compressionReader(vocabulary.compressions),
    ),
    procedure: plain('procedure', PROCEDURES) as Procedure[],
    computation: plain('computation', COMPUTATIONS) as Computation[],
    network: plain('network', networkNames(vocabulary)),
    connection: plain('connection', CONNECTIONS) as Connection[],
    protocol: plain('protocol', PROTOCOLS) as Protocol[],
    browser: plain('browser', vocabulary.browsers),
    target: plain('target', vocabulary.targets),
  };
}

export function listOf<T>(typed: T | readonly T[]): readonly T[] {
  return Array.isArray(typed) ? (typed as readonly T[]) : [typed as T];
}

/** The level a word means, or the words that would be allowed. */
type Reader<T> = (word: string | number) => T | Unknown;

class Unknown {
  readonly allowed: readonly string[];
  readonly inShort: InShort;
  constructor(allowed: readonly string[], inShort: InShort = {}) {
    this.allowed = allowed;
    this.inShort = inShort;
  }
}

function resolveList<T>(
  words: readonly (string | number)[],
  isList: boolean,
  path: Path,
  factor: FactorKey,
  read: Reader<T>,
  problems: ProblemList,
): T[] {
  const levels: T[] = [];
  const seen = new Map<string, string | number>();
  for (const [index, word] of words.entries()) {
    const place = isList ? [...path, index] : path;
    const level = read(word);
    if (level instanceof Unknown) {
      problems.addUnknown(place, factor, word, level.allowed, level.inShort);
      continue;
    }
    const key = JSON.stringify(level);
    const former = seen.get(key);
    if (former === undefined) levels.push(level);
    else problems.add(place, `${word} is there twice${former === word ? '' : `: ${former} means the same`}`);
    seen.set(key, word);
  }
  return levels;
}

function oneOf(known: readonly string[]): Reader<string> {
  return (word) => (known.includes(String(word)) ? String(word) : new Unknown(known));
}

function compressionReader(compressions: readonly CompressionWords[]): Reader<string> {
  const known = compressionLevels(compressions);
  return (word) => {
    if (!known.includes(String(word))) return new Unknown(known, compressionsInShort(compressions, word));
    const plain = compressions.find(({ name }) => name === word);
    if (plain === undefined || plain.defaultLevel === null) return String(word);
    return `${plain.name}-${plain.defaultLevel}`;
  };
}

function formatReader(formats: readonly FormatWords[]): Reader<FormatLevel> {
  const known = formatLevels(formats);
  return (word) => {
    const [name, codec = null] = String(word).split(/\/(.*)/);
    const words = formats.find((format) => format.name === name);
    if (words === undefined || !known.includes(String(word))) return new Unknown(known);
    return { words, codec };
  };
}
