// A line of samples.ndjson, read from its bytes. A record has a million of them with thirty plain values
// each, and a reader of any JSON takes three times as long, since it makes objects that nobody keeps. What is
// read here are lines as a run writes them. Every other one (figures of messages, texts beyond ASCII, half a
// line, whatever somebody edited) is refused, and left to that reader.

import { OUTCOMES } from '../wire/sample.ts';
import { isOptionalValue, VALUE_COLUMNS, type ValueColumn } from './sample-table.ts';

const TEXTS = ['cell', 'outcome', 'reason'] as const;
const [CELL, OUTCOME, REASON] = [0, 1, 2];
const FLAGS: readonly string[] = ['warmup', 'settling', 'firstUse', 'timingDoubtful'] satisfies ValueColumn[];

/** What may stand in a line. */
interface Key {
  /** `"totalMs":` */
  readonly bytes: Uint8Array;
  readonly kind: 'number' | 'flag' | 'text';
  /** Among VALUE_COLUMNS, or among TEXTS. */
  readonly column: number;
  readonly isOptional: boolean;
}

const KEYS: readonly Key[] = [
  ...VALUE_COLUMNS.map((name, column): Key => {
    const kind = FLAGS.includes(name) ? 'flag' : 'number';
    return { bytes: utf8(`"${name}":`), kind, column, isOptional: isOptionalValue(name) };
  }),
  ...TEXTS.map((name, column): Key => {
    return { bytes: utf8(`"${name}":`), kind: 'text', column, isOptional: false };
  }),
];
const REQUIRED = KEYS.filter(({ isOptional }) => !isOptional).length;

const [TRUE, FALSE] = [utf8('true'), utf8('false')];
const [OPEN, CLOSE, COMMA, QUOTE, BACKSLASH, MINUS, POINT, ZERO] = [
  0x7b, 0x7d, 0x2c, 0x22, 0x5c, 0x2d, 0x2e, 0x30,
];
const [FIRST_PRINTABLE, LAST_ASCII] = [0x20, 0x7e];
/** So many digits are exact in a double, and so is a power of ten, so that their quotient is rounded once. */
const EXACT_DIGITS = 15;
const POWERS = Float64Array.from({ length: EXACT_DIGITS + 1 }, (_, exponent) => Number(`1e${exponent}`));

/** Tells the line that was scanned last. */
export class SampleScanner {
  cell = '';
  /** Index into OUTCOMES. */
  outcome = 0;
  reason = '';
  /** In the order of VALUE_COLUMNS; true is 1, and 0 is what the line does not have. */
  readonly values = new Float64Array(VALUE_COLUMNS.length);
  /** Of each of TEXTS, as it was in a line before: most often it is the same again. */
  readonly #bytes = TEXTS.map(() => new Uint8Array(0));
  /** Key → the one that came after it in a line before; first of all the one that a line begins with. */
  readonly #next = new Uint8Array(KEYS.length + 1);
  /** Key → the line that had it last. */
  readonly #seenIn = new Uint32Array(KEYS.length);
  #line = 0;

  /** The line from `start` until before `end`, without its line break; false where it is none of these. */
  scan(bytes: Buffer, start: number, end: number): boolean {
    const { values } = this;
    values.fill(0);
    this.#line++;
    let required = 0;
    let at = start;
    let before = KEYS.length;
    if (bytes[at++] !== OPEN) return false;
    for (;;) {
      const found = this.#keyAt(bytes, at, before);
      if (found < 0 || this.#seenIn[found] === this.#line) return false;
      this.#seenIn[found] = this.#line;
      this.#next[before] = found;
      before = found;
      const key = KEYS[found]!;
      if (!key.isOptional) required++;
      at += key.bytes.length;
      if (key.kind === 'number') {
        const isNegative = bytes[at] === MINUS;
        if (isNegative) at++;
        const first = at;
        let digits = 0;
        for (let digit = bytes[at]! - ZERO; digit >= 0 && digit <= 9; digit = bytes[++at]! - ZERO)
          digits = digits * 10 + digit;
        const wholes = at - first;
        if (wholes === 0 || (wholes > 1 && bytes[first] === ZERO)) return false;
        let decimals = 0;
        if (bytes[at] === POINT) {
          const point = at++;
          for (let digit = bytes[at]! - ZERO; digit >= 0 && digit <= 9; digit = bytes[++at]! - ZERO)
            digits = digits * 10 + digit;
          decimals = at - point - 1;
          if (decimals === 0) return false;
        }
        // A difference of two times may be written with seventeen digits.
        const value =
          wholes + decimals > EXACT_DIGITS
            ? Number(bytes.toString('latin1', first, at))
            : digits / POWERS[decimals]!;
        values[key.column] = isNegative ? -value : value;
      } else if (key.kind === 'flag') {
        const isTrue = standsAt(TRUE, bytes, at);
        if (!isTrue && !standsAt(FALSE, bytes, at)) return false;
        at += (isTrue ? TRUE : FALSE).length;
        values[key.column] = isTrue ? 1 : 0;
      } else {
        const close = textEnd(bytes, at);
        if (close < 0 || !this.#takeText(key.column, bytes, at + 1, close)) return false;
        at = close + 1;
      }
      const after = bytes[at++];
      if (after === CLOSE) return at === end && required === REQUIRED;
      if (after !== COMMA) return false;
    }
  }

  /** Most often the one that came there in the line before; −1 where there is none of them. */
  #keyAt(bytes: Buffer, at: number, before: number): number {
    const likely = this.#next[before]!;
    if (standsAt(KEYS[likely]!.bytes, bytes, at)) return likely;
    for (let key = 0; key < KEYS.length; key++) if (standsAt(KEYS[key]!.bytes, bytes, at)) return key;
    return -1;
  }

  /** False where it cannot be what it stands for. */
  #takeText(which: number, bytes: Buffer, start: number, end: number): boolean {
    const known = this.#bytes[which]!;
    if (known.length === end - start && standsAt(known, bytes, start)) return true;
    const text = bytes.toString('latin1', start, end);
    const outcome = which === OUTCOME ? (OUTCOMES as readonly string[]).indexOf(text) : 0;
    if (outcome < 0) return false;
    if (which === CELL) this.cell = text;
    if (which === OUTCOME) this.outcome = outcome;
    if (which === REASON) this.reason = text;
    this.#bytes[which] = Uint8Array.prototype.slice.call(bytes, start, end);
    return true;
  }
}

function standsAt(word: Uint8Array, bytes: Buffer, at: number): boolean {
  for (let i = 0; i < word.length; i++) if (bytes[at + i] !== word[i]) return false;
  return true;
}

/** Where the text closes that opens here; −1 where there is none, or one that is not written as it reads. */
function textEnd(bytes: Buffer, open: number): number {
  if (bytes[open] !== QUOTE) return -1;
  for (let at = open + 1; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === QUOTE) return at;
    if (byte < FIRST_PRINTABLE || byte > LAST_ASCII || byte === BACKSLASH) return -1;
  }
  return -1;
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
