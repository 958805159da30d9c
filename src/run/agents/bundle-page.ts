// The agent page: its HTML, and its program as one script, made from src/agent/page-main.ts when the lab
// starts.

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

/** `over`: the address by which an agent on another machine came; null for one on this machine. */
export function agentPage(over: string | null): string {
  const where = `<p>It goes over the network between this device and ${over}, as that is: none is emulated.</p>\n`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Wirefare agent</title>
<style>body{font:16px/1.5 system-ui,sans-serif;margin:3rem;color-scheme:light dark}</style>
<h1>Wirefare agent</h1>
<p id="status">Measuring. Keep this page in front.</p>
${over === null ? '' : where}<script type="module" src="/agent.js"></script>
</html>
`;
}
