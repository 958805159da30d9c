// The sliders' program as one script, made from page-main.ts when the first page of a process needs it.

import { join } from 'node:path';
import { PROJECT_ROOT, readyMade } from '../../../base/places.ts';

export const WHAT_IF_SCRIPT = 'what-if.js';

let made: Promise<string> | null = null;

export function whatIfScript(): Promise<string> {
  made ??= readyMade(WHAT_IF_SCRIPT, bundle);
  return made;
}

async function bundle(): Promise<string> {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [join(PROJECT_ROOT, 'src/report/html/what-if/page-main.ts')],
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    write: false,
    logLevel: 'silent',
  });
  return outputFiles[0]!.text;
}
