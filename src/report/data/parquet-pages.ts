// The pages of one column of a group of rows, from their bytes: numbers as they stand there, and what repeats
// by its codes. hyparquet, which reads every Parquet there is, makes a list of values of each column first;
// of ten million rows that takes longer than all else of reading them.

import { promisify } from 'node:util';
import { zstdDecompress, zstdDecompressSync } from 'node:zlib';
import type { ColumnMetaData, PageHeader, SchemaElement } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { readPlain } from 'hyparquet/src/plain.js';
import type { NumberValues } from '../../record/sample-table.ts';

export type Page = PlainPage | CodedPage;

/** A value for each row. */
export interface PlainPage {
  readonly values: ArrayLike<unknown>;
}

/** A code for each row, which stands for one of the levels. */
export interface CodedPage {
  readonly levels: ArrayLike<unknown>;
  readonly rows: number;
  /** Bits of a code. */
  readonly width: number;
  readonly codes: Uint8Array;
}

/** Whether a column is as our own files have them: without nulls, and compressed by zstd. */
export function hasOwnPages(
  { codec, encodings, path_in_schema: path, type }: ColumnMetaData,
  { repetition_type: repetition }: SchemaElement,
): boolean {
  const known = ['PLAIN', 'RLE_DICTIONARY', ...(type === 'BOOLEAN' ? ['RLE'] : [])];
  return (
    codec === 'ZSTD' &&
    path.length === 1 &&
    repetition === 'REQUIRED' &&
    TYPES.includes(type) &&
    encodings.every((encoding) => known.includes(encoding))
  );
}

const TYPES: readonly ColumnMetaData['type'][] = ['BOOLEAN', 'INT32', 'DOUBLE', 'BYTE_ARRAY'];

/** `bytes`: all of the column in the group. Decompressed by threads beside this one. */
export async function readPages(bytes: ArrayBuffer, { type }: ColumnMetaData): Promise<readonly Page[]> {
  const stored = storedPages(bytes);
  return pagesFrom(stored, await Promise.all(stored.map(pageBytes)), type);
}

/** The same, decompressed by this thread, each when it is asked for. A column without levels. */
export function* readPagesNow(bytes: ArrayBuffer, { type }: ColumnMetaData): Generator<Page> {
  for (const stored of storedPages(bytes)) yield* pagesFrom([stored], [pageBytesNow(stored)], type);
}

function pagesFrom(
  stored: readonly StoredPage[],
  pages: readonly Uint8Array[],
  type: ColumnMetaData['type'],
): readonly Page[] {
  let levels: ArrayLike<unknown> = [];
  return stored.flatMap(({ header }, i): Page | [] => {
    const page = pages[i]!;
    const {
      dictionary_page_header: dictionary,
      data_page_header_v2: v2,
      data_page_header: data = v2,
    } = header;
    if (dictionary !== undefined) {
      levels = plainValues(page, type, dictionary.num_values);
      return [];
    }
    if (data === undefined) throw new TypeError(`a page of ${header.type}`);
    const { encoding, num_values: rows } = data;
    if (encoding === 'PLAIN') return { values: plainValues(page, type, rows) };
    // Behind the length of the codes.
    if (encoding === 'RLE') return { levels: [false, true], rows, width: 1, codes: page.subarray(4) };
    return { levels, rows, width: page[0]!, codes: page.subarray(1) };
  });
}

interface StoredPage {
  readonly header: PageHeader;
  readonly body: Uint8Array<ArrayBuffer>;
}

function storedPages(bytes: ArrayBuffer): readonly StoredPage[] {
  const reader = { view: new DataView(bytes), offset: 0 };
  const pages: StoredPage[] = [];
  while (reader.offset < bytes.byteLength) {
    const header = parquetHeader(reader);
    const body = new Uint8Array(bytes, reader.offset, header.compressed_page_size);
    pages.push({ header, body });
    reader.offset += body.length;
  }
  return pages;
}

/** At once: by itself zlib puts together pieces of 16 kB, and looks for more when a piece is full. */
async function pageBytes({ header, body }: StoredPage): Promise<Uint8Array> {
  return isStoredPlain(header) ? body : unzstd(body, roomFor(header));
}

function pageBytesNow({ header, body }: StoredPage): Uint8Array {
  return isStoredPlain(header) ? body : zstdDecompressSync(body, roomFor(header));
}

function isStoredPlain(header: PageHeader): boolean {
  return header.data_page_header_v2?.is_compressed === false;
}

function roomFor(header: PageHeader) {
  return { chunkSize: Math.max(64, header.uncompressed_page_size + 1) };
}

const unzstd = promisify(zstdDecompress);

function plainValues(page: Uint8Array, type: ColumnMetaData['type'], count: number): ArrayLike<unknown> {
  const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
  const values = readPlain({ view, offset: 0 }, type, count, undefined);
  return type === 'BYTE_ARRAY' ? Array.from(values as Uint8Array[], (text) => UTF8.decode(text)) : values;
}

const UTF8 = new TextDecoder();

/**
 * Writes of each row what its code stands for in `numbers`, which has one for each level. A 0 is left as it
 * is: memory that nobody writes to takes none. Parquet's hybrid of runs and of packed codes, lowest bits
 * first.
 */
export function decodeCodes(
  { rows, width, codes }: CodedPage,
  numbers: ArrayLike<number>,
  to: NumberValues,
): void {
  const mask = 2 ** width - 1;
  let at = 0;
  for (let row = 0; row < rows; ) {
    let header = 0;
    for (let shift = 0, more = true; more; shift += 7) {
      if (at >= codes.length) throw new RangeError('the codes end too early');
      header |= (codes[at]! & 0x7f) << shift;
      more = codes[at++]! > 0x7f;
    }
    const length = header >>> 1;
    if ((header & 1) === 0) {
      let code = 0;
      for (let shift = 0; shift < width; shift += 8) code |= codes[at++]! << shift;
      const number = numbers[code]!;
      if (number !== 0) to.fill(number, row, row + length);
      row += length;
      continue;
    }
    const end = Math.min(rows, row + length * 8);
    const next = at + length * width;
    for (let [bits, held] = [0, 0]; row < end; row++) {
      for (; held < width; held += 8) bits |= codes[at++]! << held;
      const number = numbers[bits & mask]!;
      if (number !== 0) to[row] = number;
      bits >>>= width;
      held -= width;
    }
    at = next;
  }
}
