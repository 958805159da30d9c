// What a page has to load is described with each decoder; here it is bundled from that description alone.

import assert from 'node:assert/strict';
import test from 'node:test';
import { build } from 'esbuild';
import { FORMATS } from './catalogue.ts';
import type { Codec, Library } from './format.ts';
import { PAGE_BUNDLE_OPTIONS } from './shared/page-bundle.ts';

const ROOT = new URL('../..', import.meta.url).pathname;

async function bundled({ from, names }: Library): Promise<{ text: string; warnings: readonly string[] }> {
  const { outputFiles, warnings } = await build({
    ...PAGE_BUNDLE_OPTIONS,
    stdin: { contents: `export { ${names.join(', ')} } from ${JSON.stringify(from)};`, resolveDir: ROOT },
    minify: true,
    write: false,
    logLevel: 'silent',
  });
  return { text: outputFiles[0]!.text, warnings: warnings.map(({ text }) => text) };
}

const CODECS: readonly (readonly [string, Codec])[] = FORMATS.flatMap(({ name, codecs }) =>
  codecs.map((codec) => [`${name}/${codec.name}`, codec] as const),
);

test('what a decoder says a page must load can be bundled for one', async () => {
  for (const [name, { library }] of CODECS) {
    if (library === null) continue;
    assert.ok(library.from.startsWith(library.packageName), `${name}: ${library.from}`);
    assert.ok(library.names.length > 0, name);
    const { text, warnings } = await bundled(library);
    assert.deepEqual(warnings, [], name);
    // One kilobyte would be a stub for a browser; a megabyte a bundle that took more than decoding.
    assert.ok(text.length > 1_000 && text.length < 1_000_000, `${name}: ${text.length} bytes`);
    assert.doesNotMatch(text, /from"node:|require\("node:/, `${name} imports a module of Node`);
  }
});
