#!/usr/bin/env node
// The command `wirefare`: finds Node 24 and hands over to src/main.ts. Installs nothing.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runInPlace } from './child.mjs';
import { enableCompileCache, withCompileCache } from './compile-cache.mjs';
import { findNode24, requireNode20 } from './node24.mjs';
import { arePackagesAsLocked } from './packages.mjs';
import { Lacking, runMain } from './say.mjs';
import { ROOT } from './setup.mjs';

await runMain(async () => {
  const args = process.argv.slice(2);
  // Whoever asks for the version may be about to find out why nothing else works: it needs neither packages
  // nor Node 24.
  if (args.length === 1 && ['-V', '--version'].includes(args[0])) return printVersion();
  requireNode20();
  if (!arePackagesAsLocked(ROOT)) {
    throw new Lacking(
      'The npm packages are missing or not those of package-lock.json.',
      `cd ${ROOT} && npm ci`,
    );
  }
  const main = join(ROOT, 'src', 'main.ts');
  const node24 = findNode24(ROOT);
  if (node24 === process.execPath) return runHere(main);
  return runInPlace(node24, [main, ...args], { env: withCompileCache(process.env) });
});

function printVersion() {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  process.stdout.write(`${version}\n`);
  return 0;
}

/** In this process, since it is new enough: a second one would take as long to start again. */
async function runHere(main) {
  // What it starts finds the cache in the environment.
  Object.assign(process.env, withCompileCache(process.env));
  enableCompileCache(process.env);
  await import(pathToFileURL(main).href);
  return process.exitCode;
}
