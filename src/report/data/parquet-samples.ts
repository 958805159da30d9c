// samples.parquet → the samples again, as they stood in samples.ndjson: a record that is kept for good needs
// the smaller of the two alone.

import { zstdDecompressSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import { mayBeAbsent } from '../../items/columns.ts';
import type { SampleRow } from '../../record/record.ts';
import { makeSampleTable, NUMBER_COLUMNS, type SampleTable } from '../../record/sample-table.ts';
import { callFigures } from '../tables/call-columns.ts';
import { messageFigures } from '../tables/message-columns.ts';

type Row = Readonly<Record<string, unknown>>;

/** Rejects where the bytes are no Parquet of samples. */
export async function samplesFromParquet(bytes: Uint8Array): Promise<SampleTable> {
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  const rows = await parquetReadObjects({
    file,
    compressors: { ZSTD: (input) => zstdDecompressSync(input) },
  });
  return makeSampleTable(rows.map(sampleRow));
}

function sampleRow(row: Row): SampleRow {
  const present = NUMBER_COLUMNS.filter((column) => !mayBeAbsent(column) || row[column] !== undefined);
  const messages = messageFigures(row);
  const call = callFigures(row);
  return {
    ...Object.fromEntries([...WHOLE, ...present].map((column) => [column, row[column]])),
    reason: row.reason ?? '',
    ...(row.settling === true && { settling: true as const }),
    ...(row.firstUse === true && { firstUse: true as const }),
    ...(messages !== null && { messages }),
    ...(call !== null && { call }),
  } as SampleRow;
}

const WHOLE = [
  'session',
  'block',
  'sequence',
  'warmup',
  'cell',
  'outcome',
  'requests',
  'timingDoubtful',
] as const satisfies readonly (keyof SampleRow)[];
