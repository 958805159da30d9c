import { grouped, roundToDigits } from '../base/figures/numbers.ts';
import { count, listed } from '../base/figures/plurals.ts';
import { type Factor, type Reading, remembered, type Word } from './factor.ts';

/** Other clients that ask for the same exchange while it is measured. */
export interface Clients {
  readonly count: number;
  /**
   * What each of them asks in a second, whether or not the answer before has come (open model); null: it asks
   * again as soon as it is answered (closed model).
   */
  readonly perSecondEach: number | null;
  /**
   * target: they ask the target that is measured · copy: a second copy of it on the same cores, which tells
   * what is lost to the load's work, without a wait for the target itself.
   */
  readonly ask: 'target' | 'copy';
}

export const CLIENT_LIMITS = {
  count: 10_000,
  perSecondEach: 1_000,
  perSecond: 20_000,
  /** Of all together: in a session that is shorter than that nobody would ask. */
  secondsToFirst: 100,
} as const;

export const NO_CLIENTS = '0';
const COPY = 'copy:';

export const parseClients = remembered((word): Clients | null => {
  const parts = /^(copy:)?(\d+)(?:@(\d+(?:\.\d+)?)\/s)?$/.exec(String(word));
  if (parts === null) return null;
  const [, copy, number, rate] = parts;
  const perSecondEach = rate === undefined ? null : Number(rate);
  return { count: Number(number), perSecondEach, ask: copy === undefined ? 'target' : 'copy' };
});

export function spellClients({ count: number, perSecondEach, ask }: Clients): string {
  const rate = perSecondEach === null ? '' : `@${perSecondEach}/s`;
  return `${ask === 'copy' ? COPY : ''}${number}${rate}`;
}

/** The same load on a copy of the target; null where there is none. */
export function controlOf(level: Clients): Clients | null {
  if (level.count === 0 || level.ask === 'copy') return null;
  return parseClients(spellClients({ ...level, ask: 'copy' }));
}

/** A level that a study file describes: `{count: 100, rate: 0.5/s}` is `100@0.5/s`. */
export function describedClients({
  count: number,
  rate,
}: {
  readonly count: unknown;
  readonly rate?: unknown;
}) {
  return rate === undefined ? `${number}` : `${number}@${rate}`;
}

/** How many other clients ask the target meanwhile. */
export const clients = {
  say: (word: Word) => {
    const level = parseClients(word);
    return level === null ? String(word) : sayClients(level);
  },
  condition: (some) => `with ${listed(some.map((word) => sayClients(parseClients(word)!)))}`,
  order: (a, b) => rank(a) - rank(b),
  question: 'What do clients at once cost?',
  name: 'clients',
  kinds: ['request', 'call'],
  otherKinds: { sequence: NO_CLIENTS },
  role: 'place',
  sharedInTable: ['request', 'call'],
  byDefault: { request: NO_CLIENTS, call: NO_CLIENTS },
  unsaidIn: ['request', 'call', 'sequence'],
  beforeItExisted: NO_CLIENTS,
  inStudyFiles: true,
  parse: parseClients,
  spell: spellClients,
  covers: (typed, word) => {
    const reading = readClients(typed);
    return 'word' in reading && reading.word === word;
  },
  known: () => [],
  read: readClients,
  help: {
    says: () =>
      `Other clients that ask the target for the same exchange meanwhile, carried by k6: a number, each asking again as soon as it is answered, or {count: 100, rate: 0.5/s}, also 100@0.5/s: each at that rate, whatever comes of the one before. With any, the same load is laid on a copy of the target too (copy:100@0.5/s), which tells what is lost to work on the same cores alone. At most ${CLIENT_LIMITS.count}.`,
    completed: () => [],
    examples: [0, [0, 10, 100], [0, '100@0.5/s'], { count: 100, rate: '0.5/s' }],
    shape: 'either',
  },
} as const satisfies Factor<'clients', Clients>;

function readClients(typed: Word): Reading {
  const level = parseClients(String(typed).trim());
  if (level === null) {
    const wanted = 'a number of clients, such as 100, or with what each asks in a second, 100@0.5/s';
    return { wrong: `${typed} is not ${wanted}` };
  }
  const { count: number, perSecondEach } = level;
  const rate = perSecondEach ?? 0;
  const limits = CLIENT_LIMITS;
  if (number > limits.count) return { wrong: `${typed}: at most ${grouped(limits.count)} clients` };
  if (perSecondEach !== null && (rate === 0 || rate > limits.perSecondEach))
    return { wrong: `${typed}: a rate is above 0 and at most ${grouped(limits.perSecondEach)} a second` };
  if (number * rate > limits.perSecond)
    return {
      wrong: `${typed}: that is ${grouped(number * rate)} requests a second, and no generator here keeps more than ${grouped(limits.perSecond)}`,
    };
  if (number === 0) return { word: NO_CLIENTS };
  if (perSecondEach !== null && number * rate * limits.secondsToFirst < 1)
    return {
      wrong: `${typed}: nobody asks within ${limits.secondsToFirst} s; ask at least ${leastRate(number, limits.secondsToFirst)} each`,
    };
  return { word: spellClients(level) };
}

/** `0.0005/s`: at which so many clients ask once in that time, all together; rounded up. */
export function leastRate(number: number, withinSeconds: number): string {
  const least = 1 / (number * withinSeconds);
  const step = 10 ** (Math.floor(Math.log10(least)) - 1);
  return `${roundToDigits(Math.ceil(least / step - 1e-9) * step, 2)}/s`;
}

/** `no other clients`, `100 clients at once, 0.5/s each`. */
export function sayClients({ count: number, perSecondEach, ask }: Clients): string {
  if (number === 0) return 'no other clients';
  const rate = perSecondEach === null ? '' : `, ${perSecondEach}/s each`;
  const where = ask === 'copy' ? ' on a copy' : '';
  return `${count(number, 'client')} at once${rate}${where}`;
}

/**
 * By what they ask for in a second, and those last that ask again at once: of these by their number. A copy's
 * after the target's own.
 */
function rank(word: Word): number {
  const { count: number, perSecondEach, ask } = parseClients(word)!;
  const atOnce = 2 * CLIENT_LIMITS.perSecond;
  const perSecond = number === 0 ? 0 : perSecondEach === null ? atOnce : number * perSecondEach;
  return perSecond * 1e6 + number * 10 + (ask === 'copy' ? 1 : 0);
}
