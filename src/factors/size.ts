import { sayBytes, sayExactBytes } from '../base/figures/bytes.ts';
import { grouped } from '../base/figures/numbers.ts';
import { listed } from '../base/figures/plurals.ts';
import { parseBytes } from '../base/units-as-typed.ts';
import { type Factor, type Reading, remembered, type Word } from './factor.ts';
import { conditionOnNumber } from './number-condition.ts';

/**
 * Bytes of a message of random content, its head included. Message i, from 0, of a growing sequence has (i +
 * 1) × `bytes`.
 */
export type SizePolicy =
  | { readonly policy: 'fixed'; readonly bytes: number }
  | { readonly policy: 'random'; readonly least: number; readonly most: number }
  | { readonly policy: 'growing'; readonly bytes: number };

/** Messages of data are as long as they are. */
export const SIZE_OF_DATA = { policy: 'data' } as const;

export type MessageSize = SizePolicy | typeof SIZE_OF_DATA;

export const SIZE_LIMITS = {
  /** The length of the head alone. */
  leastBytes: 16,
  mostBytes: 100_000_000,
} as const;

const DATA_WORD = 'data';
const WORDS = ['100', '1kB', 'random-100-1000', 'growing-100', DATA_WORD] as const;

export const parseSize = remembered((word): MessageSize | null => {
  if (word === DATA_WORD) return SIZE_OF_DATA;
  const [, fixed] = /^(\d+)$/.exec(String(word)) ?? [];
  if (fixed !== undefined) return { policy: 'fixed', bytes: Number(fixed) };
  const [, growing] = /^growing-(\d+)$/.exec(String(word)) ?? [];
  if (growing !== undefined) return { policy: 'growing', bytes: Number(growing) };
  const [, least, most] = /^random-(\d+)-(\d+)$/.exec(String(word)) ?? [];
  return least === undefined ? null : { policy: 'random', least: Number(least), most: Number(most) };
});

export function spellSize(size: MessageSize): string {
  switch (size.policy) {
    case 'data':
      return DATA_WORD;
    case 'fixed':
      return String(size.bytes);
    case 'random':
      return `random-${size.least}-${size.most}`;
    case 'growing':
      return `growing-${size.bytes}`;
  }
}

/** Returns null for messages of data. */
export function randomSize(size: MessageSize): SizePolicy | null {
  return size.policy === 'data' ? null : size;
}

/** Says why a message cannot have this length; null if it can. */
export function wrongLength(bytes: number): string | null {
  const { leastBytes, mostBytes } = SIZE_LIMITS;
  if (Number.isInteger(bytes) && bytes >= leastBytes && bytes <= mostBytes) return null;
  return `a message of ${bytes} bytes cannot be: it has at least ${leastBytes}, for its number and digest, and at most ${sayBytes(mostBytes, 4)}`;
}

/** How long the messages of a sequence are. */
export const size = {
  say: (word: Word) => {
    const level = parseSize(word);
    return level === null ? String(word) : saySize(level);
  },
  condition: (some, { wordsOf }) => conditionOnSize(some, wordsOf('size')),
  order: (a, b) => rank(a) - rank(b),
  name: 'size',
  kinds: ['sequence'],
  otherKinds: { request: DATA_WORD, call: DATA_WORD },
  role: 'amount',
  sharedInTable: ['sequence'],
  byDefault: { sequence: 100 },
  unsaidIn: ['request', 'call'],
  beforeItExisted: DATA_WORD,
  inStudyFiles: true,
  parse: parseSize,
  spell: spellSize,
  covers: (typed, word) => {
    const reading = readSize(typed);
    return 'word' in reading && reading.word === word;
  },
  known: () => WORDS,
  read: readSize,
  help: {
    says: () =>
      'Bytes of a message of random content: a number, random-100-1000 (drawn evenly), growing-100 (each 100 longer than the one before). Messages of data are as long as they are.',
    completed: () => [],
    examples: [100, ['100', '1kB', 'random-100-1000', 'growing-100']],
    shape: 'either',
  },
} as const satisfies Factor<'size', MessageSize>;

/** The size that a typed word means; null if it means none. */
export function parseTypedSize(typed: Word): MessageSize | null {
  const reading = readSize(typed);
  return 'word' in reading ? parseSize(reading.word) : null;
}

function readSize(typed: Word): Reading {
  if (typed === DATA_WORD) return { word: DATA_WORD };
  const unknown = { unknown: true, allowed: WORDS } as const;
  const [, kind = '', bytes = ''] = /^(random-|growing-)?(.+)$/.exec(String(typed).trim()) ?? [];
  const parts = kind === 'random-' ? bytes.split(/(?<!^|-)-/) : [bytes];
  const sizes = parts.map(readBytes);
  if (sizes.some((each) => each === null)) return unknown;
  if (kind === 'random-' && sizes.length !== 2) return unknown;
  const outside = sizes.map((each) => wrongLength(each!)).find((wrong) => wrong !== null);
  if (outside !== undefined) return { wrong: `${typed}: ${outside}` };
  const [least, most] = sizes as [number, number?];
  if (most !== undefined && least > most) return { wrong: `${typed}: ${least} is above ${most}` };
  const word = kind + sizes.join('-');
  return parseSize(word) === null ? unknown : { word };
}

/**
 * `100`, `1kB`; negative and broken numbers are read too, so that a message can say that they are out of
 * range.
 */
function readBytes(word: string): number | null {
  return /^-?\d+(\.\d+)?$/.test(word) ? Number(word) : parseBytes(word);
}

/** Bytes of every message if all have the same length; else null. */
export function fixedBytes(level: MessageSize): number | null {
  return level.policy === 'fixed' ? level.bytes : null;
}

/** `100 B`, `random sizes from 100 to 1 000 B`, `sizes growing by 100 B`, `the data’s own size`. */
export function saySize(level: MessageSize): string {
  switch (level.policy) {
    case 'fixed':
      return sayExactBytes(level.bytes);
    case 'random':
      return `random sizes from ${grouped(level.least)} to ${sayExactBytes(level.most)}`;
    case 'growing':
      return `sizes growing by ${sayExactBytes(level.bytes)}`;
    case 'data':
      return 'the data’s own size';
  }
}

/** `from 1 000 B up`, `up to 100 B and for random sizes from 100 to 1 000 B`. */
function conditionOnSize(some: readonly Word[], all: readonly Word[]): string {
  const fixedAmong = (words: readonly Word[]) => words.flatMap((word) => fixedBytes(parseSize(word)!) ?? []);
  const [fixed, allFixed] = [fixedAmong(some), fixedAmong(all)];
  const others = some.map((word) => parseSize(word)!).filter((level) => fixedBytes(level) === null);
  const every = fixed.length === allFixed.length && fixed.length > 1;
  const whichFixed = every ? 'at every fixed size' : conditionOnNumber(fixed, allFixed, 'B');
  return listed([
    ...(fixed.length > 0 ? [whichFixed] : []),
    ...others.map((level) => `for ${saySize(level)}`),
  ]);
}

const POLICIES = ['fixed', 'random', 'growing', 'data'] as const satisfies readonly MessageSize['policy'][];

/** Fixed sizes first, then random and growing ones, the smaller first, then whatever the data have. */
function rank(word: Word): number {
  const level = parseSize(word)!;
  const bytes = level.policy === 'random' ? level.most : level.policy === 'data' ? 0 : level.bytes;
  return POLICIES.indexOf(level.policy) * 1e12 + bytes;
}
