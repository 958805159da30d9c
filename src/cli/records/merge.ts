// wirefare merge RECORD…: records of several machines, or of a week, as one.

import { basename, join, relative, resolve } from 'node:path';
import { Mistakes, UserError } from '../../base/errors.ts';
import { count } from '../../base/figures/plurals.ts';
import type { Host } from '../../base/host.ts';
import { recordedJson } from '../../factors/recorded-cell.ts';
import { writerOf } from '../../record/lock.ts';
import { mergeProblems } from '../../record/merge/merge-problems.ts';
import { mergeRuns, type RunToMerge } from '../../record/merge/merge-runs.ts';
import { readProbes, readRun } from '../../record/read-record.ts';
import type { ProbeRow, RunFile } from '../../record/record.ts';
import { FILES, RecordWriter } from '../../record/record-writer.ts';
import { writeParquetOf } from '../../report/data/parquet.ts';
import { htmlReport } from '../../report/html/html.ts';
import { terminalReport } from '../../report/terminal/terminal.ts';
import { askedDir } from '../run/run.ts';
import { claimRecordDir, RECORDS_FOLDER } from '../surroundings/folders.ts';
import { writeInChunks } from '../surroundings/output-file.ts';
import { readRecord, stdoutLook, writeReport, writeSummary } from '../surroundings/record-files.ts';
import { sayOut } from '../surroundings/say-out.ts';
import { mergedSamples, type SurveyedSamples, surveySamples } from './merged-samples.ts';

export interface MergeFlags {
  readonly out?: string;
  readonly json?: boolean;
}

interface Given extends RunToMerge {
  /** As it was typed. */
  readonly record: string;
  readonly dir: string;
}

export async function merge(records: readonly string[], flags: MergeFlags, host: Host): Promise<number> {
  const mistakes = new Mistakes();
  const asked = flags.out === undefined ? null : mistakes.of(() => askedDir(flags.out!, host.cwd, false));
  mistakes.of(() => refuseTooFew(records));
  const given = records.flatMap((record) => mistakes.of(() => givenRecord(record, host.cwd)) ?? []);
  if (given.length > 0) mistakes.add(mergeProblems(given));
  const merged = given.length === 0 ? null : mergeRuns(given);
  // A damaged record is told with what else is wrong, so all are read before anything is written.
  const samples: SurveyedSamples[] = [];
  for (const [index, { run, dir }] of given.entries()) {
    const own = await mistakes.ofAsync(() => surveySamples(run, dir, merged!.renumbered[index]!));
    if (own !== undefined) samples.push(own);
  }
  mistakes.throwIfAny();
  const { run, renumbered } = merged!;
  const probes = given.flatMap(({ dir }, index) => renumberedProbes(readProbes(dir), renumbered[index]!));
  const dir =
    asked ?? claimRecordDir(resolve(host.cwd, RECORDS_FOLDER), `${run.study.name}-merged`, host.clock.date());
  await writeMerged(dir, run, samples, probes, flags, host);
  return 0;
}

function refuseTooFew(records: readonly string[]): void {
  if (records.length > 1) return;
  const what = 'is one record: name another one, or several, to merge it with';
  throw new UserError([{ file: records[0] ?? 'merge', path: '', what }]);
}

function givenRecord(record: string, cwd: string): Given {
  const dir = resolve(cwd, record);
  const run = readRun(dir);
  const pid = writerOf(dir);
  if (pid !== null) {
    const what = `is being written by another wirefare, process ${pid}: merge it when its run has ended`;
    throw new UserError([{ file: record, path: '', what }]);
  }
  return { record, dir, run, name: basename(dir) };
}

function renumberedProbes(probes: readonly ProbeRow[], renumbered: ReadonlyMap<number, number>): ProbeRow[] {
  return probes.flatMap((probe) => {
    const session = renumbered.get(probe.session);
    return session === undefined ? [] : [{ ...probe, session }];
  });
}

/** Nobody appends to it, so its samples stand in Parquet alone. */
async function writeMerged(
  dir: string,
  run: RunFile,
  surveyed: readonly SurveyedSamples[],
  probes: readonly ProbeRow[],
  { json = false }: MergeFlags,
  host: Host,
): Promise<void> {
  const samples = mergedSamples(surveyed);
  const writer = new RecordWriter(dir, { withSamples: false });
  try {
    writer.appendProbes(probes);
    await writeInChunks(join(dir, FILES.parquet), 'record', (write) => writeParquetOf(run, samples, write));
    writer.writeRun(run);
  } finally {
    writer.close();
  }
  const input = await readRecord(dir, { tells: 'summary' });
  writeSummary(dir, input);
  const html = await writeReport(dir, htmlReport, input);
  const { machines, records } = run.merged!;
  host.err(
    `${relative(host.cwd, dir) || dir}/${FILES.run}: ${count(records.length, 'record')} of ${count(machines.length, 'machine')}, ${count(run.sessions.length, 'session')}, ${count(samples.count, 'sample')}\n`,
  );
  if (json) host.out(`${recordedJson(input.summary, 1)}\n`);
  else
    await terminalReport.render(
      input,
      (text) => sayOut(host, String(text)),
      stdoutLook(host, relative(host.cwd, html)),
    );
}
