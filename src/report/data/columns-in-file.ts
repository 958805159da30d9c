// Columns of a large record that stay in its file. A summary asks most of them for nothing but sums: then
// they come a page at a time, and ten million values of each need no room.

import { closeSync, openSync, statSync } from 'node:fs';
import type { ColumnMetaData, FileMetaData } from 'hyparquet';
import { messageOf } from '../../base/errors.ts';
import {
  type NumberColumn,
  type PartOfColumn,
  UnreadableColumn,
  type UnreadColumns,
} from '../../record/sample-table.ts';
import { bytesAt } from './file-bytes.ts';
import { hasOwnPages, readPagesNow } from './parquet-pages.ts';

/** Added up, or put side by side in the order of cells. Whatever else is asked of one, it is read whole. */
const LEFT_IN_FILE = [
  'totalMs',
  'encodeMs',
  'compressMs',
  'queueMs',
  'stallMs',
  'deliveryMs',
  'decodeMs',
  'clientComputeMs',
  'handoverMs',
  'receiveMs',
] as const satisfies readonly NumberColumn[];

/** A file as it was when its footer was read. */
export interface FileState {
  readonly path: string;
  readonly ino: number;
  readonly size: number;
  readonly mtimeMs: number;
}

export function stateOf(path: string): FileState {
  const { ino, size, mtimeMs } = statSync(path);
  return { path, ino, size, mtimeMs };
}

export class ColumnsInFile implements UnreadColumns {
  readonly names: ReadonlySet<NumberColumn>;
  readonly #state: FileState;
  readonly #chunks: ReadonlyMap<NumberColumn, readonly ColumnMetaData[]>;
  readonly #rows: number;

  constructor(state: FileState, { schema, row_groups: groups, num_rows: rows }: FileMetaData) {
    this.#state = state;
    this.#rows = Number(rows);
    const chunks = new Map<NumberColumn, readonly ColumnMetaData[]>();
    for (const name of LEFT_IN_FILE) {
      const element = schema.find((each) => each.name === name);
      const own = groups.flatMap(({ columns }) =>
        columns.flatMap(({ meta_data: column }) => (column?.path_in_schema[0] === name ? [column] : [])),
      );
      const isOurs = (column: ColumnMetaData) =>
        hasOwnPages(column, element!) && column.type === 'DOUBLE' && isPlain(column);
      if (element !== undefined && own.length === groups.length && own.every(isOurs)) chunks.set(name, own);
    }
    this.#chunks = chunks;
    this.names = new Set(chunks.keys());
  }

  /** Throws an UnreadableColumn where the file is another one by now, or damaged. */
  *partsOf(name: NumberColumn): Generator<PartOfColumn> {
    const { path, ino, size, mtimeMs } = this.#state;
    const file = openSync(path, 'r');
    try {
      const now = stateOf(path);
      if (now.ino !== ino || now.size !== size || now.mtimeMs !== mtimeMs)
        throw new Error('somebody changed it meanwhile');
      let at = 0;
      for (const column of this.#chunks.get(name) ?? []) {
        const start = Number(column.dictionary_page_offset ?? column.data_page_offset);
        const bytes = bytesAt(file, start, start + Number(column.total_compressed_size));
        for (const page of readPagesNow(bytes, column)) {
          if (!('values' in page)) throw new TypeError('a page of codes');
          const values = page.values as ArrayLike<number>;
          yield { at, values };
          at += values.length;
        }
      }
      if (at !== this.#rows) throw new RangeError(`${name} has ${at} values and not ${this.#rows}`);
    } catch (thrown) {
      throw new UnreadableColumn([{ file: path, path: '', what: `cannot be read: ${messageOf(thrown)}` }]);
    } finally {
      closeSync(file);
    }
  }
}

function isPlain({ encodings }: ColumnMetaData): boolean {
  return encodings.every((encoding) => encoding === 'PLAIN');
}
