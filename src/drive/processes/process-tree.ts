// How what was started ends on Windows, which has neither process groups nor signals: `taskkill` ends a
// process with all that descend from it. They are known by their parents, so the first one must still be
// there; and it is asked nothing before, since what it started would be nobody's once it is gone.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

const TREE_WITHIN_MS = 10_000;

/** Resolves also where there is no such process any more: that is what is wanted. */
export async function endTree(
  pid: number | string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const options = { env: { ...env }, timeout: TREE_WITHIN_MS, windowsHide: true };
  await run('taskkill', ['/PID', String(pid), '/T', '/F'], options).catch(() => undefined);
}
