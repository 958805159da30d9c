// samples.ndjson → SampleTable. A million lines have to be read in seconds, so whole chunks of lines are
// parsed at once; only a chunk that fails is taken line by line.

import type { SampleRow } from './record.ts';
import { type SampleTable, SampleTableBuilder } from './sample-table.ts';

type Chunks = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;

/**
 * Reads NDJSON from chunks of any size (a file stream, or the text at once). A line that is not a sample —
 * the half line that a killed run leaves — is counted in `damagedLines` and left out; nothing is thrown for
 * it.
 */
export async function readSamples(chunks: Chunks): Promise<SampleTable> {
  const builder = new SampleTableBuilder();
  for await (const lines of wholeLines(chunks)) addLines(builder, lines);
  return builder.finish();
}

/** The same in tables of at least so many rows but for the last: of any number of samples, one at a time. */
export async function* readSamplesInParts(chunks: Chunks, rows: number): AsyncGenerator<SampleTable> {
  let builder = new SampleTableBuilder(rows);
  for await (const lines of wholeLines(chunks)) {
    addLines(builder, lines);
    if (builder.length < rows) continue;
    yield builder.finish();
    builder = new SampleTableBuilder(rows);
  }
  yield builder.finish();
}

async function* wholeLines(chunks: Chunks): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const text = rest + (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }));
    const end = text.lastIndexOf('\n') + 1;
    yield text.slice(0, end);
    rest = text.slice(end);
  }
  yield rest + decoder.decode();
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
