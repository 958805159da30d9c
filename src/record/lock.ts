// One writer a record: two processes that append to the same samples would leave lines that belong to nobody.

import {
  existsSync,
  lstatSync,
  readFileSync,
  readlinkSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../base/errors.ts';
import { textOfPlainFile } from '../base/files/plain-file.ts';

const FILE = 'writing.lock';
/** Of two numbers; a longer file is none of ours. */
const MOST_BYTES = 64;

/** Answers how to let go. Throws a UserError where another process that is alive writes this record. */
export function lockRecord(dir: string): () => void {
  const path = join(dir, FILE);
  const ownPid = ownProcess();
  const mark = `${ownPid} ${processStart(ownPid)}`;
  if (!taken(path, mark)) {
    const pid = writerOf(dir);
    if (pid !== null) throw inUse(dir, pid);
    // Whoever writes into a pipe waits for a reader, and a link may lead to anybody's file.
    if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === false) rmSync(path, { recursive: true });
    // Left by a process that died: its number may have gone to another since, but not its start.
    writeFileSync(path, mark);
  }
  return () => {
    if (existsSync(path)) unlinkSync(path);
  };
}

/** The process that writes this record now; null where none does. */
export function writerOf(dir: string): string | null {
  const text = textOfPlainFile(join(dir, FILE), MOST_BYTES) ?? '';
  const [, pid = '', start = ''] = /^(\d+) (\d+)$/.exec(text) ?? [];
  return start !== '' && processStart(pid) === start ? pid : null;
}

function taken(path: string, mark: string): boolean {
  try {
    writeFileSync(path, mark, { flag: 'wx' });
    return true;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw thrown;
  }
}

/** Empty on systems without /proc: there a lock that was left is taken over. */
function ownProcess(): string {
  try {
    return readlinkSync('/proc/self');
  } catch {
    return '';
  }
}

/**
 * When a process started, in clock ticks since boot (proc_pid_stat(5), field 22); empty where it is not
 * there.
 */
function processStart(pid: string): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field, the name, may hold blanks: count from its closing bracket.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function inUse(dir: string, pid: string): UserError {
  return new UserError([
    { file: dir, path: '', what: `is being written by another wirefare, process ${pid}` },
  ]);
}
