// samples.parquet → the samples again, as they stood in samples.ndjson: a record that is kept for good needs
// the smaller of the two alone. Read column by column and a group of rows at a time, since ten million
// samples as objects are more than a machine has room for.

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { zstdDecompressSync } from 'node:zlib';
import {
  type AsyncBuffer,
  type ColumnMetaData,
  type FileMetaData,
  parquetMetadataAsync,
  parquetRead,
  type RowGroup,
} from 'hyparquet';
import {
  BYTE_COLUMNS,
  type ByteColumn,
  NUMBER_COLUMNS,
  type NumberColumn,
  type NumberValues,
  type SampleTable,
  type WholeNumbers,
} from '../../record/sample-table.ts';
import { type CallFigures, type MessageFigures, OUTCOMES, type Outcome } from '../../wire/sample.ts';
import { callFigures } from '../tables/call-columns.ts';
import { messageFigures } from '../tables/message-columns.ts';
import { isAllZero, SparseColumns, WholeColumn } from './lean-columns.ts';
import { DAMAGED_LINES } from './parquet.ts';
import { decodeCodes, hasOwnPages, type Page, readPages } from './parquet-pages.ts';

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

/** From a file, a group of rows at a time, each a table of its own: of any number of samples, one at a time. */
export async function* samplePartsFromParquet(path: string): AsyncGenerator<SampleTable> {
  const opened = openSync(path, 'r');
  try {
    const file = fileBuffer(opened);
    const metadata = await parquetMetadataAsync(file);
    let rowStart = 0;
    for (const group of metadata.row_groups) {
      const rowEnd = rowStart + Number(group.num_rows);
      const table = new ColumnsOf(rowEnd - rowStart, metadata, 'samples');
      await readGroup({ file, metadata, group, rowStart, rowEnd, at: 0 }, table);
      // What could not be read is told of the whole file.
      yield rowStart === 0 ? table.finish() : { ...table.finish(), damagedLines: 0 };
      rowStart = rowEnd;
    }
    if (rowStart === 0) yield new ColumnsOf(0, metadata, 'samples').finish();
  } finally {
    closeSync(opened);
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
  const table = new ColumnsOf(Number(metadata.num_rows), metadata, tells);
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    await readGroup({ file, metadata, group, rowStart, rowEnd, at: rowStart }, table);
    rowStart = rowEnd;
  }
  return table.finish();
}

async function readGroup(rows: GroupOfRows, table: ColumnsOf): Promise<void> {
  const { rowStart, rowEnd, at } = rows;
  const end = at + rowEnd - rowStart;
  await readColumns(rows, table.columns, table);
  if (table.hasFailures(at, end)) await readColumns(rows, table.reasonColumns, table);
  table.endGroup(at, end);
}

interface GroupOfRows {
  readonly file: AsyncBuffer;
  readonly metadata: FileMetaData;
  readonly group: RowGroup;
  readonly rowStart: number;
  readonly rowEnd: number;
  /** Where the table has the first of them. */
  readonly at: number;
}

/** Each is taken as soon as it is decompressed, while others still are. */
async function readColumns(rows: GroupOfRows, names: readonly string[], table: ColumnsOf): Promise<void> {
  const { file, metadata, group, rowStart, rowEnd } = rows;
  const own = new Map<string, ColumnMetaData>();
  for (const { meta_data: column } of group.columns) {
    const name = column?.path_in_schema[0] ?? '';
    const element = metadata.schema.find((each) => each.name === name)!;
    if (column !== undefined && PLAIN.has(name) && hasOwnPages(column, element)) own.set(name, column);
  }
  const readOwn = async (name: string, column: ColumnMetaData) => {
    const start = Number(column.dictionary_page_offset ?? column.data_page_offset);
    const bytes = await file.slice(start, start + Number(column.total_compressed_size));
    let at = rows.at;
    for (const page of await readPages(bytes, column)) at += table.takePage(name, page, at);
  };
  await Promise.all(
    names.flatMap((name) => {
      const column = own.get(name);
      return column === undefined ? [] : readOwn(name, column);
    }),
  );
  const columns = names.filter((name) => !own.has(name));
  if (columns.length === 0) return;
  await parquetRead({
    ...{ file, metadata, rowStart, rowEnd, columns },
    compressors: { ZSTD: (input) => zstdDecompressSync(input) },
    onChunk: ({ columnName, columnData, rowStart: row }) =>
      table.take(columnName, columnData, row - rowStart + rows.at),
  });
}

/** As reports have it: those of the summary need neither when an exchange began nor how many came before. */
type Tells = 'summary' | 'samples';
const OF_SAMPLES_ALONE: ReadonlySet<string> = new Set(['sequence', 'startMs']);
/** Only exchanges that did not complete have one, and a column of nulls takes as long as any to be read. */
const REASON = 'reason';

const WHOLE = ['cell', 'session', 'block', 'sequence', 'requests'] as const;
const FLAGS = ['warmup', 'settling', 'firstUse', 'timingDoubtful'] as const;
/** What samples have of them, and no figures that only calls or sequences of messages have. */
const PLAIN: ReadonlySet<string> = new Set([...WHOLE, ...FLAGS, ...NUMBER_COLUMNS, 'outcome']);
/** By these alone messages and calls are known; records of requests have neither. */
const MARKS = ['delivered', 'bytesRequest'] as const;

/** Memory that nobody writes to takes none, so columns of zeros cost nothing. */
class ColumnsOf {
  /** Those of every row. */
  readonly columns: string[];
  /** Those of rows that did not complete. */
  readonly reasonColumns: string[];
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
      numbers: {
        ...this.#numbers.finish(NUMBER_COLUMNS),
        ...columnsOf(BYTE_COLUMNS, (name) => this.#whole[name].values),
      },
      messages: this.#messages,
      calls: this.#calls,
      damagedLines: this.#damagedLines,
      ...(this.#tells === 'summary' && { isForSummary: true as const }),
    };
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
