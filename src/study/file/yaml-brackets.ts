// Brackets and quotes in the text of a study file: which one is opened and never closed, and what closes
// nothing. YAML itself tells such a mistake where it notices it, which may be the end of the file.

import { Lexer } from 'yaml';
import type { YamlLines } from './yaml-lines.ts';

export interface BracketTrouble {
  /** Where the bracket or quote stands that is to be mended. */
  readonly offset: number;
  readonly what: string;
}

interface Piece {
  readonly source: string;
  readonly offset: number;
}

/** Marks that YAML's lexer puts between the pieces of the text; they are no part of it. */
const MARKS = ['\u0002', '\u001f', '\u0018'];
/** The mark where brackets are still open, and the line below is not indented as if it belonged in them. */
const LEFT_OPEN = '\u0018';
const CLOSING: Readonly<Record<string, string>> = { '[': ']', '{': '}' };

/** The first bracket or quote without its partner; null where all of them have one. */
export function bracketTrouble(text: YamlLines): BracketTrouble | null {
  const open: Piece[] = [];
  for (const piece of splitPieces(text.whole)) {
    const { source, offset } = piece;
    const opener = open.at(-1);
    if (isOpenQuote(source)) {
      return { offset, what: `the quote ${source[0]} that opens here is never closed` };
    }
    if (source === '[' || source === '{') open.push(piece);
    else if (source === ']' || source === '}') {
      if (opener === undefined) return { offset, what: `${source} closes nothing: no bracket is open here` };
      if (CLOSING[opener.source] !== source) return { offset, what: sayWrongPartner(opener, source, text) };
      open.pop();
    } else if (source === LEFT_OPEN && opener !== undefined) {
      const line = text.lineAt(offset);
      const what = `${sayUnclosed(opener)} before line ${line}: close it with ${CLOSING[opener.source]}, or indent what belongs in it`;
      return { offset: opener.offset, what };
    }
  }
  const left = open.at(-1);
  return left === undefined
    ? null
    : { offset: left.offset, what: `${sayUnclosed(left)}: add ${CLOSING[left.source]}` };
}

/** The quoted text that ends last before this place, where nothing but space is between them. */
export function quotedTextBefore(text: YamlLines, offset: number): Piece | null {
  const before = splitPieces(text.whole).filter(
    (piece) => piece.offset < offset && piece.source.trim() !== '' && !MARKS.includes(piece.source),
  );
  const last = before.at(-1);
  return last !== undefined && /^["']/.test(last.source) ? last : null;
}

function sayUnclosed({ source }: Piece): string {
  return `the bracket ${source} that opens here is not closed`;
}

function sayWrongPartner(opener: Piece, closer: string, text: YamlLines): string {
  const wanted = CLOSING[opener.source];
  return `${closer} stands where ${wanted} is wanted: the ${opener.source} of line ${text.lineAt(opener.offset)} is still open`;
}

function isOpenQuote(source: string): boolean {
  return /^["']/.test(source) && (source.length === 1 || source.at(-1) !== source[0]);
}

function splitPieces(text: string): Piece[] {
  let offset = 0;
  const pieces: Piece[] = [];
  for (const source of new Lexer().lex(text)) {
    pieces.push({ source, offset });
    if (!MARKS.includes(source)) offset += source.length;
  }
  return pieces;
}
