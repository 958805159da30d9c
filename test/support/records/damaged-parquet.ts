// A byte of a Parquet, changed as a bad disk or a bad copy changes one.

import { readFileSync, writeFileSync } from 'node:fs';
import { parquetMetadata } from 'hyparquet';

/** In the middle of what this column has in the first group of rows. */
export function damageColumn(path: string, name: string): void {
  const bytes = readFileSync(path);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
  const columns = parquetMetadata(buffer).row_groups[0]!.columns.map(({ meta_data: column }) => column!);
  const column = columns.find(({ path_in_schema: [own] }) => own === name)!;
  const start = Number(column.dictionary_page_offset ?? column.data_page_offset);
  bytes[start + Math.floor(Number(column.total_compressed_size) / 2)]! ^= 1;
  writeFileSync(path, bytes);
}
