import { groupedUnlessWhole } from '../base/figures/numbers.ts';
import { listed } from '../base/figures/plurals.ts';
import { type Factor, type Reading, remembered, type Word } from './factor.ts';

/**
 * throughput: all messages as fast as they go · ping-pong: one at a time, the next when the one before was
 * answered · paced: at a rate, whether or not the one before has arrived (open loop).
 */
export const MODES = ['throughput', 'ping-pong', 'paced'] as const;
export type ModeName = (typeof MODES)[number];

export type Mode =
  | { readonly name: 'throughput' | 'ping-pong'; readonly ratePerSecond: null }
  | { readonly name: 'paced'; readonly ratePerSecond: number };

export const MOST_RATE_PER_SECOND = 100_000;
export const RATES = `a rate is a number above 0 and at most ${MOST_RATE_PER_SECOND} messages a second`;
const WORDS = ['throughput', 'ping-pong', 'paced-50'] as const;

export function isRate(ratePerSecond: number): boolean {
  return ratePerSecond > 0 && ratePerSecond <= MOST_RATE_PER_SECOND;
}

export const parseMode = remembered((word): Mode | null => {
  if (word === 'throughput' || word === 'ping-pong') return { name: word, ratePerSecond: null };
  const rate = /^paced-(\d+(?:\.\d+)?)$/.exec(String(word))?.[1];
  return rate === undefined ? null : { name: 'paced', ratePerSecond: Number(rate) };
});

export function spellMode({ name, ratePerSecond }: Mode): string {
  return ratePerSecond === null ? name : `${name}-${ratePerSecond}`;
}

/** How messages are paced. */
export const mode = {
  say: (word: Word) => {
    const level = parseMode(word);
    return level === null ? String(word) : sayMode(level);
  },
  condition: (some) => listed(some.map(sayWhen)),
  name: 'mode',
  kinds: ['sequence'],
  otherKinds: { request: 'once', call: 'once' },
  role: 'work',
  sharedInTable: ['sequence'],
  byDefault: { sequence: 'throughput' },
  unsaidIn: ['request', 'call', 'sequence'],
  beforeItExisted: 'once',
  inStudyFiles: true,
  parse: parseMode,
  spell: spellMode,
  covers: (typed, word) => typed === word || meansSame(typed, word),
  /** Any rate may stand behind `paced-`. */
  known: () => WORDS,
  read: readMode,
  help: {
    says: () =>
      'throughput: all as fast as they go · ping-pong: the next when the former was answered · paced-50: 50 a second (any rate), whether or not the former has arrived; latencies count from the planned time.',
    completed: () => [],
    examples: ['throughput', ['throughput', 'paced-50']],
    shape: 'words',
  },
} as const satisfies Factor<'mode', Mode>;

function readMode(typed: Word): Reading {
  const [, rate] = /^paced(?:-(.*))?$/.exec(String(typed)) ?? [];
  if (typed === 'paced' || rate === '') {
    return { wrong: `${typed} needs its rate: paced-50 is 50 messages a second` };
  }
  const level = parseMode(typed);
  if (rate === undefined)
    return level === null ? { unknown: true, allowed: WORDS } : { word: spellMode(level) };
  return level !== null && isRate(level.ratePerSecond ?? 0)
    ? { word: spellMode(level) }
    : { wrong: `${typed}: ${RATES}` };
}

/** `paced-50.0` is `paced-50`. */
function meansSame(typed: Word, word: Word): boolean {
  const reading = readMode(typed);
  return 'word' in reading && reading.word === word;
}

/** `as fast as they go`, `one at a time`, `50 a second`. */
export function sayMode(level: Mode): string {
  switch (level.name) {
    case 'throughput':
      return 'as fast as they go';
    case 'ping-pong':
      return 'one at a time';
    case 'paced':
      return `${groupedUnlessWhole(level.ratePerSecond, 1)} a second`;
  }
}

function sayWhen(word: Word): string {
  const level = parseMode(word);
  if (level === null) return String(word);
  return level.name === 'paced' ? `at ${sayMode(level)}` : sayMode(level);
}
