// The servers of the embedded target: HTTP/1.1 and, given a certificate, HTTP/1.1 and HTTP/2 over TLS. Each
// has a port of its own, because a browser takes HTTP/2 wherever it is offered. They are node:http,
// node:https and node:http2 with nothing around them.

import { constants } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createSecureServer, type Http2SecureServer, type ServerHttp2Session } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { openConnections } from './connections.ts';
import type { TargetListener } from './send.ts';

/**
 * Longer than any pause of a run, because the next exchange would be cold if the target had closed its
 * connection.
 */
const KEEP_ALIVE_MS = 30 * 60_000;

/**
 * For each HTTP/2 connection, in MB. With Node's default of 10, requests would be refused while large answers
 * wait to be sent.
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

/** Takes requests that want another protocol than HTTP on their connection; all others go to the handler. */
export interface Upgrades {
  wants(request: IncomingMessage): boolean;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

const NO_UPGRADES: Upgrades = { wants: () => false, upgrade: (_request, socket) => socket.destroy() };

/** Like the two below, it rejects with the system's error if it cannot listen. Port 0 takes any free port. */
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

/** HTTP/1.1 over TLS; rejects with OpenSSL's error if key or certificate is invalid. */
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
 * HTTP/2 over TLS; rejects like `listenHttps1`. The client decides the flow control of answers: a server's
 * windows are for what it receives.
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
 * unless it is asked to. A setting of the process keeps them from being sent at all
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
