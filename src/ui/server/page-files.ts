// The page as it is served: for each section its markup in the common frame, its program as one script, its
// look.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PROJECT_ROOT, readyMade } from '../../base/places.ts';
import { PAGE_BUNDLE_OPTIONS } from '../../formats/shared/page-bundle.ts';
import { html, trusted } from '../../report/html/markup.ts';
import { PALETTE } from '../../report/html/palette.ts';
import { SECTIONS, type Section, type SectionName } from '../sections.ts';
import { pageFrame } from './page-frame.ts';

export interface SectionFiles {
  readonly html: string;
  readonly script: string;
  readonly style: string;
}

export type PageFiles = Readonly<Record<SectionName, SectionFiles>>;

export const UI_PAGE = 'ui-page.json';

const FOLDER = join(PROJECT_ROOT, 'src/ui');

/** Made afresh in a checkout: takes a few tenths of a second. */
export async function pageFiles(): Promise<PageFiles> {
  return JSON.parse(await readyMade(UI_PAGE, async () => JSON.stringify(await makePages())));
}

async function makePages(): Promise<PageFiles> {
  const [shell, charts, scripts] = await Promise.all([
    readFile(join(FOLDER, 'shell/shell.css'), 'utf8'),
    readFile(createRequire(import.meta.url).resolve('uplot/dist/uPlot.min.css'), 'utf8'),
    bundle(),
  ]);
  const made = SECTIONS.map(async (section: Section) => {
    const { name, speaksWithTarget } = section;
    const [body, own] = await Promise.all([
      readFile(join(FOLDER, name, 'body.html'), 'utf8'),
      readFile(join(FOLDER, name, `${name}.css`), 'utf8'),
    ]);
    // Only the section that measures draws by that library.
    const style = [...(speaksWithTarget ? [charts] : []), PALETTE, shell, own].join('\n');
    return [name, { html: frame(section, body), script: scripts.get(name)!, style }] as const;
  });
  return Object.fromEntries(await Promise.all(made)) as unknown as PageFiles;
}

function frame({ name, title, heading, lead }: Section, body: string): string {
  const top = html`<h1>${heading}</h1>
<p class="lead" id="lead">${lead}</p>
<p class="failure" id="failure" role="alert" hidden></p>
<noscript><p class="failure">This page works by script: it needs JavaScript.</p></noscript>`;
  const whole = html`${trusted(body)}
<footer id="foot"></footer>`;
  return pageFrame({ title, look: name, section: name, top, body: whole });
}

async function bundle(): Promise<Map<string, string>> {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    ...PAGE_BUNDLE_OPTIONS,
    entryPoints: Object.fromEntries(
      SECTIONS.map(({ name }) => [name, join(FOLDER, name, `${name}-main.ts`)]),
    ),
    outdir: FOLDER,
    minify: true,
    write: false,
    logLevel: 'silent',
  });
  return new Map(
    SECTIONS.map(({ name }) => [name, outputFiles.find(({ path }) => path.endsWith(`/${name}.js`))!.text]),
  );
}
