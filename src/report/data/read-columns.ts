// The columns of a file of samples, as a table of them: filled a group of rows and a column at a time.

import type { FileMetaData } from 'hyparquet';
import {
  BYTE_COLUMNS,
  type ByteColumn,
  NUMBER_COLUMNS,
  type NumberColumn,
  type NumberValues,
  type PartOfColumn,
  type SampleTable,
  type UnreadColumns,
  type WholeNumbers,
} from '../../record/sample-table.ts';
import { type CallFigures, type MessageFigures, OUTCOMES, type Outcome } from '../../wire/sample.ts';
import { callFigures } from '../tables/call-columns.ts';
import { messageFigures } from '../tables/message-columns.ts';
import { isAllZero, SparseColumns, WholeColumn } from './lean-columns.ts';
import { DAMAGED_LINES } from './parquet.ts';
import { decodeCodes, type Page } from './parquet-pages.ts';

/** As reports have it: those of the summary need neither when an exchange began nor how many came before. */
export type Tells = 'summary' | 'samples';
const OF_SAMPLES_ALONE: ReadonlySet<string> = new Set(['sequence', 'startMs']);
/** Only exchanges that did not complete have one, and a column of nulls takes as long as any to be read. */
const REASON = 'reason';

const WHOLE = ['cell', 'session', 'block', 'sequence', 'requests'] as const;
const FLAGS = ['warmup', 'settling', 'firstUse', 'timingDoubtful'] as const;
/** What samples have of them, and no figures that only calls or sequences of messages have. */
export const PLAIN: ReadonlySet<string> = new Set([...WHOLE, ...FLAGS, ...NUMBER_COLUMNS, 'outcome']);
/** By these alone messages and calls are known; records of requests have neither. */
const MARKS = ['delivered', 'bytesRequest'] as const;

/** Memory that nobody writes to takes none, so columns of zeros cost nothing. */
export class ColumnsOf {
  /** Those of every row. */
  readonly columns: readonly string[];
  /** Those of rows that did not complete. */
  readonly reasonColumns: readonly string[];
  readonly #unread: UnreadColumns | null;
  readonly #tells: Tells;
  readonly #length: number;
  readonly #damagedLines: number;
  readonly #whole: Record<(typeof WHOLE)[number] | ByteColumn, WholeColumn>;
  readonly #flags: Record<(typeof FLAGS)[number], Uint8Array>;
  readonly #numbers: SparseColumns<NumberColumn>;
  readonly #outcome: Uint8Array;
  readonly #cellIds: string[] = [];
  readonly #cellIndex = new Map<string, number>();
  readonly #reasons = new Map<number, string>();
  readonly #messages = new Map<number, MessageFigures>();
  readonly #calls = new Map<number, CallFigures>();
  /** Of the group that is read: what only some rows have. */
  #others = new Map<string, unknown[]>();

  /** `unread`: what stays in the file. */
  constructor(
    length: number,
    { schema, key_value_metadata: told = [] }: FileMetaData,
    tells: Tells,
    unread: UnreadColumns | null = null,
  ) {
    // Earlier versions did not tell.
    this.#damagedLines = Number(told.find(({ key }) => key === DAMAGED_LINES)?.value ?? 0);
    const names = schema.slice(1).map(({ name }) => name);
    if (!['session', 'cell', 'totalMs', 'outcome'].every((name) => names.includes(name)))
      throw new TypeError('it has other columns than samples have');
    const hasOthers = MARKS.some((name) => names.includes(name));
    const isUnread = (name: string) => unread?.names.has(name as NumberColumn) === true;
    const wanted = names.filter(
      (name) => (tells === 'samples' || !OF_SAMPLES_ALONE.has(name)) && !isUnread(name),
    );
    this.columns = wanted.filter((name) => name !== REASON && (hasOthers || PLAIN.has(name)));
    this.reasonColumns = wanted.filter((name) => name === REASON);
    this.#unread = unread;
    this.#tells = tells;
    this.#length = length;
    this.#whole = columnsOf([...WHOLE, ...BYTE_COLUMNS], () => new WholeColumn(length));
    this.#flags = columnsOf(FLAGS, () => new Uint8Array(length));
    this.#numbers = new SparseColumns(length);
    this.#outcome = new Uint8Array(length);
  }

  /** `values`: of rows from `at` on, as the file has them. */
  take(name: string, values: ArrayLike<unknown>, at: number): void {
    if (name === REASON) takeTexts(values as ArrayLike<string | null>, at, this.#reasons);
    else if (PLAIN.has(name)) {
      const isNumeric = ArrayBuffer.isView(values);
      const numbers = isNumeric ? (values as ArrayLike<number>) : this.#numbersOf(name, values);
      if (!isAllZero(numbers)) this.#roomFor(name, numbers, at).set(numbers, at);
    } else this.#others.set(name, [...(this.#others.get(name) ?? []), ...Array.from(values)]);
  }

  /** Answers how many rows there are in it. */
  takePage(name: string, page: Page, at: number): number {
    if ('values' in page) {
      this.take(name, page.values, at);
      return page.values.length;
    }
    const { levels, rows } = page;
    const numbers = this.#numbersOf(name, levels);
    const room = this.#roomFor(name, numbers, at);
    decodeCodes(page, numbers, room.subarray(at, at + rows));
    return rows;
  }

  hasFailures(from: number, to: number): boolean {
    return !isAllZero(this.#outcome.subarray(from, to));
  }

  endGroup(from: number, to: number): void {
    if (this.#others.size === 0) return;
    for (let row = from; row < to; row++) {
      const own = Object.fromEntries([...this.#others].map(([name, values]) => [name, values[row - from]]));
      const messages = messageFigures(own);
      const call = callFigures(own);
      if (messages !== null) this.#messages.set(row, messages);
      if (call !== null) this.#calls.set(row, call);
    }
    this.#others = new Map();
  }

  finish(): SampleTable {
    return {
      length: this.#length,
      cellIds: this.#cellIds,
      ...columnsOf(WHOLE, (name) => this.#whole[name].values as WholeNumbers),
      ...this.#flags,
      outcome: this.#outcome,
      reasons: this.#reasons,
      numbers: this.#withUnread({
        ...this.#numbers.finish(NUMBER_COLUMNS),
        ...columnsOf(BYTE_COLUMNS, (name) => this.#whole[name].values),
      }),
      messages: this.#messages,
      calls: this.#calls,
      damagedLines: this.#damagedLines,
      ...(this.#tells === 'summary' && { isForSummary: true as const }),
      ...(this.#unread !== null && { unread: this.#unread }),
    };
  }

  /** Who asks for a column that was left in the file has it whole from then on. */
  #withUnread(numbers: SampleTable['numbers']): SampleTable['numbers'] {
    const unread = this.#unread;
    const length = this.#length;
    for (const name of unread?.names ?? []) {
      let whole: Float64Array | null = null;
      const get = () => {
        whole ??= joined(unread!.partsOf(name), length);
        return whole;
      };
      Object.defineProperty(numbers, name, { enumerable: true, get });
    }
    return numbers;
  }

  /** The column, with room for these numbers from row `at` on. */
  #roomFor(name: string, numbers: ArrayLike<number>, at: number): NumberValues {
    if (name === 'outcome') return this.#outcome;
    if (isOf(WHOLE, name) || isOf(BYTE_COLUMNS, name)) return this.#whole[name].roomFor(numbers, at);
    if (isOf(FLAGS, name)) return this.#flags[name];
    if (isOf(NUMBER_COLUMNS, name)) return this.#numbers.toWrite(name);
    throw new TypeError(`no samples have ${name}`);
  }

  /** What its column has for each of the values. */
  #numbersOf(name: string, values: ArrayLike<unknown>): number[] {
    if (name === 'cell') return Array.from(values as ArrayLike<string>, (id) => this.#indexOfCell(id));
    if (name === 'outcome') return Array.from(values as ArrayLike<string>, outcomeIndex);
    return Array.from(values, Number);
  }

  #indexOfCell(id: string): number {
    const known = this.#cellIndex.get(id);
    if (known !== undefined) return known;
    this.#cellIndex.set(id, this.#cellIds.length);
    return this.#cellIds.push(id) - 1;
  }
}

function joined(parts: Iterable<PartOfColumn>, length: number): Float64Array {
  const whole = new Float64Array(length);
  for (const { at, values } of parts) whole.set(values, at);
  return whole;
}

function outcomeIndex(outcome: string): number {
  const index = OUTCOMES.indexOf(outcome as Outcome);
  if (index < 0) throw new TypeError(`no exchange ends with ${outcome}`);
  return index;
}

function takeTexts(values: ArrayLike<string | null>, at: number, to: Map<number, string>): void {
  for (let i = 0; i < values.length; i++) {
    const text = values[i];
    if (text != null && text !== '') to.set(at + i, text);
  }
}

function isOf<Name extends string>(names: readonly Name[], name: string): name is Name {
  return names.includes(name as Name);
}

function columnsOf<Name extends string, Column>(
  names: readonly Name[],
  make: (name: Name) => Column,
): Record<Name, Column> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Column>;
}
