// The samples of a record in memory: one typed array for each column, so that a million samples take little
// room and are scanned quickly. Rows stand in the order of the file, which is the order in which they
// happened.

import { UserError } from '../base/errors.ts';
import { type AbsentColumn, mayBeAbsent, TIME_COLUMNS } from '../items/columns.ts';
import {
  type CallFigures,
  type MessageFigures,
  OUTCOMES,
  type Outcome,
  type Sample,
} from '../wire/sample.ts';
import type { SampleRow } from './record.ts';

/** Columns that are plain numbers: milliseconds and bytes, named as in the sample. */
export const NUMBER_COLUMNS = [
  'startMs',
  'totalMs',
  ...TIME_COLUMNS,
  'bytesEncoded',
  'bytesDecoded',
] as const satisfies readonly (keyof Sample)[];

export type NumberColumn = (typeof NUMBER_COLUMNS)[number];
type PresentColumn = Exclude<NumberColumn, AbsentColumn>;

/** Apart from those that a row may leave out, so that a million rows are added as fast as they can be. */
const PRESENT_COLUMNS = NUMBER_COLUMNS.filter((column): column is PresentColumn => !mayBeAbsent(column));
const ABSENT_COLUMNS = NUMBER_COLUMNS.filter(mayBeAbsent);

/** Bytes, which are whole numbers wherever nobody changed them by hand. */
export const BYTE_COLUMNS = ['bytesEncoded', 'bytesDecoded'] as const satisfies readonly NumberColumn[];
export type ByteColumn = (typeof BYTE_COLUMNS)[number];

/** As wide as the largest of them needs, or wider. */
export type WholeNumbers = Uint32Array | Uint16Array | Uint8Array;

export type NumberValues = Float64Array | WholeNumbers;

export interface SampleTable {
  readonly length: number;
  /** Cell ids (the empty exchange among them), in order of first appearance; `cell` holds indices into it. */
  readonly cellIds: readonly string[];
  readonly cell: WholeNumbers;
  readonly session: WholeNumbers;
  readonly block: WholeNumbers;
  readonly sequence: WholeNumbers;
  readonly requests: WholeNumbers;
  /** Index into OUTCOMES: 0 is completed. */
  readonly outcome: Uint8Array;
  /** 1 or 0. */
  readonly warmup: Uint8Array;
  /** 1 or 0; 0 in rows of records that have none. */
  readonly settling: Uint8Array;
  readonly firstUse: Uint8Array;
  /** 1 or 0. */
  readonly timingDoubtful: Uint8Array;
  /** Why a row did not complete, by row; only rows that have a reason. */
  readonly reasons: ReadonlyMap<number, string>;
  readonly numbers: Readonly<
    Record<Exclude<NumberColumn, ByteColumn>, Float64Array> & Record<ByteColumn, NumberValues>
  >;
  /** What only sequences of messages have, by row: requests take no room for it. */
  readonly messages: ReadonlyMap<number, MessageFigures>;
  /** What only calls have, likewise. */
  readonly calls: ReadonlyMap<number, CallFigures>;
  /** Lines that could not be read: a killed run may leave half a line. */
  readonly damagedLines: number;
  /** Columns that are still in the file: `numbers` has each whole as soon as it is asked for there. */
  readonly unread?: UnreadColumns;
  /** `sequence` and `numbers.startMs` were not read, which no summary needs; absent: all was. */
  readonly isForSummary?: true;
}

/** Whoever only adds up a column that is still in the file takes it a part at a time. */
export interface UnreadColumns {
  readonly names: ReadonlySet<NumberColumn>;
  /** All rows, in their order. Throws an UnreadableColumn where it cannot be read. */
  partsOf(name: NumberColumn): Iterable<PartOfColumn>;
}

/**
 * A column that was left in the file is damaged there. Whoever has the samples in another file reads that.
 */
export class UnreadableColumn extends UserError {}

export interface PartOfColumn {
  /** The row of the first value. */
  readonly at: number;
  readonly values: ArrayLike<number>;
}

/** Throws where a row cannot be told as it stood in the file. */
export function requireWhole({ isForSummary }: SampleTable): void {
  if (isForSummary === true) throw new Error('these samples were read for a summary alone');
}

/** The row as it stood in the file. */
export function rowAt(table: SampleTable, row: number): SampleRow {
  requireWhole(table);
  const numbers = Object.fromEntries(
    NUMBER_COLUMNS.map((column) => [column, table.numbers[column][row]!] as const).filter(
      ([column, value]) => value !== 0 || !mayBeAbsent(column),
    ),
  ) as Record<NumberColumn, number>;
  const messages = table.messages.get(row);
  const call = table.calls.get(row);
  return {
    session: table.session[row]!,
    warmup: table.warmup[row] === 1,
    ...(table.settling[row] === 1 && { settling: true as const }),
    ...(table.firstUse[row] === 1 && { firstUse: true as const }),
    cell: table.cellIds[table.cell[row]!]!,
    block: table.block[row]!,
    sequence: table.sequence[row]!,
    outcome: OUTCOMES[table.outcome[row]!]!,
    reason: table.reasons.get(row) ?? '',
    requests: table.requests[row]!,
    timingDoubtful: table.timingDoubtful[row] === 1,
    ...numbers,
    ...(messages !== undefined && { messages }),
    ...(call !== undefined && { call }),
  };
}

/** Rows in, table out. */
export function makeSampleTable(rows: Iterable<SampleRow>): SampleTable {
  const builder = new SampleTableBuilder();
  for (const row of rows) builder.add(row);
  return builder.finish();
}

/** Columns that grow by doubling. */
export class SampleTableBuilder {
  #length = 0;
  #capacity: number;
  #damagedLines = 0;
  readonly #cellIds: string[] = [];
  readonly #cellIndex = new Map<string, number>();
  readonly #reasons = new Map<number, string>();
  readonly #messages = new Map<number, MessageFigures>();
  readonly #calls = new Map<number, CallFigures>();
  #whole: Record<(typeof WHOLE_COLUMNS)[number], Uint32Array>;
  #small: Record<(typeof SMALL_COLUMNS)[number], Uint8Array>;
  #numbers: Record<NumberColumn, Float64Array>;

  /** `rows`: how many are foreseen; more make it grow. `cellIds`: cells that it has before any row. */
  constructor(rows = 1024, cellIds: readonly string[] = []) {
    this.#capacity = Math.max(1, rows);
    for (const id of cellIds) this.#indexOf(id);
    this.#whole = columns(WHOLE_COLUMNS, () => new Uint32Array(this.#capacity));
    this.#small = columns(SMALL_COLUMNS, () => new Uint8Array(this.#capacity));
    this.#numbers = columns(NUMBER_COLUMNS, () => new Float64Array(this.#capacity));
  }

  add(row: SampleRow): void {
    if (this.#length === this.#capacity) this.#grow();
    const at = this.#length++;
    this.#whole.cell[at] = this.#indexOf(row.cell);
    this.#whole.session[at] = row.session;
    this.#whole.block[at] = row.block;
    this.#whole.sequence[at] = row.sequence;
    this.#whole.requests[at] = row.requests;
    this.#small.outcome[at] = outcomeIndex(row.outcome);
    this.#small.warmup[at] = row.warmup ? 1 : 0;
    this.#small.settling[at] = row.settling === true ? 1 : 0;
    this.#small.firstUse[at] = row.firstUse === true ? 1 : 0;
    this.#small.timingDoubtful[at] = row.timingDoubtful ? 1 : 0;
    if (row.reason !== '') this.#reasons.set(at, row.reason);
    if (row.messages !== undefined) this.#messages.set(at, row.messages);
    if (row.call !== undefined) this.#calls.set(at, row.call);
    const numbers = this.#numbers;
    for (const column of PRESENT_COLUMNS) numbers[column][at] = row[column];
    for (const column of ABSENT_COLUMNS) numbers[column][at] = row[column] ?? 0;
  }

  addDamagedLine(): void {
    this.#damagedLines++;
  }

  get length(): number {
    return this.#length;
  }

  /** Copies these rows of another table, under the numbers that their sessions are to have. */
  addRows(table: SampleTable, rows: Uint32Array, numbers: ReadonlyMap<number, number>): void {
    requireWhole(table);
    while (this.#length + rows.length > this.#capacity) this.#grow();
    const start = this.#length;
    this.#length += rows.length;
    const cells = table.cellIds.map((id) => this.#indexOf(id));
    for (const name of WHOLE_COLUMNS) copyRows(table[name], rows, this.#whole[name], start);
    for (const name of SMALL_COLUMNS) copyRows(table[name], rows, this.#small[name], start);
    for (const name of NUMBER_COLUMNS) copyRows(table.numbers[name], rows, this.#numbers[name], start);
    const { cell, session } = this.#whole;
    for (let at = start; at < this.#length; at++) {
      cell[at] = cells[cell[at]!]!;
      session[at] = numbers.get(session[at]!)!;
    }
    copyEntries(table.reasons, rows, this.#reasons, start);
    copyEntries(table.messages, rows, this.#messages, start);
    copyEntries(table.calls, rows, this.#calls, start);
  }

  finish(): SampleTable {
    const length = this.#length;
    return {
      length,
      cellIds: this.#cellIds,
      ...columns(WHOLE_COLUMNS, (name) => this.#whole[name].subarray(0, length)),
      ...columns(SMALL_COLUMNS, (name) => this.#small[name].subarray(0, length)),
      reasons: this.#reasons,
      numbers: columns(NUMBER_COLUMNS, (name) => this.#numbers[name].subarray(0, length)),
      messages: this.#messages,
      calls: this.#calls,
      damagedLines: this.#damagedLines,
    };
  }

  #indexOf(cell: string): number {
    let index = this.#cellIndex.get(cell);
    if (index === undefined) {
      index = this.#cellIds.length;
      this.#cellIndex.set(cell, index);
      this.#cellIds.push(cell);
    }
    return index;
  }

  #grow(): void {
    this.#capacity *= 2;
    this.#whole = columns(WHOLE_COLUMNS, (name) =>
      larger(new Uint32Array(this.#capacity), this.#whole[name]),
    );
    this.#small = columns(SMALL_COLUMNS, (name) => larger(new Uint8Array(this.#capacity), this.#small[name]));
    this.#numbers = columns(NUMBER_COLUMNS, (name) =>
      larger(new Float64Array(this.#capacity), this.#numbers[name]),
    );
  }
}

/** What nobody writes to takes no memory: most columns of most records are 0 throughout. */
function copyRows(from: ArrayLike<number>, rows: Uint32Array, to: NumberValues, start: number): void {
  for (let i = 0; i < rows.length; i++) {
    const value = from[rows[i]!]!;
    if (value !== 0) to[start + i] = value;
  }
}

function copyEntries<V>(
  from: ReadonlyMap<number, V>,
  rows: Uint32Array,
  to: Map<number, V>,
  start: number,
): void {
  if (from.size === 0) return;
  for (let i = 0; i < rows.length; i++) {
    const value = from.get(rows[i]!);
    if (value !== undefined) to.set(start + i, value);
  }
}

const WHOLE_COLUMNS = ['cell', 'session', 'block', 'sequence', 'requests'] as const;
const SMALL_COLUMNS = ['outcome', 'warmup', 'settling', 'firstUse', 'timingDoubtful'] as const;

function columns<K extends string, A>(names: readonly K[], make: (name: K) => A): Record<K, A> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<K, A>;
}

function larger<A extends Uint32Array | Uint8Array | Float64Array>(room: A, old: A): A {
  room.set(old);
  return room;
}

function outcomeIndex(outcome: Outcome): number {
  return OUTCOMES.indexOf(outcome);
}
