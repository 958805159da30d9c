// How records and everything else that programs read write a cell: with a word for every factor, also for
// factors that cells of its kind do not have.

import { FACTOR_NAMES, type FactorName, factorNamed, isFactorOf, type LevelOf } from './catalogue.ts';
import { type Cell, wordOf } from './cell.ts';
import { CELL_KINDS, type CellKind, type Word } from './factor.ts';
import { CALL_WORD } from './procedure.ts';
import { REQUEST_WORD } from './transport.ts';

export type RecordedCell = { readonly [Name in FactorName]: LevelOf<Name> extends number ? number : string };

export function recordedCell(cell: Cell): RecordedCell {
  return Object.fromEntries(FACTOR_NAMES.map((name) => [name, wordOf(cell, name)])) as RecordedCell;
}

/**
 * The cell that a record's words stand for. Records of an earlier Wirefare lack the factors that came later;
 * their cells get what every cell was before. Throws if a word is no level of its factor.
 */
export function cellFromRecord(recorded: Readonly<Partial<Record<FactorName, Word>>>): Cell {
  const words = Object.fromEntries(
    FACTOR_NAMES.map((name) => [name, recorded[name] ?? factorNamed(name).beforeItExisted]),
  ) as Readonly<Record<FactorName, Word | undefined>>;
  const kind = kindFromWords(words);
  const levels = FACTOR_NAMES.filter((name) => isFactorOf(kind, name)).map((name) => {
    const word = words[name];
    const level = isWord(word) ? factorNamed(name).parse(word) : null;
    if (level === null) throw new Error(`a recorded cell has ${name} ${word}, which is no level of it`);
    return [name, level];
  });
  return { kind, ...Object.fromEntries(levels) } as Cell;
}

function isWord(word: unknown): word is Word {
  return typeof word === 'string' || typeof word === 'number';
}

function kindFromWords({ transport, procedure }: Readonly<Partial<Record<FactorName, Word>>>): CellKind {
  if (transport !== REQUEST_WORD) return 'sequence';
  return procedure === CALL_WORD ? 'call' : 'request';
}

/** Writes a value as JSON with every cell as its words. */
export function recordedJson(value: unknown, indent: number): string {
  return JSON.stringify(value, (_, each: unknown) => (isCell(each) ? recordedCell(each) : each), indent);
}

/**
 * What `recordedJson` wrote, with cells as cells again. Throws where the text is no JSON or a word no level.
 */
export function parseRecordedJson(text: string): unknown {
  return JSON.parse(text, (_, each: unknown) => (isRecordedCell(each) ? cellFromRecord(each) : each));
}

function isRecordedCell(value: unknown): value is Partial<Record<FactorName, Word>> {
  if (typeof value !== 'object' || value === null) return false;
  const words = value as Partial<Record<FactorName | 'kind', unknown>>;
  return words.kind === undefined && isWord(words.dataset) && isWord(words.codec) && isWord(words.transport);
}

function isCell(value: unknown): value is Cell {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, dataset, codec } = value as Partial<Cell>;
  return CELL_KINDS.some((each) => each === kind) && dataset !== undefined && codec !== undefined;
}

/** The type of what such JSON reads back to: its cells hold words instead of levels. */
export type Recorded<T> = T extends Cell
  ? RecordedCell
  : T extends object
    ? { readonly [Name in keyof T]: Recorded<T[Name]> }
    : T;
