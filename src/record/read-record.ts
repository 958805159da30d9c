// Reads what stands in a record's folder. A record may have been cut off anywhere: run.json is always whole, the last
// line of the samples may be half of one.

import { existsSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf, UserError } from '../base/errors.ts';
import { type ProbeRow, RECORD_VERSION, type RunFile } from './record.ts';
import { FILES } from './record-writer.ts';

/** A run.json that says `running` belongs to a run that died (or still goes on): it reads as interrupted. */
export function readRun(dir: string): RunFile {
  const path = join(dir, FILES.run);
  if (!existsSync(path)) throw refuse(dir, 'is not a record: there is no run.json in it');
  let run: RunFile;
  try {
    run = JSON.parse(readFileSync(path, 'utf8')) as RunFile;
  } catch (thrown) {
    throw refuse(path, `is not JSON: ${messageOf(thrown)}`);
  }
  if (run.version !== RECORD_VERSION) {
    throw refuse(path, `has version ${run.version}; this wirefare reads version ${RECORD_VERSION}`);
  }
  return run.status === 'running' ? { ...run, status: 'interrupted', reason: 'the run died' } : run;
}

export function readProbes(dir: string): ProbeRow[] {
  const path = join(dir, FILES.probes);
  if (!existsSync(path)) return [];
  return wholeLines(readFileSync(path, 'utf8')).map((line) => JSON.parse(line) as ProbeRow);
}

/** Cuts off a last line that a dying run left half written, so that a resumed one can append. */
export function mendLastLines(dir: string): void {
  for (const name of [FILES.samples, FILES.probes]) {
    const path = join(dir, name);
    if (!existsSync(path)) continue;
    const size = statSync(path).size;
    const end = endOfLastLine(path, size);
    if (end < size) truncateSync(path, end);
  }
}

function endOfLastLine(path: string, size: number): number {
  const bytes = readFileSync(path);
  return size === 0 ? 0 : bytes.lastIndexOf(0x0a) + 1;
}

function wholeLines(text: string): string[] {
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '');
}

function refuse(file: string, what: string): UserError {
  return new UserError([{ file, path: '', what }]);
}
