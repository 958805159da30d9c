// samples.parquet → the samples again, as they stood in samples.ndjson: a record that is kept for good needs
// the smaller of the two alone. Read column by column and a group of rows at a time, since ten million
// samples as objects are more than a machine has room for.

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { zstdDecompressSync } from 'node:zlib';
import { type AsyncBuffer, type FileMetaData, parquetMetadataAsync, parquetRead } from 'hyparquet';
import { NUMBER_COLUMNS, type NumberColumn, type SampleTable } from '../../record/sample-table.ts';
import { type CallFigures, type MessageFigures, OUTCOMES, type Outcome } from '../../wire/sample.ts';
import { callFigures } from '../tables/call-columns.ts';
import { messageFigures } from '../tables/message-columns.ts';
import { DAMAGED_LINES } from './parquet.ts';

/**
 * From the bytes of a file, or from a file by its path; `tells`: what is to be told from it, of which
 * `summary` needs less. Rejects where there is no Parquet of samples.
 */
export async function samplesFromParquet(
  from: Uint8Array | string,
  tells: Tells = 'samples',
): Promise<SampleTable> {
  if (typeof from !== 'string') return readTable(bufferOf(from), tells);
  const file = openSync(from, 'r');
  try {
    return await readTable(fileBuffer(file), tells);
  } finally {
    closeSync(file);
  }
}

function bufferOf(bytes: Uint8Array): AsyncBuffer {
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  return { byteLength: buffer.byteLength, slice: (start, end) => buffer.slice(start, end) };
}

function fileBuffer(file: number): AsyncBuffer {
  const { size } = fstatSync(file);
  return {
    byteLength: size,
    slice: (start, end = size) => {
      const buffer = new ArrayBuffer(end - start);
      const view = new Uint8Array(buffer);
      for (let read = 0; read < view.length; ) {
        const more = readSync(file, view, read, view.length - read, start + read);
        if (more === 0) throw new RangeError('the file ends too early');
        read += more;
      }
      return buffer;
    },
  };
}

async function readTable(file: AsyncBuffer, tells: Tells): Promise<SampleTable> {
  const metadata = await parquetMetadataAsync(file);
  const length = Number(metadata.num_rows);
  const table = new ColumnsOf(length, metadata, tells);
  let rowStart = 0;
  for (const { num_rows: rows } of metadata.row_groups) {
    const rowEnd = rowStart + Number(rows);
    const read = (columns: string[]) =>
      parquetRead({
        ...{ file, metadata, rowStart, rowEnd, columns },
        compressors: { ZSTD: (input) => zstdDecompressSync(input) },
        onChunk: (chunk) => table.take(chunk.columnName, chunk.columnData, chunk.rowStart),
      });
    await read(table.columns);
    if (table.hasFailures(rowStart, rowEnd)) await read(table.reasonColumns);
    table.endGroup(rowStart, rowEnd);
    rowStart = rowEnd;
  }
  return table.finish();
}

/** As reports have it: those of the summary need neither when an exchange began nor how many came before. */
type Tells = 'summary' | 'samples';
const OF_SAMPLES_ALONE: ReadonlySet<string> = new Set(['sequence', 'startMs']);
/** Only exchanges that did not complete have one, and a column of nulls takes as long as any to be read. */
const REASON = 'reason';

const WHOLE = ['session', 'block', 'sequence', 'requests'] as const;
const FLAGS = ['warmup', 'settling', 'firstUse', 'timingDoubtful'] as const;
/** What samples have of them, and no figures that only calls or sequences of messages have. */
const PLAIN: ReadonlySet<string> = new Set([...WHOLE, ...FLAGS, ...NUMBER_COLUMNS, 'cell', 'outcome']);
/** By these alone messages and calls are known; records of requests have neither. */
const MARKS = ['delivered', 'bytesRequest'] as const;

/** Pages that nobody writes to take no memory, so columns of zeros cost nothing. */
class ColumnsOf {
  /** Those of every row. */
  readonly columns: string[];
  /** Those of rows that did not complete. */
  readonly reasonColumns: string[];
  readonly #tells: Tells;
  readonly #length: number;
  readonly #damagedLines: number;
  readonly #whole: Record<(typeof WHOLE)[number], Uint32Array>;
  readonly #flags: Record<(typeof FLAGS)[number], Uint8Array>;
  readonly #numbers: Record<NumberColumn, Float64Array>;
  readonly #cell: Uint32Array;
  readonly #outcome: Uint8Array;
  readonly #cellIds: string[] = [];
  readonly #cellIndex = new Map<string, number>();
  readonly #reasons = new Map<number, string>();
  readonly #messages = new Map<number, MessageFigures>();
  readonly #calls = new Map<number, CallFigures>();
  /** Of the group that is read: what only some rows have. */
  #others = new Map<string, unknown[]>();

  constructor(length: number, { schema, key_value_metadata: told = [] }: FileMetaData, tells: Tells) {
    // Earlier versions did not tell.
    this.#damagedLines = Number(told.find(({ key }) => key === DAMAGED_LINES)?.value ?? 0);
    const names = schema.slice(1).map(({ name }) => name);
    if (!['session', 'cell', 'totalMs', 'outcome'].every((name) => names.includes(name)))
      throw new TypeError('it has other columns than samples have');
    const hasOthers = MARKS.some((name) => names.includes(name));
    const wanted = names.filter((name) => tells === 'samples' || !OF_SAMPLES_ALONE.has(name));
    this.columns = wanted.filter((name) => name !== REASON && (hasOthers || PLAIN.has(name)));
    this.reasonColumns = wanted.filter((name) => name === REASON);
    this.#tells = tells;
    this.#length = length;
    this.#whole = columnsOf(WHOLE, () => new Uint32Array(length));
    this.#flags = columnsOf(FLAGS, () => new Uint8Array(length));
    this.#numbers = columnsOf(NUMBER_COLUMNS, () => new Float64Array(length));
    this.#cell = new Uint32Array(length);
    this.#outcome = new Uint8Array(length);
  }

  take(name: string, values: ArrayLike<unknown>, at: number): void {
    if (name === 'cell') this.#takeCells(values as ArrayLike<string>, at);
    else if (name === 'outcome') this.#takeOutcomes(values as ArrayLike<Outcome>, at);
    else if (name === REASON) takeTexts(values as ArrayLike<string | null>, at, this.#reasons);
    else if (isOf(WHOLE, name)) this.#whole[name].set(values as ArrayLike<number>, at);
    else if (isOf(FLAGS, name)) takeFlags(values as ArrayLike<boolean>, at, this.#flags[name]);
    else if (isOf(NUMBER_COLUMNS, name)) takeNumbers(values as ArrayLike<number>, at, this.#numbers[name]);
    else this.#others.set(name, [...(this.#others.get(name) ?? []), ...Array.from(values)]);
  }

  hasFailures(from: number, to: number): boolean {
    return this.#outcome.subarray(from, to).some((outcome) => outcome !== 0);
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
      cell: this.#cell,
      ...this.#whole,
      ...this.#flags,
      outcome: this.#outcome,
      reasons: this.#reasons,
      numbers: this.#numbers,
      messages: this.#messages,
      calls: this.#calls,
      damagedLines: this.#damagedLines,
      ...(this.#tells === 'summary' && { isForSummary: true as const }),
    };
  }

  /** Few ids stand one after the other, so the last one is most often it. */
  #takeCells(values: ArrayLike<string>, at: number): void {
    let [last, index] = ['', -1];
    for (let i = 0; i < values.length; i++) {
      const id = values[i]!;
      if (id !== last || index < 0) {
        last = id;
        index = this.#cellIndex.get(id) ?? this.#newCell(id);
      }
      this.#cell[at + i] = index;
    }
  }

  #newCell(id: string): number {
    this.#cellIndex.set(id, this.#cellIds.length);
    return this.#cellIds.push(id) - 1;
  }

  #takeOutcomes(values: ArrayLike<Outcome>, at: number): void {
    let [last, outcome] = [OUTCOMES[0] as Outcome, 0];
    for (let i = 0; i < values.length; i++) {
      const value = values[i]!;
      if (value !== last) outcome = OUTCOMES.indexOf(value);
      last = value;
      if (outcome < 0) throw new TypeError(`no exchange ends with ${value}`);
      if (outcome > 0) this.#outcome[at + i] = outcome;
    }
  }
}

function takeTexts(values: ArrayLike<string | null>, at: number, to: Map<number, string>): void {
  for (let i = 0; i < values.length; i++) {
    const text = values[i];
    if (text != null && text !== '') to.set(at + i, text);
  }
}

function takeFlags(values: ArrayLike<boolean>, at: number, to: Uint8Array): void {
  for (let i = 0; i < values.length; i++) if (values[i] === true) to[at + i] = 1;
}

function takeNumbers(values: ArrayLike<number>, at: number, to: Float64Array): void {
  for (let i = 0; i < values.length; i++) {
    if (values[i] === 0) continue;
    to.set(values, at);
    return;
  }
}

function isOf<Name extends string>(names: readonly Name[], name: string): name is Name {
  return names.includes(name as Name);
}

function columnsOf<Name extends string, Column>(
  names: readonly Name[],
  make: () => Column,
): Record<Name, Column> {
  return Object.fromEntries(names.map((name) => [name, make()])) as Record<Name, Column>;
}
