// The agent page's program as one script, made from src/agent/page-main.ts when the lab starts.

import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { once } from '../../drive/processes/once.ts';
import { PAGE_BUNDLE_OPTIONS } from '../../formats/shared/page-bundle.ts';

/** Made once a process: runs that follow one another have the same page. */
export const bundlePage = once(async (): Promise<string> => {
  const result = await build({
    entryPoints: [fileURLToPath(new URL('../../agent/page-main.ts', import.meta.url))],
    ...PAGE_BUNDLE_OPTIONS,
    minify: true,
    write: false,
    logLevel: 'silent',
  });
  return result.outputFiles[0]!.text;
});
