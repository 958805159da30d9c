// Where the project's own files are. Wirefare runs in two forms: a checkout, whose TypeScript Node reads as
// it stands, and the npm package, whose src/ is bundled JavaScript and in which everything else has its place
// of the checkout. Only here, in bin/places.mjs and in scripts/package is known which of the two this is.

import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import path from 'node:path';

export const IS_CHECKOUT = import.meta.url.endsWith('.ts');

/**
 * The checkout, or the installed package. A bundle says nothing of where its sources stood, so look upwards.
 */
export const PROJECT_ROOT = path.dirname(findPackageJSON(import.meta.url)!);

/** In the package: what a checkout makes when it is asked for. scripts/package fills it. */
export const READY_FOLDER = 'ready';

/** The file to start for a source that is a process or a worker of its own: `src/target/main.ts`. */
export function programFile(source: string): string {
  return path.join(PROJECT_ROOT, IS_CHECKOUT ? source : source.replace(/\.ts$/, '.js'));
}

/**
 * A text that follows from the sources alone, such as a page's script: made now in a checkout, where the
 * sources may have changed; read in the package, which has no bundler.
 */
export function readyMade(name: string, make: () => Promise<string>): Promise<string> {
  return IS_CHECKOUT ? make() : readFile(path.join(PROJECT_ROOT, READY_FOLDER, name), 'utf8');
}
