// The servers of the embedded target: HTTP/1.1, and where a certificate is given HTTP/1.1 and HTTP/2 over TLS
// on ports of their own, since a browser that is offered HTTP/2 takes it. node:http, node:https and
// node:http2 with nothing of ours around them.

import { constants } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createSecureServer, type Http2SecureServer, type ServerHttp2Session } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { openConnections } from './connections.ts';
import type { TargetListener } from './send.ts';

/**
 * Longer than any pause of a run: a connection that the target closed would make the next exchange a cold
 * one.
 */
const KEEP_ALIVE_MS = 30 * 60_000;

/**
 * Of an HTTP/2 connection, MB: with Node's 10, large answers that wait to be sent would refuse further
 * requests.
 */
const MAX_SESSION_MEMORY_MB = 2_000;

export interface ListeningServer {
  readonly port: number;
  /** Stops listening and drops every connection. */
  close(): Promise<void>;
}

/** The PEM texts. */
export interface TlsIdentity {
  readonly key: string | Buffer;
  readonly cert: string | Buffer;
}

/** Of requests that want another protocol than HTTP on their connection; all others go to the handler. */
export interface Upgrades {
  wants(request: IncomingMessage): boolean;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

const NO_UPGRADES: Upgrades = { wants: () => false, upgrade: (_request, socket) => socket.destroy() };

/** Each of these rejects with the system's error where it cannot listen; port 0 is any free one. */
export async function listen(
  handler: RequestListener,
  host: string,
  port: number,
  upgrades = NO_UPGRADES,
): Promise<ListeningServer> {
  const ours = { noDelay: true, keepAliveTimeout: KEEP_ALIVE_MS, shouldUpgradeCallback: upgrades.wants };
  const server = createServer(ours, handler).on('upgrade', upgrades.upgrade);
  return listeningHttp1(server, host, port);
}

/** HTTP/1.1 over TLS; rejects with OpenSSL's error where key and certificate are none. */
export async function listenHttps1(
  handler: RequestListener,
  host: string,
  tls: TlsIdentity,
  upgrades = NO_UPGRADES,
): Promise<ListeningServer> {
  const ours = {
    noDelay: true,
    keepAliveTimeout: KEEP_ALIVE_MS,
    ALPNProtocols: ['http/1.1'],
    shouldUpgradeCallback: upgrades.wants,
  };
  const server = createHttpsServer({ ...wholeHandshakes(tls), ...ours }, handler);
  return listeningHttp1(server.on('upgrade', upgrades.upgrade), host, 0);
}

/**
 * HTTP/2 over TLS, likewise. Its flow control is the client's: a server's windows are for what it receives.
 */
export async function listenH2(
  handler: TargetListener,
  host: string,
  tls: TlsIdentity,
): Promise<ListeningServer> {
  const ours = { noDelay: true, ALPNProtocols: ['h2'], maxSessionMemory: MAX_SESSION_MEMORY_MB };
  const server = createSecureServer({ ...wholeHandshakes(tls), ...ours }, handler);
  const sessions = new Set<ServerHttp2Session>();
  server.on('session', (session) => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
  });
  const connections = openConnections(server);
  const port = await listening(server, host, 0);
  const drop = () => {
    for (const session of sessions) session.destroy();
    for (const socket of connections) socket.destroy();
  };
  return { port, close: () => closed(server, drop) };
}

/**
 * No session is resumed: in TLS 1.2 there are no tickets, in TLS 1.3 they name a cache, and Node keeps none
 * unless it is asked to. That they are not even sent takes a setting of the process
 * (targets/node/openssl.cnf).
 */
function wholeHandshakes({ key, cert }: TlsIdentity) {
  return { key, cert, secureOptions: constants.SSL_OP_NO_TICKET };
}

async function listeningHttp1(server: Server, host: string, port: number): Promise<ListeningServer> {
  server.on('clientError', (_error, socket) => {
    if (socket.writable)
      socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    else socket.destroy();
  });
  // Connections whose TLS handshake never ended are not among those that closeAllConnections knows.
  const connections = openConnections(server);
  const actual = await listening(server, host, port);
  const drop = () => {
    server.closeAllConnections();
    for (const socket of connections) socket.destroy();
  };
  return { port: actual, close: () => closed(server, drop) };
}

function listening(server: Server | Http2SecureServer, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.removeListener('error', reject);
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('a TCP server without a port'));
      else resolve(address.port);
    });
  });
}

function closed(server: Server | Http2SecureServer, drop: () => void): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    drop();
  });
}
