// Scans JSON text, byte by byte and without recursion, for what JSON.parse does not tell: where exactly it is
// wrong, keys that come twice, numbers that a double changes, data nested too deeply. The grammar is RFC
// 8259's.
//
//   text ─► scan ─► nothing wrong ─► JSON.parse ─► value
//             └───► problems, each with its place; a wrong grammar ends the scan: nothing after it is sure

import { plural } from '../../base/figures/plurals.ts';
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  END,
  hexDigit,
  isDigit,
  LOWER_U,
  MINUS,
  OPEN_BRACE,
  OPEN_BRACKET,
  PLUS,
  POINT,
  QUOTE,
  SLASH,
  SPACE,
  ZERO,
} from './bytes.ts';
import { Cursor } from './cursor.ts';
import { emptyFrames, type Frame, framesPath, sayByte, sayControl, whyNoKey, whyNoValue } from './explain.ts';
import { FNV_OFFSET, FNV_PRIME, hashText, type KeyPlace, KeyStack } from './key-stack.ts';
import { checkNumber } from './number-check.ts';
import type { JsonProblem, JsonRemarks, RoundedNumbers } from './problem.ts';

/** JSON.stringify and most libraries recurse: all of them stand this depth easily. */
export const MOST_DEPTH = 500;
/** A double keeps every number of this many digits that has no exponent. */
const DIGITS_OF_A_DOUBLE = 15;

/** Thrown inside the scanner if the rest cannot be understood. */
class Stop extends Error {}

export class JsonScanner extends Cursor {
  readonly remarks: JsonRemarks = {
    negativeZeros: 0,
    loneSurrogates: 0,
    roundedWhole: { count: 0, first: null },
    rounded: { count: 0, first: null },
  };
  readonly #exact: boolean;
  #depth = 0;
  readonly #frames = emptyFrames(MOST_DEPTH);
  readonly #keys = new KeyStack((a, b) => this.string(a) === this.string(b));
  #tell: (problem: JsonProblem) => void = () => {};

  /** `exact`: a whole number that a double would change is a problem. */
  constructor({ exact = false } = {}) {
    super();
    this.#exact = exact;
  }

  /** One JSON text from `start` to `end` of valid UTF-8; remarks are added to those of earlier texts. */
  scan(bytes: Uint8Array, start: number, end: number, tell: (problem: JsonProblem) => void): void {
    this.bytes = bytes;
    this.at = start;
    this.end = end;
    this.#depth = 0;
    this.#keys.clear();
    this.#tell = tell;
    try {
      this.#text();
    } catch (thrown) {
      if (!(thrown instanceof Stop)) throw thrown;
    }
  }

  #text(): void {
    do this.#value();
    while (this.#closeAndGoOn());
    if (this.next() !== END) this.#fail('more text after the end of the value');
  }

  /** Descends to the first value that is no filled object or array, and skips it. */
  #value(): void {
    let byte = this.next();
    while (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      const isArray = byte === OPEN_BRACKET;
      this.#open(isArray);
      byte = this.next();
      if (byte === (isArray ? CLOSE_BRACKET : CLOSE_BRACE)) {
        this.#close();
        return;
      }
      if (!isArray) {
        this.#key();
        byte = this.next();
      }
    }
    this.#scalar(byte);
  }

  /** After a value, skips closing brackets and a comma. Returns false at the end of the text's value. */
  #closeAndGoOn(): boolean {
    while (this.#depth > 0) {
      const frame = this.#frames[this.#depth - 1]!;
      const byte = this.next();
      if (byte === COMMA) {
        this.at += 1;
        if (frame.isArray) frame.index += 1;
        else this.#key();
        return true;
      }
      if (byte !== (frame.isArray ? CLOSE_BRACKET : CLOSE_BRACE))
        this.#fail(frame.isArray ? 'a comma or ] is missing here' : 'a comma or } is missing here');
      this.#close();
    }
    return false;
  }

  #open(isArray: boolean): void {
    if (this.#depth === MOST_DEPTH) {
      this.#tell({ kind: 'depth', offset: this.at });
      throw new Stop();
    }
    const frame = this.#frames[this.#depth++]!;
    frame.isArray = isArray;
    frame.index = 0;
    frame.keyEnd = 0;
    if (!isArray) this.#keys.open();
    this.at += 1;
  }

  #close(): void {
    this.#depth -= 1;
    if (!this.#frames[this.#depth]!.isArray) this.#keys.close();
    this.at += 1;
  }

  #key(): void {
    const byte = this.next();
    if (byte !== QUOTE) this.#fail(whyNoKey(byte));
    const start = this.at;
    const hash = this.#quoted();
    const end = this.at;
    if (this.next() !== COLON) this.#fail('a colon is missing after the key');
    this.at += 1;
    const frame = this.#frames[this.#depth - 1]!;
    frame.keyStart = start;
    frame.keyEnd = end;
    const first = this.#keys.add(hash, start, end);
    if (first !== null) this.#duplicate(frame, first);
  }

  #duplicate({ keyStart, keyEnd }: Frame, first: KeyPlace): void {
    this.#tell({
      kind: 'duplicate',
      offset: keyStart,
      path: this.#path(this.#depth - 1),
      key: this.string({ start: keyStart, end: keyEnd }),
      firstOffset: first.start,
    });
  }

  #scalar(byte: number): void {
    if (byte === QUOTE) this.#quoted();
    else if (byte === MINUS || isDigit(byte)) this.#number();
    else if (byte === 0x74) this.#literal('true');
    else if (byte === 0x66) this.#literal('false');
    else if (byte === 0x6e) this.#literal('null');
    else this.#fail(whyNoValue(byte));
  }

  /** Skips a string and returns the hash (FNV-1a) of its text, which is the same however it is escaped. */
  #quoted(): number {
    const bytes = this.bytes;
    const end = this.end;
    const start = this.at;
    let at = start + 1;
    let hash = FNV_OFFSET;
    while (at < end) {
      const byte = bytes[at]!;
      if (byte === QUOTE) {
        this.at = at + 1;
        return hash | 0;
      }
      if (byte === BACKSLASH) return this.#quotedWithEscapes(start, at);
      if (byte < SPACE) this.#fail(`${sayControl(byte)} inside a string must be escaped`, at);
      hash = Math.imul(hash ^ byte, FNV_PRIME);
      at += 1;
    }
    this.at = end;
    return this.#failAtEnd('the text ends inside the string that begins here', start);
  }

  #quotedWithEscapes(start: number, firstEscape: number): number {
    const bytes = this.bytes;
    let at = firstEscape;
    let high = -1;
    let isLone = false;
    for (;;) {
      if (at >= this.end) this.#failAtEnd('the text ends inside the string that begins here', start);
      const byte = bytes[at]!;
      if (byte < SPACE) this.#fail(`${sayControl(byte)} inside a string must be escaped`, at);
      const unit = byte === BACKSLASH ? this.#escape(at, start) : 0;
      const isLow = unit >= 0xdc00 && unit <= 0xdfff;
      if (high !== -1 ? !isLow : isLow) isLone = true;
      high = unit >= 0xd800 && unit <= 0xdbff ? unit : -1;
      if (byte === QUOTE) break;
      at += byte === BACKSLASH ? (bytes[at + 1] === LOWER_U ? 6 : 2) : 1;
    }
    this.at = at + 1;
    if (isLone) this.remarks.loneSurrogates += 1;
    return hashText(this.string({ start, end: this.at }));
  }

  /** The UTF-16 unit of an escape `\uXXXX`; 0 for the short ones. */
  #escape(at: number, stringStart: number): number {
    const byte = at + 1 < this.end ? this.bytes[at + 1]! : END;
    if (byte === END) return this.#failAtEnd('the text ends inside the string that begins here', stringStart);
    if (byte !== LOWER_U) {
      if (!SHORT_ESCAPES.has(byte))
        this.#fail(`\\${sayByte(byte)} is no escape; a backslash is written \\\\`, at);
      return 0;
    }
    let unit = 0;
    for (let i = at + 2; i < at + 6; i++) {
      if (i >= this.end) this.#failAtEnd('the text ends inside the string that begins here', stringStart);
      const digit = hexDigit(this.bytes[i]!);
      if (digit === -1) this.#fail('\\u is followed by four hexadecimal digits', at);
      unit = unit * 16 + digit;
    }
    return unit;
  }

  #number(): void {
    const bytes = this.bytes;
    const start = this.at;
    if (bytes[this.at] === MINUS) this.at += 1;
    const first = this.peek();
    if (!isDigit(first)) this.#fail('a digit is missing after the minus sign');
    const isZero = first === ZERO;
    const digits = this.digits();
    if (isZero && digits > 1) this.#fail('a number has no leading zeros', start);
    let fraction = 0;
    if (this.peek() === POINT) {
      this.at += 1;
      fraction = this.digits();
      if (fraction === 0) this.#fail('a digit is missing after the decimal point');
    }
    const hasExponent = (this.peek() | 0x20) === 0x65;
    if (hasExponent) this.#exponent();
    const mayBeNegativeZero = isZero && this.bytes[start] === MINUS;
    if (hasExponent || digits + fraction > DIGITS_OF_A_DOUBLE || mayBeNegativeZero) this.#checkNumber(start);
  }

  #exponent(): void {
    this.at += 1;
    const sign = this.peek();
    if (sign === PLUS || sign === MINUS) this.at += 1;
    if (this.digits() === 0) this.#fail('a digit is missing in the exponent');
  }

  #checkNumber(start: number): void {
    const text = this.ascii(start, this.at);
    const verdict = checkNumber(text);
    switch (verdict.kind) {
      case 'exact':
        return;
      case 'negative zero':
        this.remarks.negativeZeros += 1;
        return;
      case 'rounded':
        this.#rounded(this.remarks.rounded, text, verdict.readAs, start);
        return;
      case 'rounded whole':
        if (this.#exact) this.#lost(text, sayChanged(verdict.readAs), start);
        else this.#rounded(this.remarks.roundedWhole, text, verdict.readAs, start);
        return;
      case 'lost':
        this.#lost(text, verdict.why, start);
    }
  }

  #rounded(numbers: RoundedNumbers, text: string, readAs: string, offset: number): void {
    numbers.count += 1;
    numbers.first ??= { text, readAs, path: this.#path(this.#depth), offset };
  }

  #lost(text: string, why: string, offset: number): void {
    this.#tell({ kind: 'number', offset, path: this.#path(this.#depth), text, why });
  }

  #literal(word: string): void {
    for (let i = 0; i < word.length; i++) {
      if (this.at + i >= this.end) this.#failAtEnd(`the text ends inside ${word}`, this.at);
      if (this.bytes[this.at + i] !== word.charCodeAt(i)) this.#fail(whyNoValue(this.bytes[this.at]!));
    }
    this.at += word.length;
  }

  #fail(what: string, offset = this.at): never {
    if (offset >= this.end) return this.#failAtEnd('the text ends before the value is complete', offset);
    this.#tell({ kind: 'syntax', offset, what, ended: false });
    throw new Stop();
  }

  /** Reports a truncated text. The open brackets show how much is missing. */
  #failAtEnd(what: string, offset: number): never {
    const brackets = `${this.#depth} ${plural(this.#depth, 'bracket')}`;
    const at = this.#path(this.#depth);
    const open = this.#depth === 0 ? '' : `, ${brackets} still open${at === '' ? '' : `, at ${at}`}`;
    this.#tell({
      kind: 'syntax',
      offset: Math.min(offset, this.end),
      what: `${what}${open}`,
      ended: true,
    });
    throw new Stop();
  }

  /** The path of the value in the `depth` outermost brackets: `items[3].price`. */
  #path(depth: number): string {
    return framesPath(this.#frames.slice(0, depth), (start, end) => this.string({ start, end }));
  }
}

function sayChanged(readAs: string): string {
  return `is a whole number that a double would change to ${readAs}; write it as a string`;
}

const SHORT_ESCAPES = new Set([QUOTE, BACKSLASH, SLASH, 0x62, 0x66, 0x6e, 0x72, 0x74]);
