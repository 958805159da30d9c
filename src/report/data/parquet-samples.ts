// samples.parquet → the samples again, as they stood in samples.ndjson: a record that is kept for good needs
// the smaller of the two alone. Read column by column and a group of rows at a time, since ten million
// samples as objects are more than a machine has room for.

import { closeSync, fstatSync, openSync } from 'node:fs';
import { zstdDecompressSync } from 'node:zlib';
import {
  type AsyncBuffer,
  type ColumnMetaData,
  type FileMetaData,
  parquetMetadataAsync,
  parquetRead,
  type RowGroup,
} from 'hyparquet';
import type { SampleTable } from '../../record/sample-table.ts';
import { ColumnsInFile, stateOf } from './columns-in-file.ts';
import { bytesAt } from './file-bytes.ts';
import { hasOwnPages, type Page, readPages } from './parquet-pages.ts';
import { ColumnsOf, PLAIN, type Tells } from './read-columns.ts';

/** Of fewer samples every column that is asked for has room. */
const MANY_ROWS = 2_000_000;

/**
 * From the bytes of a file, or from a file by its path; `tells`: what is to be told from it, of which
 * `summary` needs less, and leaves some of a file with so many rows in it. Rejects where there is no Parquet
 * of samples.
 */
export async function samplesFromParquet(
  from: Uint8Array | string,
  tells: Tells = 'samples',
  manyRows = MANY_ROWS,
): Promise<SampleTable> {
  if (typeof from !== 'string') return readTable(bufferOf(from), tells);
  const file = openSync(from, 'r');
  try {
    const metadata = await parquetMetadataAsync(fileBuffer(file));
    const isLarge = tells === 'summary' && Number(metadata.num_rows) >= manyRows;
    return await readTable(
      fileBuffer(file),
      tells,
      isLarge ? new ColumnsInFile(stateOf(from), metadata) : null,
    );
  } finally {
    closeSync(file);
  }
}

/**
 * From a file, a group of rows at a time, each a table of its own: of any number of samples, one at a time.
 */
export async function* samplePartsFromParquet(path: string): AsyncGenerator<SampleTable> {
  const opened = openSync(path, 'r');
  try {
    const file = fileBuffer(opened);
    const metadata = await parquetMetadataAsync(file);
    const none = new ColumnsOf(0, metadata, 'samples');
    let isFirst = true;
    for await (const rows of groupsOfRows(file, metadata, none.columns)) {
      const table = new ColumnsOf(rows.rowEnd - rows.rowStart, metadata, 'samples');
      await takeGroup(rows, table, 0);
      // What could not be read is told of the whole file.
      yield isFirst ? table.finish() : { ...table.finish(), damagedLines: 0 };
      isFirst = false;
    }
    if (isFirst) yield none.finish();
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
    slice: (start, end = size) => bytesAt(file, start, end),
  };
}

async function readTable(
  file: AsyncBuffer,
  tells: Tells,
  unread: ColumnsInFile | null = null,
): Promise<SampleTable> {
  const metadata = await parquetMetadataAsync(file);
  const table = new ColumnsOf(Number(metadata.num_rows), metadata, tells, unread);
  for await (const rows of groupsOfRows(file, metadata, table.columns))
    await takeGroup(rows, table, rows.rowStart);
  return table.finish();
}

interface GroupOfRows {
  readonly file: AsyncBuffer;
  readonly metadata: FileMetaData;
  readonly rowStart: number;
  readonly rowEnd: number;
  /** Of the columns that are as our own files have them. */
  readonly pages: ReadonlyMap<string, readonly Page[]>;
}

/** While the pages of one are taken, threads decompress those of the next. */
async function* groupsOfRows(
  file: AsyncBuffer,
  metadata: FileMetaData,
  columns: readonly string[],
): AsyncGenerator<GroupOfRows> {
  const pagesOf = (group: RowGroup | undefined) => {
    const pages = group === undefined ? NO_PAGES : ownPages(file, metadata, group, columns);
    // Whoever reads on hears of it; nobody else needs to.
    pages.catch(() => undefined);
    return pages;
  };
  let rowStart = 0;
  let next = pagesOf(metadata.row_groups[0]);
  for (const [i, group] of metadata.row_groups.entries()) {
    const pages = await next;
    next = pagesOf(metadata.row_groups[i + 1]);
    const rowEnd = rowStart + Number(group.num_rows);
    yield { file, metadata, rowStart, rowEnd, pages };
    rowStart = rowEnd;
  }
}

const NO_PAGES: Promise<GroupOfRows['pages']> = Promise.resolve(new Map());

async function ownPages(
  file: AsyncBuffer,
  { schema }: FileMetaData,
  group: RowGroup,
  names: readonly string[],
): Promise<GroupOfRows['pages']> {
  const columns = group.columns.flatMap(({ meta_data: column }) => {
    const name = column?.path_in_schema[0] ?? '';
    const element = schema.find((each) => each.name === name)!;
    const isOwn =
      column !== undefined && names.includes(name) && PLAIN.has(name) && hasOwnPages(column, element);
    return isOwn ? [{ name, column }] : [];
  });
  const read = async ({ name, column }: { name: string; column: ColumnMetaData }) => {
    const start = Number(column.dictionary_page_offset ?? column.data_page_offset);
    const bytes = await file.slice(start, start + Number(column.total_compressed_size));
    return [name, await readPages(bytes, column)] as const;
  };
  return new Map(await Promise.all(columns.map(read)));
}

/** `at`: where the table has the first of its rows. */
async function takeGroup(rows: GroupOfRows, table: ColumnsOf, at: number): Promise<void> {
  const { rowStart, rowEnd, pages } = rows;
  for (const [name, own] of pages) {
    let next = at;
    for (const page of own) next += table.takePage(name, page, next);
    if (next !== at + rowEnd - rowStart)
      throw new RangeError(`${name} has ${next - at} values and not ${rowEnd - rowStart}`);
  }
  await takeOthers(
    rows,
    table.columns.filter((name) => !pages.has(name)),
    table,
    at,
  );
  const end = at + rowEnd - rowStart;
  if (table.hasFailures(at, end)) await takeOthers(rows, table.reasonColumns, table, at);
  table.endGroup(at, end);
}

/** Columns that hyparquet reads. */
async function takeOthers(
  { file, metadata, rowStart, rowEnd }: GroupOfRows,
  columns: readonly string[],
  table: ColumnsOf,
  at: number,
): Promise<void> {
  if (columns.length === 0) return;
  await parquetRead({
    ...{ file, metadata, rowStart, rowEnd, columns: [...columns] },
    compressors: { ZSTD: (input) => zstdDecompressSync(input) },
    onChunk: (chunk) => table.take(chunk.columnName, chunk.columnData, chunk.rowStart - rowStart + at),
  });
}
