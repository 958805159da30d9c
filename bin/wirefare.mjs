#!/usr/bin/env node
// The command `wirefare`: finds Node 24 and hands over to src/main. Installs nothing.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runInPlace } from './child.mjs';
import { enableCompileCache, withCompileCache } from './compile-cache.mjs';
import { findNode24, requireNode20 } from './node24.mjs';
import { IS_PACKAGE, MAIN, ROOT } from './places.mjs';
import { Lacking, runMain } from './say.mjs';

await runMain(async () => {
  const args = process.argv.slice(2);
  // Whoever asks for the version may be about to find out why nothing else works: it needs neither packages
  // nor Node 24.
  if (args.length === 1 && ['-V', '--version'].includes(args[0])) return printVersion();
  requireNode20();
  // The package needs none: they are in its bundle.
  if (!IS_PACKAGE) await requirePackages();
  const node24 = findNode24();
  if (node24 === process.execPath) return runHere();
  return runInPlace(node24, [MAIN, ...args], { env: withCompileCache(process.env) });
});

function printVersion() {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  process.stdout.write(`${version}\n`);
  return 0;
}

async function requirePackages() {
  const { arePackagesAsLocked } = await import('./packages.mjs');
  if (arePackagesAsLocked(ROOT, false)) return;
  throw new Lacking(
    'The npm packages are missing or not those of package-lock.json.',
    `cd ${ROOT} && npm ci`,
  );
}

/** In this process, since it is new enough: a second one would take as long to start again. */
async function runHere() {
  // What it starts finds the cache in the environment.
  Object.assign(process.env, withCompileCache(process.env));
  enableCompileCache(process.env);
  await import(pathToFileURL(MAIN).href);
  return process.exitCode;
}
