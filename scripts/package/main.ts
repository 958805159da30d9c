// npm run package: makes the npm package in dist/, ready to install or to publish, and publishes nothing.
//   node scripts/package/main.ts [--repository URL] [--without-link | --needs-link]
//
// A copy of what is to be in it is put together in dist/package, and npm packs that: the checkout's own
// package.json is that of a place to work in.

import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { PROJECT_ROOT } from '../../src/base/places.ts';
import { bundlePrograms, writeReady } from './bundle.ts';
import { copySources } from './contents.ts';
import { writeDeclarations } from './declarations.ts';
import { writeLinkProgram } from './link-program.ts';
import { writeManifest } from './manifest.ts';
import { writeNotices } from './notices.ts';

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'dist' },
    // As git clones it. npm compares it with where the package is published from.
    repository: { type: 'string' },
    'without-link': { type: 'boolean', default: false },
    // Whoever publishes it wants the whole of it, or nothing.
    'needs-link': { type: 'boolean', default: false },
  },
});
const out = path.resolve(PROJECT_ROOT, values.out);
const stage = path.join(out, 'package');

rmSync(stage, { recursive: true, force: true });
await copySources(stage);
await bundlePrograms(stage);
await writeReady(stage);
if (!values['without-link']) {
  const why = writeLinkProgram(stage);
  if (why !== null && values['needs-link']) throw new Error(why);
  if (why !== null) console.error(why);
}
writeDeclarations(stage);
await writeNotices(stage);
writeManifest(stage, values.repository, (line) => console.error(line));
console.log(pack());

/** The path of the archive, and what it takes. */
function pack(): string {
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', out], {
      cwd: stage,
      encoding: 'utf8',
    }),
  ) as { filename: string; files: { path: string }[] }[];
  refuseLeftOut(packed!.files.map((file) => file.path));
  const archive = path.join(out, packed!.filename);
  const megabytes = (statSync(archive).size / 1e6).toFixed(1);
  return `${archive}: ${packed!.files.length} files, ${megabytes} MB packed`;
}

/** npm leaves some names out whatever `files` says, and a target would miss them when it is built. */
function refuseLeftOut(packed: readonly string[]): void {
  const staged = readdirSync(stage, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(stage, path.join(entry.parentPath, entry.name)));
  const missing = staged.filter((file) => !packed.includes(file));
  if (missing.length > 0) throw new Error(`npm pack has left out: ${missing.join(', ')}`);
}
