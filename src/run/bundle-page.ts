// The agent page's program as one script, made from src/agent/page-main.ts when the lab starts.

import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export async function bundlePage(): Promise<string> {
  const result = await build({
    entryPoints: [fileURLToPath(new URL('../agent/page-main.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    write: false,
    logLevel: 'silent',
  });
  return result.outputFiles[0]!.text;
}
