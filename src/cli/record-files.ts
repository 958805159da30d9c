// Reading a record whole, and writing what is made from it back into its folder.

import { createReadStream, createWriteStream, existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Host } from '../base/host.ts';
import { readProbes, readRun } from '../record/read-record.ts';
import { readSamples } from '../record/read-samples.ts';
import { FILES, replaceFile } from '../record/record-writer.ts';
import { tableOf } from '../record/sample-table.ts';
import type { Report, ReportInput } from '../report/report.ts';
import { summarise } from '../summary/summarise.ts';

export async function readRecord(dir: string): Promise<ReportInput> {
  const run = readRun(dir);
  const path = join(dir, FILES.samples);
  const samples = existsSync(path) ? await readSamples(createReadStream(path)) : tableOf([]);
  return { run, samples, summary: summarise(run, samples, readProbes(dir)) };
}

export function writeSummary(dir: string, input: ReportInput): void {
  replaceFile(join(dir, FILES.summary), `${JSON.stringify(input.summary, null, 1)}\n`);
}

/** Writes the report beside the record's files, or where `path` says; answers its path. */
export async function writeReport(
  dir: string,
  report: Report,
  input: ReportInput,
  path = join(dir, report.fileName),
): Promise<string> {
  const beside = `${path}.writing`;
  const file = createWriteStream(beside);
  await renderTo(file, report, input);
  file.end();
  await finished(file);
  renameSync(beside, path);
  return path;
}

/** Keeps to the pace of the reader. */
export async function renderTo(out: Writable, report: Report, input: ReportInput): Promise<void> {
  await report.render(input, async (chunk) => {
    if (out.write(chunk)) return;
    await new Promise((resolve) => out.once('drain', resolve));
  });
}

/** How the terminal report is to look on this host's stdout. */
export function lookOf(host: Host): { readonly columns: number; readonly colour: boolean } {
  return { columns: host.columns, colour: host.colour };
}
