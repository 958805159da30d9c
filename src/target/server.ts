// The HTTP/1.1 server of the embedded target: node:http with nothing of ours around it.

import { createServer, type RequestListener, type Server } from 'node:http';

/** Longer than any pause of a run: a connection that the target closed would make the next exchange a cold one. */
const KEEP_ALIVE_MS = 30 * 60_000;

export interface ListeningServer {
  readonly port: number;
  /** Stops listening and drops every connection. */
  close(): Promise<void>;
}

/** Rejects with the system's error where it cannot listen. */
export async function listen(handler: RequestListener, host: string, port: number): Promise<ListeningServer> {
  const server = createServer({ noDelay: true, keepAliveTimeout: KEEP_ALIVE_MS }, handler);
  server.on('clientError', (_error, socket) => {
    if (socket.writable)
      socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    else socket.destroy();
  });
  await listening(server, host, port);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server without a port');
  return { port: address.port, close: () => closed(server) };
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
