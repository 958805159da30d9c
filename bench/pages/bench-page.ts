// A page for a bench: one script, bundled, on a page that is cross-origin isolated as the agent's is. A page
// that no driver opened asks for its tasks and posts what came of them, as agents do.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'esbuild';
import { PAGE_BUNDLE_OPTIONS } from '../../src/formats/shared/page-bundle.ts';

export interface BenchPage {
  readonly url: string;
  /** Resolves with what `doTasks` of the page made of it. One at a time. */
  ask(task: unknown): Promise<unknown>;
  close(): void;
}

export async function benchPage(entry: string): Promise<BenchPage> {
  const built = await build({ ...PAGE_BUNDLE_OPTIONS, entryPoints: [entry], write: false, minify: true });
  const script = built.outputFiles[0]!.text;
  const tasks = new TaskDesk();
  const server = createServer((request, response) => {
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
    if (request.url === '/task') tasks.give(response);
    else if (request.url === '/result') void tasks.take(request, response);
    else {
      const isScript = request.url === '/bench.js';
      response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
      response.end(isScript ? script : '<!doctype html><script type="module" src="/bench.js"></script>');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}/`, ask: (task) => tasks.ask(task), close };
}

/** Where the bench lays a task, the page takes it, and what came of it goes back. */
class TaskDesk {
  #waiting = Promise.withResolvers<ServerResponse>();
  #result = Promise.withResolvers<unknown>();

  async ask(task: unknown): Promise<unknown> {
    const page = await this.#waiting.promise;
    this.#waiting = Promise.withResolvers();
    this.#result = Promise.withResolvers();
    page.end(JSON.stringify(task));
    return this.#result.promise;
  }

  give(response: ServerResponse): void {
    this.#waiting.resolve(response);
  }

  async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray()).toString('utf8');
    response.end();
    const { result, error } = JSON.parse(body) as { result?: unknown; error?: string };
    if (error === undefined) this.#result.resolve(result);
    else this.#result.reject(new Error(`the bench’s page failed: ${error}`));
  }
}
