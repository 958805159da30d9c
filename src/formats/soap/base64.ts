// Base64 (RFC 4648) as in XML Schema: padded, with white space allowed between characters. It uses the
// platform's own decoder if there is one; both refuse the same texts.

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const CODES = new TextEncoder().encode(ALPHABET);
const PAD = 0x3d;
const NO_DIGIT = 64;

const DIGITS = new Uint8Array(128).fill(NO_DIGIT);
for (let i = 0; i < CODES.length; i++) DIGITS[CODES[i]!] = i;

/** The part that is used here; no TypeScript library declares it yet. */
type FromBase64 = (text: string, options: { lastChunkHandling: 'strict' }) => Uint8Array;

const PLATFORMS = (Uint8Array as unknown as { fromBase64?: FromBase64 }).fromBase64?.bind(Uint8Array);

export function base64Length(byteCount: number): number {
  return Math.ceil(byteCount / 3) * 4;
}

/** Puts `bytes` in base64, as ASCII, into `out` from `at` on, where there is room for it. */
export function putBase64(bytes: Uint8Array, out: Uint8Array, at: number): void {
  const whole = bytes.length - (bytes.length % 3);
  let to = at;
  for (let i = 0; i < whole; i += 3) {
    const group = (bytes[i]! << 16) | (bytes[i + 1]! << 8) | bytes[i + 2]!;
    out[to] = CODES[group >> 18]!;
    out[to + 1] = CODES[(group >> 12) & 63]!;
    out[to + 2] = CODES[(group >> 6) & 63]!;
    out[to + 3] = CODES[group & 63]!;
    to += 4;
  }
  const left = bytes.length - whole;
  if (left === 0) return;
  const group = (bytes[whole]! << 16) | ((bytes[whole + 1] ?? 0) << 8);
  out[to] = CODES[group >> 18]!;
  out[to + 1] = CODES[(group >> 12) & 63]!;
  out[to + 2] = left === 1 ? PAD : CODES[(group >> 6) & 63]!;
  out[to + 3] = PAD;
}

/** Throws if the text is no base64. */
export function base64Bytes(text: string): Uint8Array {
  return PLATFORMS === undefined ? ownBase64Bytes(text) : PLATFORMS(text, { lastChunkHandling: 'strict' });
}

/** Where the platform has none. */
export function ownBase64Bytes(text: string): Uint8Array {
  const tidy = /[\t\n\f\r ]/.test(text) ? text.replace(/[\t\n\f\r ]+/g, '') : text;
  if (tidy.length % 4 !== 0)
    throw new SyntaxError(`base64 of ${tidy.length} characters, no multiple of four`);
  const pads = tidy.endsWith('==') ? 2 : tidy.endsWith('=') ? 1 : 0;
  const out = new Uint8Array((tidy.length / 4) * 3 - pads);
  const whole = tidy.length - (pads === 0 ? 0 : 4);
  let to = 0;
  let digitBits = 0;
  for (let i = 0; i < whole; i += 4) {
    const a = digitAt(tidy, i);
    const b = digitAt(tidy, i + 1);
    const c = digitAt(tidy, i + 2);
    const d = digitAt(tidy, i + 3);
    // The bits show at the end whether any character was no digit, so that the loop needs no test.
    digitBits |= a | b | c | d;
    out[to] = (a << 2) | (b >> 4);
    out[to + 1] = (b << 4) | (c >> 2);
    out[to + 2] = (c << 6) | d;
    to += 3;
  }
  if (pads > 0) digitBits |= putLast(tidy, whole, pads, out, to);
  if (digitBits >= NO_DIGIT) throw new SyntaxError('what is no base64');
  return out;
}

/** The last one or two bytes; bits that belong to none of them must be 0. Answers its digits together. */
function putLast(text: string, from: number, pads: number, out: Uint8Array, to: number): number {
  const a = digitAt(text, from);
  const b = digitAt(text, from + 1);
  const c = pads === 2 ? 0 : digitAt(text, from + 2);
  out[to] = (a << 2) | (b >> 4);
  if (pads === 1) out[to + 1] = (b << 4) | (c >> 2);
  const leftOver = pads === 2 ? b & 15 : c & 3;
  return leftOver === 0 ? a | b | c : NO_DIGIT;
}

function digitAt(text: string, at: number): number {
  return DIGITS[text.charCodeAt(at)] ?? NO_DIGIT;
}
