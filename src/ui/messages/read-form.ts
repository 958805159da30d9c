// The form as it was filled in → what is to be run, or everything that is wrong with it, told by field.
// Several sizes separated by commas are as many orders, run one after another: the published study's line
// against size in one go.

import { grouped, roundToDigits } from '../../base/figures/numbers.ts';
import type { Direction } from '../../factors/direction.ts';
import { isRate, type ModeName, RATES } from '../../factors/mode.ts';
import type { Protocol } from '../../factors/protocol.ts';
import { type SizePolicy, wrongLength } from '../../factors/size.ts';
import type { MessageTransport } from '../../factors/transport.ts';
import { wrongGrowth } from '../../messages/limit-words.ts';
import { MESSAGE_LIMITS } from '../../wire/sequence.ts';
import {
  type Offered,
  whyNotBinary,
  whyNotDeflate,
  whyNotMode,
  whyNotProtocol,
  whyNotTransport,
} from './offers.ts';
import type { PageOrder } from './page-run.ts';

/** Numbers as they were typed. */
export interface FormValues {
  readonly direction: Direction;
  readonly transport: MessageTransport;
  readonly protocol: Protocol;
  readonly mode: ModeName;
  readonly rate: string;
  readonly messages: string;
  readonly policy: SizePolicy['policy'];
  /** Fixed sizes: one or several. */
  readonly bytes: string;
  readonly least: string;
  readonly most: string;
  readonly increment: string;
  readonly body: 'text' | 'binary';
  readonly deflate: boolean;
  readonly repeats: string;
  readonly seed: string;
}

export type FieldName = keyof FormValues;
export type Problems = ReadonlyMap<FieldName, string>;

const MOST_REPEATS = 1_000;
const MOST_SIZES = 100;
const MOST_SEED = 2 ** 32 - 1;

/** Never both: any problem means no orders. */
export function readForm(
  values: FormValues,
  offered: Offered,
): { readonly orders: readonly PageOrder[] } | { readonly problems: Problems } {
  const reader = new FieldReader(values);
  const messages = reader.whole('messages', 1, MESSAGE_LIMITS.messages);
  const ratePerSecond = values.mode === 'paced' ? reader.rate() : null;
  const repeats = reader.whole('repeats', 1, MOST_REPEATS);
  const seed = reader.whole('seed', 0, MOST_SEED);
  const sizes = readSizes(reader, values, messages, offered.messages.largestBytes);
  refuseChoices(reader, values, offered);
  if (reader.problems.size > 0) return { problems: reader.problems };
  const { transport, protocol, direction, mode, body } = values;
  const compression = values.deflate ? 'permessage-deflate' : 'none';
  const orders = sizes.map((size) => {
    const content = { kind: 'random', body, size, seed } as const;
    return {
      transport,
      protocol,
      repeats,
      spec: { direction, mode, ratePerSecond, messages, content, compression },
    } as const;
  });
  return { orders };
}

function refuseChoices(reader: FieldReader, values: FormValues, offered: Offered): void {
  const { transport, direction, protocol, mode, body, deflate } = values;
  reader.refuse('protocol', whyNotProtocol(protocol, offered));
  reader.refuse('transport', whyNotTransport(transport, direction, protocol, offered));
  reader.refuse('mode', whyNotMode(mode, transport));
  if (body === 'binary') reader.refuse('body', whyNotBinary(transport));
  if (deflate) reader.refuse('deflate', whyNotDeflate(transport, offered));
}

function readSizes(
  reader: FieldReader,
  { policy, bytes }: FormValues,
  messages: number,
  mostBytes: number,
): readonly SizePolicy[] {
  switch (policy) {
    case 'fixed':
      return reader.lengths('bytes', bytes, mostBytes).map((one) => ({ policy, bytes: one }));
    case 'random': {
      const least = reader.length('least', mostBytes);
      const longest = reader.length('most', mostBytes);
      if (longest < least) reader.refuse('most', `${least} is above ${longest}`);
      return [{ policy, least, most: longest }];
    }
    case 'growing': {
      const size = { policy, bytes: reader.length('increment', mostBytes) };
      reader.refuse('increment', wrongGrowth(size, messages));
      return [size];
    }
  }
}

/** Remembers the first problem of each field; what could not be read is NaN. */
class FieldReader {
  readonly problems = new Map<FieldName, string>();
  readonly #values: FormValues;

  constructor(values: FormValues) {
    this.#values = values;
  }

  refuse(field: FieldName, why: string | null): void {
    if (why !== null && !this.problems.has(field)) this.problems.set(field, why);
  }

  whole(field: FieldName, least: number, most: number): number {
    const value = wholeNumber(String(this.#values[field]));
    if (!(value >= least && value <= most))
      this.refuse(field, `a whole number from ${grouped(least)} to ${grouped(most)}`);
    return value;
  }

  /** The length of a message in bytes; the target may take less than may be sent. */
  length(field: FieldName, mostBytes: number): number {
    return this.#length(field, String(this.#values[field]), mostBytes);
  }

  lengths(field: FieldName, typed: string, mostBytes: number): readonly number[] {
    const parts = typed.split(/[,;]/).filter((part) => part.trim() !== '');
    if (parts.length > MOST_SIZES) this.refuse(field, `are ${parts.length} sizes: at most ${MOST_SIZES}`);
    const read = (parts.length === 0 ? [''] : parts).map((part) => this.#length(field, part, mostBytes));
    return [...new Set(read)];
  }

  /** A rate may have decimals: one message in two seconds is 0.5. */
  rate(): number {
    const text = withoutSpaces(this.#values.rate);
    const rate = /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
    if (!isRate(rate)) this.refuse('rate', RATES);
    return rate;
  }

  #length(field: FieldName, typed: string, mostBytes: number): number {
    const bytes = wholeBytes(typed);
    if (Number.isNaN(bytes))
      this.refuse(
        field,
        `${JSON.stringify(typed.trim())} is not a whole number of bytes, such as 100 or 10kB`,
      );
    this.refuse(field, wrongLength(bytes));
    if (bytes > mostBytes) this.refuse(field, `the target takes at most ${grouped(mostBytes)} bytes`);
    return bytes;
  }
}

/** NaN where it is none. */
function wholeNumber(typed: string): number {
  const text = withoutSpaces(typed);
  return /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
}

const BYTES_OF_UNIT: Readonly<Record<string, number>> = { b: 1, kb: 1_000, mb: 1_000_000 };

/** With a unit or without, as study files have it: `1.5kB` is 1500. NaN where it is none. */
function wholeBytes(typed: string): number {
  const match = /^([+-]?\d+(?:\.\d+)?)(b|kb|mb)$/i.exec(withoutSpaces(typed));
  if (match === null) return wholeNumber(typed);
  const bytes = roundToDigits(Number(match[1]) * BYTES_OF_UNIT[match[2]!.toLowerCase()]!, 12);
  return Number.isInteger(bytes) ? bytes : Number.NaN;
}

/** Thousands may be typed as they are shown. */
function withoutSpaces(text: string): string {
  return text.replaceAll(/\s/g, '');
}
