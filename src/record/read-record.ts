// Reads what stands in a record's folder. A record may have been cut off anywhere: run.json is always whole,
// the last line of the samples may be half of one.

import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { messageOf, type Problem, UserError } from '../base/errors.ts';
import { isFolder, nearestPath } from '../base/files/nearest-path.ts';
import { asOfToday } from './former-records.ts';
import { writerOf } from './lock.ts';
import { type ProbeRow, RECORD_VERSION, type RunFile, type SessionFacts } from './record.ts';
import { FILES } from './record-writer.ts';

/** Without these nothing can be told of a run. */
const PARTS = ['study', 'plan', 'host', 'sessions', 'warnings'] as const satisfies readonly (keyof RunFile)[];
const PIECE_BYTES = 65_536;

/**
 * A run.json that says `running` belongs to a run that died, and reads as interrupted, unless some process
 * still writes it.
 */
export function readRun(dir: string): RunFile {
  const path = join(dir, FILES.run);
  if (!hasFile(path)) throw new UserError([noRecord(dir)]);
  let run: RunFile;
  try {
    run = JSON.parse(readFileSync(path, 'utf8')) as RunFile;
  } catch (thrown) {
    throw refuse(path, `is not JSON: ${messageOf(thrown)}`);
  }
  if (run === null || typeof run !== 'object' || run.version === undefined) {
    throw refuse(path, 'is not the run.json of a record');
  }
  if (run.version !== RECORD_VERSION) {
    throw refuse(path, `has version ${run.version}; this wirefare reads version ${RECORD_VERSION}`);
  }
  const missing = PARTS.filter((part) => typeof run[part] !== 'object' || run[part] === null);
  if (missing.length > 0) throw refuse(path, `is damaged: ${missing.join(', ')} missing`);
  if (![run.study.parts, run.plan.cells, run.plan.sessions, run.sessions].every(Array.isArray)) {
    throw refuse(path, 'is damaged: it has no cells or no sessions');
  }
  const whole = unlessDamaged(path, () => asOfToday(run, (what) => refuse(path, `is damaged: ${what}`)));
  if (whole.status !== 'running' || writerOf(dir) !== null) return whole;
  const sessions = whole.sessions.map((session) => untilItsDeath(session, dir));
  return { ...whole, sessions, status: 'interrupted', reason: 'the run died' };
}

/**
 * What this wirefare writes it can read: a type that is not there was changed by somebody. `place`: the
 * record as it is told, or a file of it.
 */
export function unlessDamaged<T>(place: string, read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof TypeError) throw refuse(place, `is damaged: ${thrown.message}`);
    throw thrown;
  }
}

/**
 * Whether a record has this file. Throws a UserError where it is something else: a pipe would wait for ever,
 * a device never end.
 */
export function hasFile(path: string): boolean {
  if (!existsSync(path)) return false;
  if (!statSync(path).isFile()) throw refuse(path, 'is not a file');
  return true;
}

/**
 * Nobody wrote down how long a session went on that died: until its last samples, as far as there are any.
 */
function untilItsDeath(session: SessionFacts, dir: string): SessionFacts {
  if (session.status !== 'running') return session;
  const file = statSync(join(dir, FILES.samples), { throwIfNoEntry: false });
  const lastMs = file === undefined ? 0 : file.mtimeMs - Date.parse(session.startedAt) - session.startMs;
  return { ...session, wallMs: Math.max(session.wallMs, Math.round(lastMs)) };
}

/** Most records of a folder that are listed. */
const MOST_LISTED = 12;

/** Why there is no record at this path, and which one may be meant. */
function noRecord(dir: string): Problem {
  const problem = { file: dir, path: '' };
  if (!existsSync(dir)) {
    const near = nearestPath(dir, dir, isRecord) ?? nearestPath(dir, dir, isFolder);
    return { ...problem, what: 'no such folder', ...(near !== null && { nearest: near }) };
  }
  if (!isFolder(dir)) {
    const around = dirname(dir);
    const what = 'a file; name the folder of a record';
    return { ...problem, what, ...(isRecord(around) && { nearest: around }) };
  }
  const inside = readdirSync(dir).filter((name) => isRecord(join(dir, name)));
  const listed = inside.sort().slice(-MOST_LISTED);
  const what = 'no record here: there is no run.json';
  return { ...problem, what, ...(listed.length > 0 && { allowed: listed.map((name) => join(dir, name)) }) };
}

function isRecord(folder: string): boolean {
  return existsSync(join(folder, FILES.run));
}

/** Lines that are not whole, as a killed run leaves, are left out. */
export function readProbes(dir: string): ProbeRow[] {
  const path = join(dir, FILES.probes);
  if (!hasFile(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => probeIn(line) ?? []);
}

/** Cuts off a last line that a dying run left half written, so that a resumed one can append. */
export function mendLastLines(dir: string): void {
  for (const name of [FILES.samples, FILES.probes]) {
    const path = join(dir, name);
    if (!hasFile(path)) continue;
    const file = openSync(path, 'r+');
    try {
      const { size } = fstatSync(file);
      const end = endOfLastLine(file, size);
      if (end < size) ftruncateSync(file, end);
    } finally {
      closeSync(file);
    }
  }
}

/** Read from the end, since the samples of a long run are more than one would want in memory. */
function endOfLastLine(file: number, size: number): number {
  const piece = Buffer.alloc(PIECE_BYTES);
  for (let end = size; end > 0; end -= PIECE_BYTES) {
    const start = Math.max(0, end - PIECE_BYTES);
    const read = readSync(file, piece, 0, end - start, start);
    const newline = piece.subarray(0, read).lastIndexOf(0x0a);
    if (newline >= 0) return start + newline + 1;
  }
  return 0;
}

function probeIn(line: string): ProbeRow | null {
  try {
    const row = JSON.parse(line) as Partial<ProbeRow> | null;
    return typeof row?.cell === 'string' && typeof row.session === 'number' ? (row as ProbeRow) : null;
  } catch {
    return null;
  }
}

function refuse(file: string, what: string): UserError {
  return new UserError([{ file, path: '', what }]);
}
