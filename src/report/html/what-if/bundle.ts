// The sliders' program as one script, made from page-main.ts when the first page of a process needs it.

import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

let made: Promise<string> | null = null;

export function whatIfScript(): Promise<string> {
  made ??= bundle();
  return made;
}

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('page-main.ts', import.meta.url))],
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
