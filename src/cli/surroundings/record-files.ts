// Reading a record whole, and writing what is made from it back into its folder.

import { createReadStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf, UserError } from '../../base/errors.ts';
import type { Host } from '../../base/host.ts';
import { recordedJson } from '../../factors/recorded-cell.ts';
import { hasFile, readProbes, readRun } from '../../record/read-record.ts';
import { readSamples, readSamplesInParts } from '../../record/read-samples.ts';
import type { RunFile } from '../../record/record.ts';
import { FILES } from '../../record/record-writer.ts';
import { makeSampleTable, type SampleTable, UnreadableColumn } from '../../record/sample-table.ts';
import { type Look, PLAIN_LOOK, type Report, type ReportInput } from '../../report/report.ts';
import type { Keep } from '../../study/keep.ts';
import type { Price } from '../../study/price.ts';
import type { Weights } from '../../study/study-index.ts';
import { clientsSummary } from '../../summary/clients/clients-summary.ts';
import { p95Intervals } from '../../summary/clients/p95-intervals.ts';
import { withDesign } from '../../summary/design/design-summary.ts';
import { withLeftOut } from '../../summary/design/left-out-pairs.ts';
import { withHeld } from '../../summary/held.ts';
import { ownBaseline } from '../../summary/index/own-index.ts';
import { weightedIndex } from '../../summary/index/weighted-index.ts';
import { predictedSummary } from '../../summary/predicted/predicted.ts';
import { priceSummary } from '../../summary/price/price-summary.ts';
import { summarise } from '../../summary/summarise.ts';
import type { Summary } from '../../summary/summary.ts';
import { writeLine } from '../../ui/records/line-beside.ts';
import { wrongFlag } from '../verb.ts';
import { writeAtOnce, writeInChunks } from './output-file.ts';
import { WIREFARE_VERSION } from './version.ts';

/** What the user weighs, instead of what the study does. */
export interface WeightsAsked {
  /** null: as the study weighs. */
  readonly weights: Weights | null;
  /** null: the study's. */
  readonly baseline: string | null;
}

/** What a user asks of a report beyond what the study does; null, or absent: as the study has it. */
export interface Asked {
  readonly index?: WeightsAsked | null;
  readonly price?: Price | null;
  readonly keep?: Keep | null;
  /** What reports are to be made of it: those of the summary take less to read. Absent: any. */
  readonly tells?: Report['tells'];
  /** What its study says otherwise today; absent: what it said when it was measured. */
  readonly asToday?: (run: RunFile) => RunFile;
  /** From so many rows on a summary leaves columns in the file; absent: two million. */
  readonly manyRows?: number;
}

/** What reports are made from, and the summary without anything that only this user asked for. */
export interface ReadRecord extends ReportInput {
  readonly ownSummary: Summary;
}

/** Throws a UserError where the record is damaged, and where the index that is asked for cannot be made. */
export async function readRecord(dir: string, asked: Asked = {}): Promise<ReadRecord> {
  const { asToday = (run: RunFile) => run, tells, manyRows } = asked;
  const run = asToday(readRun(dir));
  const samples = await readAllSamples(run, dir, tells, manyRows);
  try {
    return summarised(run, dir, samples, asked);
  } catch (thrown) {
    if (!(thrown instanceof UnreadableColumn)) throw thrown;
    // Read whole it is damaged from the start, and what the Parquet was made of stands in for it.
    return summarised(run, dir, await readAllSamples(run, dir), asked);
  }
}

function summarised(run: RunFile, dir: string, samples: SampleTable, asked: Asked): ReadRecord {
  try {
    const probes = readProbes(dir);
    const designed = withDesign(run, samples, summarise(run, samples, probes));
    const told = withLeftOut(run, samples, designed);
    const measured = withHeld(told, run, samples, probes);
    const predicted = predictedSummary(run, samples, measured);
    const priced = (price: Price | null | undefined) =>
      price != null && { price: priceSummary(run, samples, measured, price) };
    const atOnce = (keep: Keep | null) => {
      const clients = clientsSummary(
        run,
        measured,
        keep,
        keep === null ? undefined : p95Intervals(run, samples),
      );
      return clients !== null && { clients };
    };
    const ownSummary: Summary = {
      ...measured,
      ...(predicted !== null && { predicted }),
      ...priced(run.study.price),
      ...atOnce(run.study.keep ?? null),
    };
    const summary: Summary = {
      ...ownSummary,
      ...priced(asked.price),
      ...(asked.keep != null && atOnce(asked.keep)),
    };
    const read = { run, samples, summary, ownSummary };
    if (asked.index == null) return read;
    const weights = asked.index.weights ?? run.study.index;
    if (weights === undefined)
      throw wrongFlag('--baseline', 'is of an index: --weights says what it is made of');
    const index = weightedIndex(
      run,
      samples,
      probes,
      ownSummary,
      weights,
      asked.index.baseline ?? ownBaseline(run),
    );
    return { ...read, summary: { ...summary, index } };
  } catch (thrown) {
    // What this wirefare writes it can read: a type that is not there was changed by somebody.
    if (thrown instanceof TypeError) throw damaged(join(dir, FILES.run), `is damaged: ${thrown.message}`);
    throw thrown;
  }
}

/**
 * From samples.ndjson; of a record that is kept without it, and of a whole one whose samples.parquet was made
 * of it since, from that, which takes a third of the time.
 */
export async function readAllSamples(
  run: RunFile,
  dir: string,
  tells?: Report['tells'],
  manyRows?: number,
): Promise<SampleTable> {
  const files = sampleFiles(run, dir);
  for (const file of files) {
    try {
      return await (file.kind === 'lines'
        ? readSamples(createReadStream(file.path))
        : readParquet(file.path, tells, manyRows));
    } catch (thrown) {
      if (file === files.at(-1)) throw toldOf(file, thrown);
    }
  }
  return makeSampleTable([]);
}

/** One of the files of a record that have all of its samples. */
export interface SampleFile {
  readonly kind: 'lines' | 'parquet';
  readonly path: string;
}

/**
 * Those to be read, the next one where one of them is damaged; none of a record without samples. Throws a
 * UserError where there must be some.
 */
export function sampleFiles(run: RunFile, dir: string): readonly SampleFile[] {
  const lines: SampleFile = { kind: 'lines', path: join(dir, FILES.samples) };
  const parquet: SampleFile = { kind: 'parquet', path: join(dir, FILES.parquet) };
  if (hasFile(lines.path)) {
    const isMade = run.status === 'complete' && isMadeOf(lines.path, parquet.path);
    return isMade ? [parquet, lines] : [lines];
  }
  if (hasFile(parquet.path)) return [parquet];
  if (run.sessions.some(({ status }) => status === 'complete')) {
    throw damaged(lines.path, 'is missing, and sessions were complete');
  }
  return [];
}

/** In tables of about so many rows, one after the other: any number of samples has room so. */
export async function* readSampleParts(file: SampleFile, rows: number): AsyncGenerator<SampleTable> {
  try {
    if (file.kind === 'lines') yield* readSamplesInParts(createReadStream(file.path), rows);
    else {
      // As many as a group of its rows has.
      const { samplePartsFromParquet } = await import('../../report/data/parquet-samples.ts');
      yield* samplePartsFromParquet(file.path);
    }
  } catch (thrown) {
    throw toldOf(file, thrown);
  }
}

function toldOf({ kind, path }: SampleFile, thrown: unknown): unknown {
  return kind === 'lines' ? thrown : damaged(path, `cannot be read: ${messageOf(thrown)}`);
}

/** Whoever changes the samples by hand is believed. */
function isMadeOf(samples: string, parquet: string): boolean {
  const made = statSync(parquet, { throwIfNoEntry: false });
  return made?.isFile() === true && made.mtimeMs > statSync(samples).mtimeMs;
}

async function readParquet(
  parquet: string,
  tells?: Report['tells'],
  manyRows?: number,
): Promise<SampleTable> {
  const { samplesFromParquet } = await import('../../report/data/parquet-samples.ts');
  return samplesFromParquet(parquet, tells, manyRows);
}

/** Of the record alone: without an index of the user's own weights. Its line for lists goes with it. */
export function writeSummary(dir: string, { run, ownSummary }: Pick<ReadRecord, 'run' | 'ownSummary'>): void {
  writeAtOnce(join(dir, FILES.summary), 'record', `${recordedJson(ownSummary, 1)}\n`);
  writeLine(dir, run, ownSummary, WIREFARE_VERSION);
}

/** Writes the report beside the record's files, or where the user says; answers its path. */
export async function writeReport(
  dir: string,
  report: Report,
  input: ReportInput,
  asked?: string,
): Promise<string> {
  const path = asked ?? join(dir, report.fileName);
  await writeInChunks(path, asked === undefined ? 'record' : 'user', (write) =>
    report.render(input, write, PLAIN_LOOK),
  );
  return path;
}

function damaged(file: string, what: string): UserError {
  return new UserError([{ file, path: '', what }]);
}

/** How a report is to look on this host's stdout. */
export function stdoutLook({ columns, colour }: Host, htmlPath: string | null = null): Look {
  return { columns, colour, htmlPath };
}
