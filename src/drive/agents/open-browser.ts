// Opens a page in the browser that its user has set as theirs. It is theirs, so it is neither watched nor
// ended.

import { spawn } from 'node:child_process';
import { findProgram, type Surroundings, type Wanted } from '../machine/find-program.ts';

const OPENER: Wanted = {
  name: 'xdg-open',
  override: 'WIREFARE_OPEN',
  names: ['xdg-open'],
  paths: ['/usr/bin/xdg-open'],
  packages: ['xdg-utils'],
};

/** Throws an EnvironmentError where there is nothing to open it with. What becomes of it is not known. */
export async function openInUsersBrowser(url: string, around: Surroundings): Promise<void> {
  const path = await findProgram(OPENER, around);
  const child = spawn(path, [url], { env: { ...around.env }, detached: true, stdio: 'ignore' });
  child.on('error', () => {});
  child.unref();
}
