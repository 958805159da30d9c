// Which test file a process is at, in a file of its own: events of node:test come late, and none come from a
// process that hangs or is gone. node:test asks with SIGTERM, which a loop without end never hears.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

interface At {
  readonly pid: number;
  /** Relative to the root. */
  readonly file: string;
  /** All files have ended; only what they left open keeps the process. */
  readonly isAtEnd: boolean;
}

/** For a process to end after its last file, on a machine that is busy. */
const ENDS_WITHIN_MS = 20_000;

/**
 * Before the files of a process that is to take only what others leave: the least priority, for all that its
 * tests start too.
 */
export const QUIETLY = '--quietly';

export function sayProgress(to: string, at: At): void {
  writeFileSync(to, JSON.stringify(at));
}

export interface ProgressWatch {
  /** For the process that is watched to write to. */
  readonly to: string;
  /** Ends the watch. Answers what the process was at, and whether it was killed for taking too long there. */
  end(): { readonly at: At | null; readonly killed: boolean };
}

/** Kills the process when it is at one file for longer than `timeoutMs`, or does not end after the last. */
export function watchProgress(timeoutMs: number): ProgressWatch {
  const folder = mkdtempSync(path.join(tmpdir(), 'wirefare-tests-'));
  const to = path.join(folder, 'at.json');
  let [last, sinceMs, killed] = [readAt(to), performance.now(), false];
  const timer = setInterval(() => {
    const now = readAt(to);
    if (now?.file !== last?.file || now?.isAtEnd !== last?.isAtEnd)
      [last, sinceMs] = [now, performance.now()];
    if (now === null || killed) return;
    const mostMs = now.isAtEnd ? Math.min(timeoutMs, ENDS_WITHIN_MS) : timeoutMs;
    if (performance.now() - sinceMs < mostMs) return;
    killed = true;
    kill(now.pid);
  }, 500);
  const end = () => {
    clearInterval(timer);
    const at = readAt(to);
    rmSync(folder, { recursive: true });
    return { at, killed };
  };
  return { to, end };
}

/** It may have ended this very moment. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** null before there is one, and while it is being written. */
function readAt(from: string): At | null {
  try {
    return JSON.parse(readFileSync(from, 'utf8')) as At;
  } catch {
    return null;
  }
}
