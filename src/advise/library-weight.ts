// What a page has to load before it can decode: on a first visit a library's bytes are part of the trip.
//
// Counted is the library alone, cut down to what decoding takes from it (tree shaking) and minified. Our
// wrapper around it is left out, as are the few lines that any program has there, and code that schema
// compilers write for a schema: they differ from program to program and are small. What gzip and brotli make
// of it is counted at their highest levels, since scripts are compressed once and kept.

import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { PROJECT_ROOT, readyMade } from '../base/places.ts';
import { compressAside } from '../compression/node-zlib.ts';
import type { Codec, Library } from '../formats/format.ts';
import { PAGE_BUNDLE_OPTIONS } from '../formats/shared/page-bundle.ts';
import { firstAnswerMs } from '../network/answer-time.ts';
import type { NetworkProfile } from '../network/profile.ts';

export interface LibraryWeight {
  /** The package. */
  readonly name: string;
  readonly version: string;
  readonly minifiedBytes: number;
  /** By gzip 9. */
  readonly gzipBytes: number;
  /** By brotli 11. */
  readonly brotliBytes: number;
}

/** For this process: packages do not change under it. */
const KNOWN = new Map<string, Promise<LibraryWeight>>();

/**
 * One weight for each codec, in their order; null if the platform has everything. About 100 ms for each
 * library.
 */
export function libraryWeights(
  codecs: readonly Pick<Codec, 'library'>[],
): Promise<readonly (LibraryWeight | null)[]> {
  return Promise.all(codecs.map(({ library }) => (library === null ? null : rememberedWeight(library))));
}

/**
 * Milliseconds that a page waits for it on a network, once it asks: one GET, gzipped, which every server can
 * do, over an open connection that starts at TCP's initial window, as on a first visit: beyond 14 kB that
 * costs round trips.
 */
export function firstVisitMs({ gzipBytes }: LibraryWeight, network: NetworkProfile): number {
  return firstAnswerMs(network, gzipBytes);
}

function rememberedWeight(library: Library): Promise<LibraryWeight> {
  const key = JSON.stringify([library.from, library.names]);
  const weight = KNOWN.get(key) ?? readyWeight(library);
  KNOWN.set(key, weight);
  return weight;
}

/** In the package: weighed with the very libraries that it is made of. */
export function weightFile({ from, names }: Library): string {
  return `library-${[from, ...names].join('-').replaceAll(/[^\w.-]+/g, '_')}.json`;
}

async function readyWeight(library: Library): Promise<LibraryWeight> {
  return JSON.parse(await readyMade(weightFile(library), async () => JSON.stringify(await weigh(library))));
}

async function weigh(library: Library): Promise<LibraryWeight> {
  const script = await bundled(library);
  const [gzip, br] = await Promise.all([
    compressAside({ coding: 'gzip', level: 9 }, script),
    compressAside({ coding: 'br', level: 11 }, script),
  ]);
  return {
    name: library.packageName,
    version: installedVersion(library.packageName),
    minifiedBytes: script.length,
    gzipBytes: gzip.length,
    brotliBytes: br.length,
  };
}

async function bundled({ from, names }: Library): Promise<Uint8Array> {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    ...PAGE_BUNDLE_OPTIONS,
    stdin: {
      contents: `export { ${names.join(', ')} } from ${JSON.stringify(from)};`,
      resolveDir: PROJECT_ROOT,
    },
    minify: true,
    write: false,
    logLevel: 'silent',
  });
  return outputFiles[0]!.contents;
}

function installedVersion(packageName: string): string {
  const file = findPackageJSON(packageName, import.meta.url);
  if (file === undefined) throw new Error(`${packageName} has no package.json`);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
