// Text in XML: escaped, and refused where a character is one that XML 1.0 cannot carry even escaped.

import type { DataValue } from '../data/schema.ts';
import { CannotCarry } from './cannot-carry.ts';

// `plain` is asked first: written as "all of it is harmless" V8 answers twice as fast as to "something is not".
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters XML 1.0 excludes.
const PLAIN_TEXT = /^[^&<>\u0000-\u0008\u000b-\u001f\ud800-\uffff]*$/;
// With the u flag a surrogate class matches lone surrogates only, so that paired ones pass.
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const SPECIAL_TEXT = /[&<>\u0000-\u0008\u000b-\u001f\ud800-\udfff\ufffe\uffff]/gu;

// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const PLAIN_ATTRIBUTE = /^[^&<>"\u0000-\u001f\ud800-\uffff]*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const SPECIAL_ATTRIBUTE = /[&<>"\u0000-\u001f\ud800-\udfff\ufffe\uffff]/gu;

// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/u;

/** For element content. A carriage return would be read as a line feed unless written as a reference. */
export function elementText(value: DataValue): string {
  const text = value as string;
  return PLAIN_TEXT.test(text) ? text : text.replace(SPECIAL_TEXT, reference);
}

/** For attribute values in double quotes: tab and line feed too would be read as spaces. */
export function attributeText(value: DataValue): string {
  const text = value as string;
  return PLAIN_ATTRIBUTE.test(text) ? text : text.replace(SPECIAL_ATTRIBUTE, reference);
}

/** Why a text cannot be written; null where it can. */
export function characterProblem(text: string): string | null {
  const found = FORBIDDEN.exec(text);
  return found === null ? null : `XML 1.0 has no ${codePoint(found[0])}`;
}

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

function reference(character: string): string {
  const known = REFERENCES[character];
  if (known !== undefined) return known;
  throw new CannotCarry(`XML 1.0 cannot carry the character ${codePoint(character)}`);
}

function codePoint(character: string): string {
  return `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}
