// What a factor is. Every factor is one file in this folder and one line in catalogue.ts; whatever else names
// factors (cell ids, records, filters, tables, the study file's schema) is derived from these declarations.
//
// A level has two forms. In the program it is typed: `{ coding: 'gzip', level: 6 }`. In study files, records
// and cell ids it is a word: `gzip-6`. Nobody outside this folder takes a word apart.

import { listed } from '../base/figures/plurals.ts';
import type { InShort } from '../base/spelling.ts';

/** request: GET and an answer · call: a request with a body · sequence: n messages over one transport. */
export const CELL_KINDS = ['request', 'call', 'sequence'] as const;
export type CellKind = (typeof CELL_KINDS)[number];

/** How a level is written in study files, records, columns and cell ids. */
export type Word = string | number;

/**
 * What a factor is to a comparison. way: how the data are sent, which is what somebody chooses · work: what
 * is done · place: between whom, over what · amount: how much. Cells are ranked against each other where they
 * differ in ways alone.
 */
export type Role = 'way' | 'work' | 'place' | 'amount';

export interface Factor<Name extends string = string, Level = unknown> {
  readonly name: Name;
  /** The cells that have it. */
  readonly kinds: readonly CellKind[];
  /** What records and tables of samples hold for cells of the other kinds: one word for each. */
  readonly otherKinds?: Readonly<Partial<Record<CellKind, Word>>>;
  readonly role: Role;
  /** Kinds of cells whose tables name its level in the title instead of in the rows. */
  readonly sharedInTable: readonly CellKind[];
  /** Factors whose levels belong to a level of this one, so they may differ where it does. */
  readonly followedBy?: readonly string[];
  /** The level of study files that name none. If it is absent, they must name one. */
  readonly byDefault?: Readonly<Partial<Record<CellKind, Word>>>;
  /** Kinds of cells whose ids leave the default out. */
  readonly unsaidIn: readonly CellKind[];
  /** A study that names no comparisons compares its levels, because one block visits all of them. */
  readonly comparedByDefault?: boolean;
  /** What every cell was before the factor existed; records of that time do not have the factor. */
  readonly beforeItExisted?: Word;
  /**
   * Whether study files have a key for it; false if another factor's word brings its level along
   * (`json/saxes`).
   */
  readonly inStudyFiles: boolean;
  /** Returns null if the word is no level. The same word always gives the same object. */
  parse(word: Word): Level | null;
  spell(level: Level): Word;
  /**
   * Whether a typed word stands for this level: it may stand for several, or be another spelling (`gzip`,
   * `1kB`).
   */
  covers(typed: Word, word: Word): boolean;
  /** What a typed word means, or what is wrong with it. */
  read(typed: Word, words: KnownWords, kind: CellKind): Reading;
  /** The words that a study file may hold; empty where they cannot be listed. */
  known(words: KnownWords): readonly string[];
  /** The level by itself, as a sentence or a title names it: `no compression`, `1 000 objects`. */
  say(word: Word, among: Among): string;
  /** Says under which levels something holds: `from 1 000 objects up`, `on 3g`. */
  condition(some: readonly Word[], among: Among): string;
  /** Sorts levels that have an order of their own. Without it, levels stay in order of appearance. */
  order?(a: Word, b: Word): number;
  /**
   * The question that a comparison of its levels answers. If it is absent, the question is which level is
   * faster.
   */
  readonly question?: string;
  readonly help: Help;
}

/** What the name of a level depends on: the levels beside it. */
export interface Among {
  /** Every level of a factor that stands beside it, in order of appearance; numbers ascend. */
  readonly wordsOf: (name: string) => readonly Word[];
  /** What n counts. */
  readonly noun: 'object' | 'message';
  /** A network with its figures, where they are known. */
  readonly sayNetwork: (name: string) => string;
}

/**
 * The words that catalogues, targets and clients bring. The caller hands them in, so that this folder needs
 * to import none of them.
 */
export interface KnownWords {
  readonly datasets: readonly string[];
  readonly formats: readonly {
    readonly name: string;
    readonly codecs: readonly { readonly name: string }[];
    readonly encoders: readonly string[];
  }[];
  readonly compressions: readonly CompressionWords[];
  readonly networks: readonly { readonly name: string }[];
  readonly browsers: readonly string[];
  readonly targets: readonly string[];
  /** Target → format → its encoders. */
  readonly targetEncoders: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

export interface CompressionWords {
  readonly name: string;
  /** Empty where it has none. */
  readonly levels: readonly number[];
  readonly defaultLevel: number | null;
}

export type Reading =
  | { readonly word: Word }
  | { readonly wrong: string }
  | { readonly unknown: true; readonly allowed: readonly string[]; readonly inShort?: InShort };

/** For the reference page and editors. */
export interface Help {
  readonly says: (words: KnownWords) => string;
  /** Words that editors complete. If it is absent, editors complete the known words. */
  readonly completed?: (words: KnownWords) => readonly string[];
  readonly examples: readonly (Word | readonly Word[] | object)[];
  /** What stands in a study file: words, whole numbers, or either. */
  readonly shape: 'words' | 'numbers' | 'either';
}

export const ALL_KINDS = CELL_KINDS;

/** Names levels by `say`, and conditions as `over HTTP/2 and HTTP/3`. */
export function inWords(preposition: string, say: (word: Word, among: Among) => string) {
  return {
    say,
    condition: (some: readonly Word[], among: Among): string =>
      `${preposition} ${listed(some.map((word) => say(word, among)))}`,
  };
}

/** For factors whose level is its own word. */
export const AS_IT_STANDS = {
  spell: (level: Word): Word => level,
  covers: (typed: Word, word: Word): boolean => typed === word,
};

/** Reads a word that must be one of `allowed`. */
export function oneOf(typed: Word, allowed: readonly string[]): Reading {
  return allowed.includes(String(typed)) ? { word: String(typed) } : { unknown: true, allowed };
}

/** A level out of a closed list; null for any other word. */
export function levelIn<Level extends string>(levels: readonly Level[], word: Word): Level | null {
  return levels.find((level) => level === word) ?? null;
}

/** The same object for the same word, so that levels may be compared and grouped as they are. */
export function remembered<Level>(parse: (word: Word) => Level | null): (word: Word) => Level | null {
  const levels = new Map<Word, Level | null>();
  return (word) => {
    if (!levels.has(word)) levels.set(word, parse(word));
    return levels.get(word)!;
  };
}
