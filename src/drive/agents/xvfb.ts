// An X server without a screen, for browsers without a headless mode.

import { findProgram, type Surroundings, type Wanted } from '../machine/find-program.ts';
import { firstLine } from '../processes/first-line.ts';
import type { Guardian } from '../processes/guardian.ts';
import { startProcess } from '../processes/process-group.ts';

const READY_WITHIN_MS = 20_000;

export const XVFB: Wanted = {
  name: 'Xvfb',
  override: 'WIREFARE_XVFB',
  names: ['Xvfb'],
  paths: ['/usr/bin/Xvfb'],
  packages: ['xvfb'],
};

export function findXvfb(around: Surroundings): Promise<string> {
  return findProgram(XVFB, around);
}

export interface RunningXvfb {
  /** `:1`, chosen by Xvfb itself. */
  readonly display: string;
  readonly pid: number;
  close(): Promise<void>;
}

export async function startXvfb(around: Surroundings, guardian: Guardian): Promise<RunningXvfb> {
  const path = await findXvfb(around);
  const spec = {
    name: 'Xvfb',
    path,
    // Without -noreset it starts afresh when its last client leaves, and the next one fails.
    args: ['-noreset', '-displayfd', '3', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'],
    env: { PATH: around.env.PATH },
    cwd: guardian.folder(),
    fd3: true,
  };
  const running = await startProcess(spec, guardian);
  try {
    const readNumber = (line: string) => (/^\d+$/.test(line.trim()) ? line.trim() : null);
    const child = { stream: running.fd3!, exited: running.exited };
    const number = await firstLine('start Xvfb', child, readNumber, READY_WITHIN_MS);
    return { display: `:${number}`, pid: running.pid, close: () => running.close() };
  } catch (error) {
    await running.close();
    throw error;
  }
}
