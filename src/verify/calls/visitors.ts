// A server that counts who comes: whatever a hostile document names is at its address, and nobody must.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Visitors {
  /** Of a document that nobody may fetch. */
  readonly url: string;
  /** Paths that were asked for. */
  readonly came: readonly string[];
  close(): Promise<void>;
}

export async function awaitVisitors(): Promise<Visitors> {
  const came: string[] = [];
  const server = createServer((request, response) => {
    came.push(request.url ?? '');
    response.end('<!ENTITY fetched "fetched">');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { url: `http://127.0.0.1:${port}/entity`, came, close };
}
