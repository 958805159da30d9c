// The page as it is served: its markup, its program as one script, its look.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { PAGE_BUNDLE_OPTIONS } from '../../formats/shared/page-bundle.ts';
import { PALETTE } from '../../report/html/palette.ts';

export interface PageFiles {
  readonly html: string;
  readonly script: string;
  readonly style: string;
}

const FOLDER = new URL('../page/', import.meta.url);

/** Made afresh: takes a few tenths of a second. */
export async function pageFiles(): Promise<PageFiles> {
  const chartStyle = createRequire(import.meta.url).resolve('uplot/dist/uPlot.min.css');
  const [html, own, charts, script] = await Promise.all([
    readFile(new URL('index.html', FOLDER), 'utf8'),
    readFile(new URL('page.css', FOLDER), 'utf8'),
    readFile(chartStyle, 'utf8'),
    bundle(),
  ]);
  return { html, script, style: `${charts}\n${PALETTE}\n${own}` };
}

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    ...PAGE_BUNDLE_OPTIONS,
    entryPoints: [fileURLToPath(new URL('page-main.ts', FOLDER))],
    minify: true,
    write: false,
    logLevel: 'silent',
  });
  return outputFiles[0]!.text;
}
