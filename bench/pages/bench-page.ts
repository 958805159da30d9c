// A page for a bench: one script, bundled, on a page that is cross-origin isolated as the agent's is.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'esbuild';
import { PAGE_BUNDLE_OPTIONS } from '../../src/formats/shared/page-bundle.ts';

export async function benchPage(entry: string): Promise<{ url: string; close(): void }> {
  const built = await build({ ...PAGE_BUNDLE_OPTIONS, entryPoints: [entry], write: false, minify: true });
  const script = built.outputFiles[0]!.text;
  const server = createServer((request, response) => {
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
    const isScript = request.url === '/bench.js';
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : '<!doctype html><script type="module" src="/bench.js"></script>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
