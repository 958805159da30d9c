// samples.parquet: every sample with the factors of its cell, typed, for DuckDB and its like. Written a group
// of rows at a time, so that ten million samples take no more memory than a hundred thousand.

import { constants, zstdCompressSync } from 'node:zlib';
import { ByteWriter, type ColumnSource, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import type { RunFile } from '../../record/record.ts';
import {
  type NumberValues,
  type SampleTable,
  SampleTableBuilder,
  type WholeNumbers,
} from '../../record/sample-table.ts';
import type { Report, ReportInput, Write } from '../report.ts';
import {
  type ColumnsShown,
  columnsShown,
  type SampleColumn,
  sampleColumns,
} from '../tables/sample-columns.ts';

/**
 * Level 1 of zstd: a million samples in seconds, and a tenth larger than the default. With a checksum of each
 * page, which every reader of zstd looks at: a byte that changed is told, and no time that nobody measured.
 */
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 } };
export const ROWS_A_GROUP = 122_880;

/** Lines of samples.ndjson that could not be read, and so are no rows here. */
export const DAMAGED_LINES = 'wirefare.damagedLines';

export const parquetReport: Report = {
  name: 'parquet',
  fileName: 'samples.parquet',
  goesTo: 'file',
  tells: 'samples',
  render: writeParquet,
};

/** What it needs of a record is there before its summary is. */
export async function writeParquet(
  { run, samples }: Pick<ReportInput, 'run' | 'samples'>,
  write: Write,
): Promise<void> {
  const { cellIds, damagedLines } = samples;
  await writeParquetOf(run, { cellIds, damagedLines, shown: columnsShown(samples), parts: [samples] }, write);
}

/** Samples that come one part after the other, and what is known of all of them before. */
export interface SamplesInParts {
  readonly cellIds: readonly string[];
  readonly damagedLines: number;
  readonly shown: ColumnsShown;
  /** Each has all of `cellIds`; groups of rows end where parts do. */
  readonly parts: Iterable<SampleTable> | AsyncIterable<SampleTable>;
}

export async function writeParquetOf(
  run: RunFile,
  { cellIds, damagedLines, shown, parts }: SamplesInParts,
  write: Write,
): Promise<void> {
  const bytes = new ByteWriter();
  const none = sampleColumns(run, new SampleTableBuilder(0, cellIds).finish(), shown);
  const writer = new ParquetWriter({
    writer: bytes,
    schema: schemaFromColumnData({ columnData: none.map((column) => columnSource(column, 0, 0)) }),
    codec: 'ZSTD',
    compressors: { ZSTD: (raw: Uint8Array) => zstdCompressSync(raw, FAST) },
    // Minima and maxima would cost more time than any query on a record saves.
    statistics: false,
    createdBy: `wirefare ${run.wirefare}`,
    kvMetadata: [
      { key: 'wirefare.study', value: run.study.name },
      { key: 'wirefare.seed', value: String(run.plan.seed) },
      { key: 'wirefare.startedAt', value: run.startedAt },
      { key: DAMAGED_LINES, value: String(damagedLines) },
    ],
  });
  for await (const part of parts) {
    const columns = sampleColumns(run, part, shown);
    for (let from = 0; from < part.length; from += ROWS_A_GROUP) {
      const to = Math.min(part.length, from + ROWS_A_GROUP);
      await writer.write({
        columnData: columns.map((column) => columnSource(column, from, to)),
        rowGroupSize: ROWS_A_GROUP,
      });
      await handOn(bytes, write);
    }
  }
  await writer.finish();
  await handOn(bytes, write);
}

/** What was written so far; the writer goes on counting where it is in the file. */
async function handOn(bytes: ByteWriter, write: Write): Promise<void> {
  await write(bytes.getBytes().slice());
  bytes.index = 0;
}

/**
 * The rows from `from` to before `to`. Strings go in as they are and come out dictionary-encoded, because
 * they repeat; times hardly do, so they stay plain.
 */
function columnSource(column: SampleColumn, from: number, to: number): ColumnSource {
  const { name } = column;
  switch (column.kind) {
    case 'whole':
      return { name, type: 'INT32', nullable: false, data: new Int32Array(column.values.subarray(from, to)) };
    case 'number':
      return {
        ...{ name, type: 'DOUBLE', nullable: false, encoding: 'PLAIN' },
        data: asFloats(column.values.subarray(from, to)),
      };
    case 'figure':
    case 'whole-figure': {
      const type = column.kind === 'figure' ? 'DOUBLE' : 'INT32';
      const data = Array.from({ length: to - from }, (_, row) => column.of(from + row));
      return { name, type, nullable: true, data };
    }
    case 'flag':
      return {
        ...{ name, type: 'BOOLEAN', nullable: false },
        data: Array.from(column.values.subarray(from, to), (value) => value === 1),
      };
    case 'level':
      return levelSource(name, column.codes.subarray(from, to), column.levels);
    case 'text': {
      const data = Array.from({ length: to - from }, (_, row) => column.values.get(from + row) ?? null);
      return { name, type: 'STRING', nullable: true, data };
    }
  }
}

/** The writer only reads them, so what is as it needs them is not copied. */
function asFloats(values: NumberValues): Float64Array {
  return values instanceof Float64Array ? values : new Float64Array(values);
}

function levelSource(
  name: string,
  codes: WholeNumbers,
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
