// Opens a page in the user's own default browser. Because it belongs to the user, it is neither watched nor
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

/** Throws an EnvironmentError if no program can open the page. Whether the page opened is not known. */
export async function openInUsersBrowser(url: string, around: Surroundings): Promise<void> {
  const path = await findProgram(OPENER, around);
  const child = spawn(path, [url], { env: { ...around.env }, detached: true, stdio: 'ignore' });
  child.on('error', () => {});
  child.unref();
}
