// The agent page's program as one script, made from src/agent/page-main.ts when the lab starts.

import { join } from 'node:path';
import { PROJECT_ROOT, readyMade } from '../../base/places.ts';
import { once } from '../../drive/processes/once.ts';
import { PAGE_BUNDLE_OPTIONS } from '../../formats/shared/page-bundle.ts';

export const AGENT_PAGE = 'agent-page.js';

/** Made once a process: runs that follow one another have the same page. */
export const bundlePage = once(() => readyMade(AGENT_PAGE, bundle));

async function bundle(): Promise<string> {
  const { build } = await import('esbuild');
  const result = await build({
    entryPoints: [join(PROJECT_ROOT, 'src/agent/page-main.ts')],
    ...PAGE_BUNDLE_OPTIONS,
    minify: true,
    write: false,
    logLevel: 'silent',
  });
  return result.outputFiles[0]!.text;
}
