// The words of one factor, as typed → its levels: known, spelled out (`gzip` → `gzip-6`, `1kB` → `1000`),
// each once.

import type { InShort } from '../../base/spelling.ts';
import { COMPUTATIONS } from '../../data/compute/computations.ts';
import {
  type Computation,
  type Connection,
  OF_REQUESTS,
  type Procedure,
  type Protocol,
  RANDOM_DATASET,
} from '../../wire/factors.ts';
import { DIRECTIONS, type Direction, MESSAGE_TRANSPORTS, type Transport } from '../../wire/sequence.ts';
import {
  MESSAGE_PROTOCOLS,
  MODE_WORDS,
  messageVocabulary,
  type ReadWord,
  readMode,
  readSize,
  SIZE_WORDS,
} from '../cells/message-words.ts';
import { DEFAULTS } from '../defaults.ts';
import type { Path, ProblemList } from '../file/problem-list.ts';
import type { WordedFactors } from '../file/worded-file.ts';
import {
  CONNECTIONS,
  type CompressionWords,
  compressionLevels,
  compressionsInShort,
  type FormatWords,
  formatLevels,
  knownEncoders,
  networkNames,
  PROCEDURES,
  PROTOCOLS,
  type Vocabulary,
} from '../vocabulary.ts';

/**
 * The levels of every factor of a part, in the order typed. Of messages, `protocol`, `direction` and `format`
 * are empty where none is named: what they are then depends on the transport and the dataset.
 */
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
  readonly transport: readonly Transport[];
  readonly direction: readonly Direction[];
  readonly mode: readonly string[];
  readonly size: readonly string[];
  readonly browser: readonly string[];
  readonly target: readonly string[];
}

export interface FormatLevel {
  readonly words: FormatWords;
  /** null: the default codec of whichever browser runs it. */
  readonly codec: string | null;
}

export type FactorKey = keyof Levels;

/** Whether a part sends messages: `request` is none of them. */
export function namesMessages({ transport = [] }: WordedFactors): boolean {
  return listOf<string>(transport).some((word) => word !== OF_REQUESTS.transport);
}

/** Adds a problem for every word that is no level and for every level named twice. */
export function resolveLevels(
  typed: WordedFactors,
  pathOf: (factor: FactorKey) => Path,
  vocabulary: Vocabulary,
  problems: ProblemList,
): Levels {
  const messages = namesMessages(typed);
  const words = messages ? messageVocabulary(vocabulary) : vocabulary;
  const resolve: Resolve = (factor, list, read) =>
    resolveList(list, Array.isArray(typed[factor]), pathOf(factor), factor, read, problems);
  const { factors } = messages ? { factors: { ...DEFAULTS.factors, ...DEFAULTS.messages } } : DEFAULTS;
  const plain = (factor: keyof typeof DEFAULTS.factors, known: readonly string[]) =>
    resolve(factor, listOf(typed[factor] ?? factors[factor]), oneOf(known));
  const kind = messages ? ofMessages(typed, resolve) : ofRequests(plain);
  return {
    dataset: plain('dataset', words.datasets),
    n: resolve('n', listOf(typed.n ?? (messages ? DEFAULTS.messages.n : [])), (n) => n as number),
    format: resolve(
      'format',
      listOf(typed.format ?? (messages ? formatOfMessages(typed) : [])),
      formatReader(words.formats),
    ),
    encoder: resolve('encoder', listOf(typed.encoder ?? []), oneOf(knownEncoders(vocabulary))),
    compression: resolve(
      'compression',
      listOf(typed.compression ?? factors.compression),
      compressionReader(words.compressions),
    ),
    procedure: kind.procedure,
    computation: kind.computation,
    network: plain('network', networkNames(vocabulary)),
    connection: kind.connection,
    protocol: kind.protocol,
    transport: kind.transport,
    direction: kind.direction,
    mode: kind.mode,
    size: kind.size,
    browser: plain('browser', vocabulary.browsers),
    target: plain('target', vocabulary.targets),
  };
}

/** Random messages are text unless said otherwise; of data there is no format of which all would think. */
function formatOfMessages({ dataset = RANDOM_DATASET }: WordedFactors): string | readonly string[] {
  return listOf<string>(dataset).every((word) => word === RANDOM_DATASET) ? DEFAULTS.messages.format : [];
}

type Resolve = <T>(factor: FactorKey, words: readonly (string | number)[], read: Reader<T>) => T[];
type Plain = (factor: keyof typeof DEFAULTS.factors, known: readonly string[]) => string[];
type OfItsKind = Pick<
  Levels,
  'procedure' | 'computation' | 'connection' | 'protocol' | 'transport' | 'direction' | 'mode' | 'size'
>;

function ofRequests(plain: Plain): OfItsKind {
  const { transport, direction, mode, size } = OF_REQUESTS;
  return {
    procedure: plain('procedure', PROCEDURES) as Procedure[],
    computation: plain('computation', COMPUTATIONS) as Computation[],
    connection: plain('connection', CONNECTIONS) as Connection[],
    protocol: plain('protocol', PROTOCOLS) as Protocol[],
    transport: [transport],
    direction: [direction],
    mode: [mode],
    size: [size],
  };
}

function ofMessages(typed: WordedFactors, resolve: Resolve): OfItsKind {
  const { mode, size } = DEFAULTS.messages;
  const plain = (factor: 'protocol' | 'direction', known: readonly string[]) =>
    resolve(factor, listOf(typed[factor] ?? []), oneOf(known));
  return {
    procedure: ['e1'],
    computation: ['none'],
    connection: ['warm'],
    protocol: plain('protocol', MESSAGE_PROTOCOLS) as Protocol[],
    transport: resolve('transport', listOf(typed.transport ?? []), transportReader) as Transport[],
    direction: plain('direction', DIRECTIONS) as Direction[],
    mode: resolve('mode', listOf(typed.mode ?? mode), wordReader(readMode, MODE_WORDS)),
    size: resolve('size', listOf<string | number>(typed.size ?? size), wordReader(readSize, SIZE_WORDS)),
  };
}

export function listOf<T>(typed: T | readonly T[]): readonly T[] {
  return Array.isArray(typed) ? (typed as readonly T[]) : [typed as T];
}

/** The level a word means, or the words that would be allowed. */
type Reader<T> = (word: string | number) => T | Unknown | Wrong;

class Wrong {
  readonly what: string;
  constructor(what: string) {
    this.what = what;
  }
}

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
    if (level instanceof Wrong) {
      problems.add(place, level.what);
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

function transportReader(word: string | number): string | Unknown | Wrong {
  if (word !== OF_REQUESTS.transport) return oneOf(MESSAGE_TRANSPORTS)(word) as string | Unknown;
  return new Wrong('a part has either requests or messages: give requests a part of their own');
}

function wordReader<W extends string | number>(
  read: (word: W) => ReadWord,
  known: readonly string[],
): Reader<string> {
  return (word) => {
    const found = read(word as W);
    if (found === null) return new Unknown(known);
    return 'wrong' in found ? new Wrong(found.wrong) : found.level;
  };
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
