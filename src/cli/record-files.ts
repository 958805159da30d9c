// Reading a record whole, and writing what is made from it back into its folder.

import { createReadStream, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../base/errors.ts';
import type { Host } from '../base/host.ts';
import { readProbes, readRun } from '../record/read-record.ts';
import { readSamples } from '../record/read-samples.ts';
import { FILES } from '../record/record-writer.ts';
import { tableOf } from '../record/sample-table.ts';
import type { Report, ReportInput } from '../report/report.ts';
import { summarise } from '../summary/summarise.ts';
import { weightedIndex } from '../summary/weighted-index.ts';
import type { Weights } from '../summary/weights.ts';
import { writeAtOnce, writeInChunks } from './output-file.ts';

/** What the user weighs, for an index in every report; null: nothing. */
export interface WeightsAsked {
  readonly weights: Weights;
  readonly baseline: string | null;
}

export async function readRecord(dir: string, asked: WeightsAsked | null = null): Promise<ReportInput> {
  const run = readRun(dir);
  const path = join(dir, FILES.samples);
  if (!existsSync(path) && run.sessions.some(({ status }) => status === 'complete')) {
    throw damaged(path, 'is missing, and sessions were complete');
  }
  if (existsSync(path) && !statSync(path).isFile()) throw damaged(path, 'is not a file');
  const samples = existsSync(path) ? await readSamples(createReadStream(path)) : tableOf([]);
  try {
    const probes = readProbes(dir);
    const summary = summarise(run, samples, probes);
    if (asked === null) return { run, samples, summary };
    const index = weightedIndex(run, samples, probes, summary, asked.weights, asked.baseline);
    return { run, samples, summary: { ...summary, index } };
  } catch (thrown) {
    // What this wirefare writes it can read: a type that is not there was changed by somebody.
    if (thrown instanceof TypeError) throw damaged(join(dir, FILES.run), `is damaged: ${thrown.message}`);
    throw thrown;
  }
}

/** Without an index: it is of the user's weights, and not of the record alone. */
export function writeSummary(dir: string, input: ReportInput): void {
  const { index: _, ...summary } = input.summary;
  writeAtOnce(join(dir, FILES.summary), `${JSON.stringify(summary, null, 1)}\n`);
}

/** Writes the report beside the record's files, or where `path` says; answers its path. */
export async function writeReport(
  dir: string,
  report: Report,
  input: ReportInput,
  path = join(dir, report.fileName),
): Promise<string> {
  await writeInChunks(path, (write) => report.render(input, write));
  return path;
}

function damaged(file: string, what: string): UserError {
  return new UserError([{ file, path: '', what }]);
}

/** How the terminal report is to look on this host's stdout. */
export function lookOf(host: Host): { readonly columns: number; readonly colour: boolean } {
  return { columns: host.columns, colour: host.colour };
}
