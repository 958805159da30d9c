// Escapes text for XML, and finds characters that XML 1.0 cannot carry even escaped. Those are refused when
// data are loaded, so that the timed writer need not look for them: V8 finds a few characters ten times as
// fast as ranges of them.

import type { DataValue } from '../../data/schema.ts';

const SPECIAL_TEXT = /[&<>\r]/;
const ALL_SPECIAL_TEXT = /[&<>\r]/g;

const SPECIAL_ATTRIBUTE = /[&<>"\t\n\r]/;
const ALL_SPECIAL_ATTRIBUTE = /[&<>"\t\n\r]/g;

// With the u flag a surrogate class matches lone surrogates only, so that paired ones pass.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters XML 1.0 excludes.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/u;

/** For element content. A carriage return would be read as a line feed unless written as a reference. */
export function elementText(value: DataValue): string {
  const text = value as string;
  return SPECIAL_TEXT.test(text) ? text.replace(ALL_SPECIAL_TEXT, reference) : text;
}

/** For attribute values in double quotes, where tab and line feed would be read as spaces. */
export function attributeText(value: DataValue): string {
  const text = value as string;
  return SPECIAL_ATTRIBUTE.test(text) ? text.replace(ALL_SPECIAL_ATTRIBUTE, reference) : text;
}

/** Why a text cannot be written; null if it can. */
export function characterProblem(text: string): string | null {
  const forbidden = FORBIDDEN.exec(text);
  return forbidden === null ? null : `XML 1.0 has no ${codePoint(forbidden[0])}`;
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
  return REFERENCES[character]!;
}

function codePoint(character: string): string {
  return `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}
