// What traffic and a server's work cost, as people type it: `egress=0.09/GB,cpu=0.04/h`. The one place that
// reads prices, those of --price and those of study files. No price is known here, and no currency: one that
// somebody types is only repeated.

import { type Problem, UserError } from '../base/errors.ts';
import { quoted, unknownWord } from '../base/spelling.ts';

export interface Price {
  /** For 10^9 bytes that the server sends; null: nobody said. */
  readonly egressPerGB: number | null;
  /** For an hour of one core of the server; null: nobody said. */
  readonly cpuPerHour: number | null;
  /** As it was typed, `$` or `EUR`; null: nobody said. */
  readonly currency: string | null;
}

/** What can be priced: by which unit, and how that is typed. */
export const PRICED = {
  egress: { unit: 'GB', example: '0.09/GB' },
  cpu: { unit: 'h', example: '0.04/h' },
} as const;

export type Priced = keyof typeof PRICED;

const WORDS = Object.keys(PRICED) as readonly Priced[];

const NO_PRICE = `names no price: give ${WORDS.map((word) => `${word} (${PRICED[word].example})`).join(', ')} or both`;

/** So that a million answers have a price that can be written down. */
const LARGEST_RATE = 1_000_000_000;

/** What is wrong with one of the prices; `word` is empty where it is all of them. */
export interface PriceFault extends Pick<Problem, 'what' | 'allowed' | 'nearest'> {
  readonly word: string;
}

/** `file`: the flag. Throws a UserError with everything wrong. */
export function parsePrice(text: string, file = '--price'): Price {
  const typed = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part): readonly [string, string] => {
      const at = part.indexOf('=');
      return at < 0 ? [part, ''] : [part.slice(0, at).trim(), part.slice(at + 1).trim()];
    });
  const read = readPrice(typed);
  if (!('faults' in read)) return read;
  throw new UserError(read.faults.map(({ word, ...fault }) => ({ file, path: word, ...fault })));
}

interface Rate {
  readonly amount: number;
  readonly currency: string | null;
}

/** Word and rate as typed → the price, or all that is wrong. */
export function readPrice(
  typed: readonly (readonly [word: string, rate: string])[],
): Price | { readonly faults: readonly PriceFault[] } {
  const faults: PriceFault[] = [];
  const rates = new Map<Priced, Rate>();
  for (const [word, text] of typed) {
    const priced = WORDS.find((each) => each === word);
    if (priced === undefined) {
      const { what, allowed, nearest } = unknownWord('', 'price', word, WORDS);
      faults.push({ word: '', what, ...(allowed && { allowed }), ...(nearest && { nearest }) });
    } else if (rates.has(priced)) {
      faults.push({ word, what: 'is there twice' });
    } else {
      const rate = readRate(text, PRICED[priced]);
      if ('what' in rate) faults.push({ word, ...rate });
      else rates.set(priced, rate);
    }
  }
  const currencies = [...new Set([...rates.values()].flatMap(({ currency }) => currency ?? []))];
  if (currencies.length > 1)
    faults.push({ word: '', what: `${currencies.join(' and ')} cannot be added up: give one currency` });
  if (faults.length > 0) return { faults };
  if (rates.size === 0) return { faults: [{ word: '', what: NO_PRICE }] };
  return {
    egressPerGB: rates.get('egress')?.amount ?? null,
    cpuPerHour: rates.get('cpu')?.amount ?? null,
    currency: currencies[0] ?? null,
  };
}

/** `0.09/GB`, `$0.09/GB`, `0.09 EUR / GB` */
const RATE =
  /^(?<before>[\p{Sc}\p{L}]{1,8})? ?(?<amount>[-+]?\d+(?:\.\d+)?) ?(?<after>[\p{Sc}\p{L}]{1,8})?(?: ?\/ ?(?<unit>.*))?$/u;

function readRate(text: string, { unit, example }: (typeof PRICED)[Priced]): Rate | Omit<PriceFault, 'word'> {
  if (text === '') return { what: `has no price: ${example}` };
  const { before, amount: digits, after, unit: typedUnit } = RATE.exec(text)?.groups ?? {};
  if (digits === undefined) return { what: `${quoted(text)} is no price with its unit: ${example}` };
  if (before !== undefined && after !== undefined)
    return { what: `${quoted(text)} names two currencies: give one` };
  const amount = Number(digits);
  if (amount < 0) return { what: `${quoted(text)} is negative: a price is what something costs` };
  if (amount === 0) return { what: 'is 0: leave out what costs nothing' };
  if (amount > LARGEST_RATE) return { what: `${quoted(text)} is more than can be added up` };
  if (typedUnit === undefined || typedUnit === '') return { what: `${quoted(text)} has no unit: ${example}` };
  if (typedUnit !== unit) {
    const { what, allowed, nearest } = unknownWord('', 'unit', typedUnit, [unit]);
    return { what, ...(allowed && { allowed }), ...(nearest && { nearest }) };
  }
  return { amount, currency: before ?? after ?? null };
}
