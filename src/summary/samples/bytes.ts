// Bytes of an exchange. Some engines do not tell all sizes, and none tells those of the header fields; the
// lab saw them when it checked the cell.

import { isSequence } from '../../factors/cell.ts';
import type { ByteMetric } from '../../items/metrics.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import type { CheckedCell } from '../../record/record.ts';
import type { NumberValues, SampleTable } from '../../record/sample-table.ts';
import { mean } from '../../stats/samples/quantile.ts';
import type { CellSummary } from '../summary.ts';
import { meanOver } from './column-means.ts';
import type { CellSamples, CountedSamples } from './counted-samples.ts';

/** Counts the bytes of the whole exchange: of both answers, where there are two. */
export function meanBytes(
  counted: CountedSamples,
  cell: PlannedCell,
  samples: CellSamples,
): NonNullable<CellSummary['bytes']> {
  const { table } = counted;
  if (isSequence(cell.factors)) return bytesOfMessages(table, samples.rows);
  const requests = Math.round(meanOver(table.requests, samples.rows));
  const checks = checksOf(counted, cell.id);
  const checked = (pick: (check: (typeof checks)[number]) => number) =>
    checks.length === 0 ? 0 : Math.round(mean(checks.map(pick))) * requests;
  return {
    encoded: told(table.numbers.bytesEncoded, samples.rows) ?? checked((check) => check.bytesEncoded),
    decoded: told(table.numbers.bytesDecoded, samples.rows) ?? checked((check) => check.bytesDecoded),
    headers: checked((check) => check.bytesHeaders),
    ...(cell.factors.kind === 'call' && { request: Math.round(meanRequest(table, samples.rows)) }),
  };
}

function checksOf({ sessions }: CountedSamples, id: string): readonly CheckedCell[] {
  return sessions.flatMap(({ checks }) => checks.filter(({ cell }) => cell === id));
}

/**
 * The least and the most of any exchange; null where none tells, as of header fields, for which the lab asks
 * once, and of messages, of which the lab itself draws other ones each time.
 */
export function bytesRange(
  metric: ByteMetric,
  counted: CountedSamples,
  cell: string,
): readonly [least: number, most: number] | null {
  const { numbers, calls, messages, requests } = counted.table;
  const rows = [...(counted.cells.get(cell)?.rows ?? [])];
  const [first] = rows;
  if (metric === 'headers' || first === undefined || messages.has(first)) return null;
  const ofRows = rows.map((row) =>
    metric === 'size' ? numbers.bytesEncoded[row]! : (calls.get(row)?.bytesRequest ?? 0),
  );
  const toldByRows = ofRows.filter((bytes) => bytes > 0);
  const told =
    metric === 'size' && toldByRows.length === 0
      ? checksOf(counted, cell).map(({ bytesEncoded }) => bytesEncoded * requests[first]!)
      : toldByRows;
  if (told.length === 0) return null;
  return told.reduce<readonly [number, number]>(
    ([least, most], bytes) => [Math.min(least, bytes), Math.max(most, bytes)],
    [Number.POSITIVE_INFINITY, 0],
  );
}

function meanRequest({ calls }: SampleTable, rows: Uint32Array): number {
  return mean(Array.from(rows, (row) => calls.get(row)?.bytesRequest ?? 0));
}

/** 0 of what a cell does not have. */
export function bytesFor(metric: ByteMetric, bytes: NonNullable<CellSummary['bytes']>): number {
  switch (metric) {
    case 'size':
      return bytes.encoded;
    case 'headers':
      return bytes.headers;
    case 'request.size':
      return bytes.request ?? 0;
  }
}

/** Of all messages of a sequence; what framing them takes is known a message (MessageSummary). */
function bytesOfMessages(table: SampleTable, rows: Uint32Array): NonNullable<CellSummary['bytes']> {
  const encoded = told(table.numbers.bytesEncoded, rows) ?? 0;
  return { encoded, decoded: told(table.numbers.bytesDecoded, rows) ?? encoded, headers: 0 };
}

/** Mean of the samples that have the figure; null where none has (no body is empty). */
function told(column: NumberValues, rows: Uint32Array): number | null {
  let sum = 0;
  let having = 0;
  for (let i = 0; i < rows.length; i++) {
    const bytes = column[rows[i]!]!;
    sum += bytes;
    if (bytes > 0) having++;
  }
  return having === 0 ? null : Math.round(sum / having);
}
