// Says where something stands in a source text so that people find it: line, column and the line itself.

export interface SourcePosition {
  /** From 1. */
  readonly line: number;
  /** In characters, from 1. */
  readonly column: number;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** Characters shown of a line, so that it and its number fit a terminal. */
const SHOWN_CHARACTERS = 64;

/** `firstLine`: the number of the line on which `bytes` begin. The bytes are valid UTF-8. */
export function positionAt(bytes: Uint8Array, offset: number, firstLine = 1): SourcePosition {
  let line = firstLine;
  let lineStart = 0;
  for (let i = bytes.indexOf(LINE_FEED); i !== -1 && i < offset; i = bytes.indexOf(LINE_FEED, i + 1)) {
    line += 1;
    lineStart = i + 1;
  }
  return { line, column: charactersIn(bytes, lineStart, offset) + 1 };
}

/** `line 3, column 17`. */
export function sayPlace({ line, column }: SourcePosition): string {
  return `line ${line}, column ${column}`;
}

/**
 * The line around `offset` with a mark under it, on two lines of their own:
 *
 *     3 │ {"id": 1, "price": 2,}
 *       │                      ^
 */
export function excerptAt(bytes: Uint8Array, offset: number, { line }: SourcePosition): string {
  const lineStart = offset === 0 ? 0 : bytes.lastIndexOf(LINE_FEED, offset - 1) + 1;
  const start = Math.max(lineStart, characterStart(bytes, offset - SHOWN_CHARACTERS / 2));
  const feed = bytes.indexOf(LINE_FEED, offset);
  let lineEnd = feed === -1 ? bytes.length : feed;
  if (lineEnd > offset && bytes[lineEnd - 1] === CARRIAGE_RETURN) lineEnd -= 1;
  const end = Math.max(offset, Math.min(lineEnd, characterStart(bytes, start + SHOWN_CHARACTERS)));
  const utf8 = new TextDecoder();
  const before = (start > lineStart ? '…' : '') + printable(utf8.decode(bytes.subarray(start, offset)));
  const after = printable(utf8.decode(bytes.subarray(offset, end))) + (end < lineEnd ? '…' : '');
  const margin = `    ${line} │ `;
  const under = `${' '.repeat(margin.length - 2)}│ `;
  return `\n${margin}${before}${after}\n${under}${' '.repeat([...before].length)}^`;
}

/** For a terminal: control characters, which could move its cursor, become dots. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '·');
}

/** A key or value in a message: as JSON, cut short, safe for a terminal. */
export function quoted(value: unknown, mostCharacters = 60): string {
  const text = printable(JSON.stringify(value) ?? String(value));
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters - 1)}…` : text;
}

/** The nearest start of a UTF-8 character at or before `offset`. */
function characterStart(bytes: Uint8Array, offset: number): number {
  let at = Math.max(0, Math.min(offset, bytes.length));
  while (at > 0 && at < bytes.length && isContinuation(bytes[at]!)) at -= 1;
  return at;
}

function charactersIn(bytes: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; i++) if (!isContinuation(bytes[i]!)) count += 1;
  return count;
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}
