// samples.parquet: every sample with the factors of its cell, typed, for DuckDB and its like.

import { constants, zstdCompressSync } from 'node:zlib';
import { ByteWriter, type ColumnSource, parquetWrite } from 'hyparquet-writer';
import type { Report } from '../report.ts';
import { type SampleColumn, sampleColumns } from '../tables/sample-columns.ts';

/** Level 1 of zstd: a million samples in seconds, and a tenth larger than the default. */
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
const ROWS_A_GROUP = 122_880;

export const parquetReport: Report = {
  name: 'parquet',
  fileName: 'samples.parquet',
  goesTo: 'file',
  tells: 'samples',
  async render({ run, samples }, write) {
    const writer = new ByteWriter();
    parquetWrite({
      writer,
      columnData: sampleColumns(run, samples).map((column) => columnSource(column, samples.length)),
      codec: 'ZSTD',
      compressors: { ZSTD: (bytes: Uint8Array) => zstdCompressSync(bytes, FAST) },
      rowGroupSize: ROWS_A_GROUP,
      // Minima and maxima would cost more time than any query on a record saves.
      statistics: false,
      createdBy: `wirefare ${run.wirefare}`,
      kvMetadata: [
        { key: 'wirefare.study', value: run.study.name },
        { key: 'wirefare.seed', value: String(run.plan.seed) },
        { key: 'wirefare.startedAt', value: run.startedAt },
      ],
    });
    await write(writer.getBytes());
  },
};

/**
 * Strings go in as they are and come out dictionary-encoded, because they repeat; times hardly do, so they
 * stay plain.
 */
function columnSource(column: SampleColumn, length: number): ColumnSource {
  const { name } = column;
  switch (column.kind) {
    case 'whole':
      return { name, type: 'INT32', nullable: false, data: new Int32Array(column.values) };
    case 'number':
      return { name, type: 'DOUBLE', nullable: false, encoding: 'PLAIN', data: column.values };
    case 'figure':
    case 'whole-figure': {
      const type = column.kind === 'figure' ? 'DOUBLE' : 'INT32';
      return { name, type, nullable: true, data: Array.from({ length }, (_, row) => column.of(row)) };
    }
    case 'flag':
      return {
        name,
        type: 'BOOLEAN',
        nullable: false,
        data: Array.from(column.values, (value) => value === 1),
      };
    case 'level':
      return levelSource(name, column.codes, column.levels);
    case 'text': {
      const data = new Array<string | null>(length).fill(null);
      for (const [row, text] of column.values) data[row] = text;
      return { name, type: 'STRING', nullable: true, data };
    }
  }
}

function levelSource(
  name: string,
  codes: Uint32Array | Uint8Array,
  levels: readonly (string | number | null)[],
): ColumnSource {
  const numeric = levels.some((level) => typeof level === 'number');
  const nullable = levels.includes(null);
  return {
    name,
    type: numeric ? 'INT32' : 'STRING',
    nullable,
    data: Array.from(codes, (code) => levels[code]!),
  };
}
