// The page as it is served: its markup, its program as one script, its look.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PROJECT_ROOT, readyMade } from '../../base/places.ts';
import { PAGE_BUNDLE_OPTIONS } from '../../formats/shared/page-bundle.ts';
import { PALETTE } from '../../report/html/palette.ts';

export interface PageFiles {
  readonly html: string;
  readonly script: string;
  readonly style: string;
}

export const UI_PAGE = 'ui-page.json';

const FOLDER = join(PROJECT_ROOT, 'src/ui/page');

/** Made afresh in a checkout: takes a few tenths of a second. */
export async function pageFiles(): Promise<PageFiles> {
  return JSON.parse(await readyMade(UI_PAGE, async () => JSON.stringify(await makePage())));
}

async function makePage(): Promise<PageFiles> {
  const chartStyle = createRequire(import.meta.url).resolve('uplot/dist/uPlot.min.css');
  const [html, own, charts, script] = await Promise.all([
    readFile(join(FOLDER, 'index.html'), 'utf8'),
    readFile(join(FOLDER, 'page.css'), 'utf8'),
    readFile(chartStyle, 'utf8'),
    bundle(),
  ]);
  return { html, script, style: `${charts}\n${PALETTE}\n${own}` };
}

async function bundle(): Promise<string> {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    ...PAGE_BUNDLE_OPTIONS,
    entryPoints: [join(FOLDER, 'page-main.ts')],
    minify: true,
    write: false,
    logLevel: 'silent',
  });
  return outputFiles[0]!.text;
}
