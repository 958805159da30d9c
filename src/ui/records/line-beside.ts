// The line of a record as it lies beside it, written whenever its summary is: a list then reads a kilobyte of
// each record, where the record itself takes 5 to 150 ms. It counts for the very files that it was made of,
// by their sizes and by their times to the second (archives keep no more), and in the words of one version.
// Whoever made a record by hand may have made this file too, so nothing in it is taken for granted.

import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { textOfPlainFile } from '../../base/files/plain-file.ts';
import type { RunFile } from '../../record/record.ts';
import { FILES, replaceFile } from '../../record/record-writer.ts';
import type { Summary } from '../../summary/summary.ts';
import { type RecordLine, recordLine } from './record-line.ts';

/** Of how it is written, and of the words in it. */
const LINE_VERSION = 2;
/** A longer file is none of ours. */
const MOST_BYTES = 64 * 1024;
const MADE_OF = [FILES.run, FILES.summary, FILES.samples, FILES.probes];

const text = z.string();
const LINE: z.ZodType<RecordLine> = z.object({
  title: text,
  study: text,
  startedAt: text,
  status: z.enum(['complete', 'running', 'interrupted', 'failed']),
  canGoOn: z.boolean(),
  sessions: z.object({ complete: z.number(), planned: z.number() }),
  answer: z
    .object({
      question: text,
      text,
      kind: z.enum(['decided', 'tie', 'within', 'open', 'note']),
      warnings: z.number(),
    })
    .nullable(),
  machine: text,
  clients: z.array(text),
  targets: z.array(text),
});

/** When the summary lies in the folder. Where it cannot be written, the list reads the record itself. */
export function writeLine(dir: string, run: RunFile, summary: Summary, version: string): void {
  // What goes on says something else in a moment.
  if (run.status === 'running') return;
  try {
    const kept = { by: writer(version), of: stateOf(dir), line: recordLine(run, summary) };
    replaceFile(join(dir, FILES.line), `${JSON.stringify(kept)}\n`);
  } catch {
    // Only slower.
  }
}

/** null: there is none of just this record, by this version. */
export function lineBeside(dir: string, version: string): RecordLine | null {
  try {
    const { by, of, line } = JSON.parse(textOfPlainFile(join(dir, FILES.line), MOST_BYTES) ?? '{}');
    return by === writer(version) && of === stateOf(dir) ? LINE.parse(line) : null;
  } catch {
    return null;
  }
}

/** Whose words a kept line is in. */
export function writer(version: string): string {
  return `${LINE_VERSION} ${version}`;
}

function stateOf(dir: string): string {
  return MADE_OF.map((name) => {
    const stats = lstatSync(join(dir, name), { throwIfNoEntry: false });
    return stats === undefined ? '-' : `${stats.size}:${Math.floor(stats.mtimeMs / 1_000)}`;
  }).join(' ');
}
