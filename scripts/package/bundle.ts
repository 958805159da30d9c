// src/ of the npm package: JavaScript with every library in it, since Node reads no TypeScript below
// node_modules and nothing is then to be installed beside it. What starts late in a checkout (verbs, formats)
// stays a file of its own. Beside it, ready, lies what a checkout makes with esbuild when it is asked for.

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, transform } from 'esbuild';
import { libraryWeights, weightFile } from '../../src/advise/library-weight.ts';
import { PROJECT_ROOT, READY_FOLDER } from '../../src/base/places.ts';
import { FORMATS } from '../../src/formats/catalogue.ts';
import { WHAT_IF_SCRIPT, whatIfScript } from '../../src/report/html/what-if/bundle.ts';
import { AGENT_PAGE, bundlePage } from '../../src/run/agents/bundle-page.ts';
import { pageFiles, UI_PAGE } from '../../src/ui/server/page-files.ts';

/** What is started by its path: the lab, what reads data for its page, targets, agents, their worker. */
const PROGRAMS = [
  'src/main.ts',
  'src/target/main.ts',
  'src/drive/grid/holder-main.ts',
  'src/drive/processes/guardian-main.ts',
  'src/drive/nginx/main.ts',
  'src/front/main.ts',
  'src/front/dialer-main.ts',
  'src/agent/node-main.ts',
  'src/agent/node-worker.ts',
  'src/cli/serve/data-process-main.ts',
  // What index.js asks.
  'src/cli/json/cut-schema.ts',
];

/** Libraries written as CommonJS ask for Node's own modules by `require`, which a module does not have. */
const WITH_REQUIRE =
  "import { createRequire as requireFrom } from 'node:module';const require=requireFrom(import.meta.url);";

export async function bundlePrograms(stage: string): Promise<void> {
  const { outputFiles } = await build({
    absWorkingDir: PROJECT_ROOT,
    entryPoints: PROGRAMS,
    outdir: stage,
    outbase: '.',
    chunkNames: 'src/parts/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    external: ['esbuild'],
    banner: { js: WITH_REQUIRE },
    // Reports of bugs show stacks, and benches names of functions.
    minify: false,
    keepNames: true,
    legalComments: 'none',
    logLevel: 'warning',
    write: false,
  });
  for (const { path: file, text } of outputFiles) {
    // esbuild does not look at its banner: what it declares twice only the reading of the whole finds.
    await transform(text, { sourcefile: file });
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

export async function writeReady(stage: string): Promise<void> {
  const folder = path.join(stage, READY_FOLDER);
  await mkdir(folder, { recursive: true });
  const ready: Record<string, string> = {
    [AGENT_PAGE]: await bundlePage(),
    [UI_PAGE]: JSON.stringify(await pageFiles()),
    [WHAT_IF_SCRIPT]: await whatIfScript(),
    ...(await weightsOfLibraries()),
  };
  for (const [name, text] of Object.entries(ready)) await writeFile(path.join(folder, name), text);
}

async function weightsOfLibraries(): Promise<Record<string, string>> {
  const libraries = FORMATS.flatMap(({ codecs }) => codecs.map(({ library }) => library));
  const weighed = libraries.filter((library) => library !== null);
  const weights = await libraryWeights(weighed.map((library) => ({ library })));
  return Object.fromEntries(weighed.map((library, i) => [weightFile(library), JSON.stringify(weights[i])]));
}
