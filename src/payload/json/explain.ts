// Explains why a text is no JSON, for the mistakes that people make, and where in it something stands.

import {
  APOSTROPHE,
  CARRIAGE_RETURN,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  LINE_FEED,
  SLASH,
  SPACE,
  TAB,
} from './bytes.ts';

/** `.price`, or `["unit price"]` if it is no name. */
export function pathStep(key: string): string {
  return /^[\p{L}\p{N}_$@#-]+$/u.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

export function whyNoKey(byte: number): string {
  if (byte === CLOSE_BRACE) return 'a key is missing after the comma (JSON has no trailing commas)';
  if (byte === APOSTROPHE) return 'keys stand in double quotes';
  return `a key in double quotes is missing here`;
}

export function whyNoValue(byte: number): string {
  if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE || byte === COMMA)
    return `a value is missing before ${sayByte(byte)} (JSON has no trailing commas)`;
  if (byte === APOSTROPHE) return 'strings stand in double quotes';
  if (byte === SLASH) return 'JSON has no comments';
  if (byte === 0x4e || byte === 0x49) return 'JSON has no NaN and no Infinity';
  if (byte === 0x75) return 'JSON has no undefined';
  return `no value begins with ${sayByte(byte)}`;
}

export function sayByte(byte: number): string {
  return byte > SPACE && byte < 0x7f
    ? String.fromCharCode(byte)
    : `the byte 0x${byte.toString(16).padStart(2, '0')}`;
}

export function sayControl(byte: number): string {
  if (byte === LINE_FEED || byte === CARRIAGE_RETURN) return 'a line break';
  return byte === TAB ? 'a tab' : `the control character ${sayByte(byte)}`;
}

/** A bracket that is open at a place of a JSON text. */
export interface Frame {
  isArray: boolean;
  index: number;
  /** The start and the end of an object's key with its quotes, in bytes; both are 0 before the first key. */
  keyStart: number;
  keyEnd: number;
}

export function emptyFrames(length: number): Frame[] {
  return Array.from({ length }, () => ({ isArray: false, index: 0, keyStart: 0, keyEnd: 0 }));
}

/**
 * The path to the value inside these brackets, the outermost first: `items[3].price`. `textBetween` reads a
 * key between two offsets.
 */
export function framesPath(
  frames: readonly Frame[],
  textBetween: (start: number, end: number) => string,
): string {
  let path = '';
  for (const { isArray, index, keyStart, keyEnd } of frames) {
    if (isArray) path += `[${index}]`;
    else if (keyEnd !== 0) path += pathStep(textBetween(keyStart, keyEnd));
  }
  return path.replace(/^\./, '');
}
