// samples.ndjson → SampleTable. A million lines have to be read in seconds, so whole chunks of lines are
// parsed at once; only a chunk that fails is taken line by line.

import type { SampleRow } from './record.ts';
import { type SampleTable, SampleTableBuilder } from './sample-table.ts';

/**
 * Reads NDJSON from chunks of any size (a file stream, or the text at once). A line that is not a sample —
 * the half line that a killed run leaves — is counted in `damagedLines` and left out; nothing is thrown for
 * it.
 */
export async function readSamples(
  chunks: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
): Promise<SampleTable> {
  const builder = new SampleTableBuilder();
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const text = rest + (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }));
    const end = text.lastIndexOf('\n') + 1;
    addLines(builder, text.slice(0, end));
    rest = text.slice(end);
  }
  addLines(builder, rest + decoder.decode());
  return builder.finish();
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
