// Opens a page in the user's own default browser. Because it belongs to the user, it is neither watched nor
// ended. It is given no more than a file: arguments stand in the list of processes, which every user of the
// machine reads, and an address may have a token. The file is the user's alone and leads there.

import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram, type Surroundings, type Wanted } from '../machine/find-program.ts';

const OPENER: Wanted = {
  name: 'xdg-open',
  override: 'WIREFARE_OPEN',
  names: ['xdg-open'],
  paths: ['/usr/bin/xdg-open'],
  packages: ['xdg-utils'],
};

/** Only for its user to read. */
const MODE = 0o600;

export interface OpeningPage {
  readonly path: string;
  remove(): void;
}

/** `folder`: one that goes with the lab. `url`: of the lab's own, with nothing in it to escape. */
export function openingPage(folder: string, url: string): OpeningPage {
  const path = join(folder, 'open.html');
  // No page is told where it was opened from, and Back does not lead here.
  const text = `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<title>Wirefare</title>
<script>location.replace(${JSON.stringify(url)})</script>
<p><a href="${url}" rel="noreferrer">The page of wirefare serve</a></p>
`;
  writeFileSync(path, text, { mode: MODE, flag: 'wx' });
  return { path, remove: () => rmSync(path, { force: true }) };
}

/** Throws an EnvironmentError if no program can open it. Whether it opened is not known. */
export async function openInUsersBrowser(file: string, around: Surroundings): Promise<void> {
  const path = await findProgram(OPENER, around);
  const child = spawn(path, [file], { env: { ...around.env }, detached: true, stdio: 'ignore' });
  child.on('error', () => {});
  child.unref();
}
