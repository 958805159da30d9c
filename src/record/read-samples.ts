// samples.ndjson → SampleTable. A million lines have to be read in seconds, so they are read from their
// bytes; from the first one in a chunk that is none of the plain ones, whole chunks of lines are parsed at
// once, and only a chunk that fails is taken line by line.

import { createReadStream, statSync } from 'node:fs';
import type { SampleRow } from './record.ts';
import { SampleScanner } from './sample-scanner.ts';
import { type SampleTable, SampleTableBuilder } from './sample-table.ts';

/** No line is shorter. */
export const LEAST_LINE_BYTES = 250;
const PIECE_BYTES = 1 << 20;
const NEWLINE = 0x0a;

/** Of a record's file; one that grows meanwhile is read as far as it then goes. */
export function readSampleFile(path: string): Promise<SampleTable> {
  const rows = Math.ceil(statSync(path).size / LEAST_LINE_BYTES);
  return readSamples(createReadStream(path, { highWaterMark: PIECE_BYTES }), rows);
}

/**
 * Reads NDJSON from chunks of any size (a file stream, or the text at once). A line that is not a sample —
 * the half line that a killed run leaves — is counted in `damagedLines` and left out; nothing is thrown for
 * it. `rows`: how many are foreseen.
 */
export async function readSamples(
  chunks: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
  rows?: number,
): Promise<SampleTable> {
  const builder = new SampleTableBuilder(rows);
  const scanner = new SampleScanner();
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = bytesOf(chunk);
    const first = bytes.indexOf(NEWLINE) + 1;
    // A line over the border of two chunks, which alone has to be put together.
    rest = Buffer.concat([rest, bytes.subarray(0, first === 0 ? bytes.length : first)]);
    if (first === 0) continue;
    takeLines(builder, scanner, rest);
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    takeLines(builder, scanner, bytes.subarray(first, end));
    rest = bytes.subarray(end);
  }
  takeLines(builder, scanner, rest);
  return builder.finish();
}

function bytesOf(chunk: Uint8Array | string): Buffer {
  if (typeof chunk === 'string') return Buffer.from(chunk);
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
}

function takeLines(builder: SampleTableBuilder, scanner: SampleScanner, bytes: Buffer): void {
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline < 0 ? bytes.length : newline;
    if (!scanner.scan(bytes, start, end)) {
      addLines(builder, bytes.toString('utf8', start));
      return;
    }
    builder.addValues(scanner.cell, scanner.outcome, scanner.reason, scanner.values);
    start = end + 1;
  }
}

function addLines(builder: SampleTableBuilder, text: string): void {
  const lines = text.trim();
  if (lines === '') return;
  const rows = parsed(`[${lines.replaceAll('\n', ',')}]`);
  if (Array.isArray(rows) && rows.every(isSampleRow)) {
    for (const row of rows) builder.add(row);
    return;
  }
  for (const line of lines.split('\n')) {
    if (line.trim() === '') continue;
    const row = parsed(line);
    if (isSampleRow(row)) builder.add(row);
    else builder.addDamagedLine();
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** The record is our own, so this tells whole lines from halves; it does not check every field of them. */
function isSampleRow(value: unknown): value is SampleRow {
  if (typeof value !== 'object' || value === null) return false;
  const row = value as Partial<SampleRow>;
  return typeof row.cell === 'string' && typeof row.totalMs === 'number' && typeof row.session === 'number';
}
