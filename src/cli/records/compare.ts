// wirefare compare RECORD RECORD…: records held against the first of them, cell by cell.

import { basename, join, resolve } from 'node:path';
import { Mistakes, UserError } from '../../base/errors.ts';
import type { Host } from '../../base/host.ts';
import { readProbes } from '../../record/read-record.ts';
import type { RunFile } from '../../record/record.ts';
import { FILES } from '../../record/record-writer.ts';
import { COMPARED_FORMATS } from '../../report/records/compared-formats.ts';
import { writeCompared } from '../../report/records/write-compared.ts';
import { PLAIN_LOOK } from '../../report/report.ts';
import { ownPayload } from '../../study/study.ts';
import { compareRecords, type RecordGiven } from '../../summary/records/compare-records.ts';
import type { RecordsCompared } from '../../summary/records/records-compared.ts';
import type { CellSummary } from '../../summary/summary.ts';
import { writeInChunks } from '../surroundings/output-file.ts';
import { readRecord, stdoutLook } from '../surroundings/record-files.ts';
import { sayOut } from '../surroundings/say-out.ts';
import { unknownFlagWord } from '../verb.ts';

export interface CompareFlags {
  readonly format: string;
  readonly out?: string;
}

export async function compare(
  records: readonly string[],
  { format, out = '-' }: CompareFlags,
  host: Host,
): Promise<number> {
  const mistakes = new Mistakes();
  const asked = mistakes.of(() => {
    const known = COMPARED_FORMATS.find((name) => name === format);
    if (known === undefined) throw unknownFlagWord('--format', 'format', format, COMPARED_FORMATS);
    return known;
  });
  const compared = await mistakes.ofAsync(() => comparedRecords(records, host.cwd));
  mistakes.throwIfAny();
  if (out === '-') {
    const print = (chunk: string | Uint8Array) =>
      asked === 'terminal' ? sayOut(host, String(chunk)) : host.out(chunk);
    await writeCompared(asked!, compared!, print, stdoutLook(host));
    return 0;
  }
  const path = resolve(host.cwd, out);
  await writeInChunks(path, 'user', (write) => writeCompared(asked!, compared!, write, PLAIN_LOOK));
  host.out(`${path}\n`);
  return 0;
}

/** Throws a UserError with everything that keeps these records from being held against the first of them. */
export async function comparedRecords(records: readonly string[], cwd: string): Promise<RecordsCompared> {
  const mistakes = new Mistakes();
  mistakes.of(() => refuseTooFew(records));
  const given: RecordGiven[] = [];
  for (const [index, record] of records.entries()) {
    const dir = resolve(cwd, record);
    const read = await mistakes.ofAsync(() => readRecord(dir, { tells: 'summary' }));
    if (read !== undefined)
      given.push({ name: nameOf(records, index, dir), probes: readProbes(dir), ...read });
  }
  mistakes.throwIfAny();
  const compared = compareRecords(given);
  for (const [index, { cells }] of compared.against.entries()) {
    if (cells.length === 0)
      mistakes.add([
        {
          file: join(records[index + 1]!, FILES.run),
          path: '',
          what: nothingShared(given[0]!, given[index + 1]!),
        },
      ]);
  }
  mistakes.throwIfAny();
  return compared;
}

function refuseTooFew(records: readonly string[]): void {
  if (records.length > 1) return;
  const what = 'is one record: name another one, or several, to hold against it';
  throw new UserError([{ file: records[0] ?? 'compare', path: '', what }]);
}

/** The folder's name, or where records have the same one, all that was typed. */
function nameOf(records: readonly string[], index: number, dir: string): string {
  const own = basename(dir);
  const isAlone = records.every((other, at) => at === index || basename(resolve('/', other)) !== own);
  return isAlone ? own : records[index]!;
}

function nothingShared(first: RecordGiven, other: RecordGiven): string {
  const measured = ({ summary, run }: RecordGiven) =>
    summary.cells
      .filter(({ status, twinOf }) => status === 'measured' && twinOf === null)
      .map((cell) => withUrl(cell, run));
  const [own, theirs] = [measured(first), measured(other)];
  if (theirs.length === 0) return 'has no measured cell';
  if (own.length === 0) return `cannot be held against ${first.name}, which has no measured cell`;
  return `has no cell in common with ${first.name}: ${some(theirs)}, and there ${some(own)}`;
}

/**
 * Cells of two URLs may have one name, as may two servers on one machine: what was asked tells them apart.
 */
function withUrl({ id, factors }: CellSummary, { study }: RunFile): string {
  const own = ownPayload(factors, study.payloads);
  return own?.url === undefined ? id : `${own.source} (${id})`;
}

const MOST_NAMED = 3;

function some(ids: readonly string[]): string {
  const more = ids.length - MOST_NAMED;
  return ids.slice(0, MOST_NAMED).join(' · ') + (more > 0 ? ` and ${more} more` : '');
}
