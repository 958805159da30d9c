// One TLS connection as a browser opens it: both protocols offered by ALPN, perhaps a session of before to
// resume.

import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import type { SecureProtocol } from '../secure-target.ts';

export interface Handshake {
  /** What the server chose: `h2`, `http/1.1`, or nothing. */
  readonly alpn: string | null;
  /** The handshake was shortened by the session that was offered. */
  readonly resumed: boolean;
  /** What the server gave to resume by; null where it gave nothing. */
  readonly session: Buffer | null;
}

export interface HandshakeSettings {
  readonly host: string;
  readonly port: number;
  /** PEM; nothing else is trusted. */
  readonly certificate: string;
  readonly version: 'TLSv1.2' | 'TLSv1.3';
  readonly session: Buffer | null;
  readonly timeoutMs: number;
}

/**
 * Rejects where there is no handshake, or nothing is said after it: a server's tickets come before its first
 * words.
 */
export function shakeHands(protocol: SecureProtocol, settings: HandshakeSettings): Promise<Handshake> {
  const { host, port, certificate, version, session, timeoutMs } = settings;
  return new Promise((resolve, reject) => {
    const options: ConnectionOptions = {
      host,
      port,
      ca: certificate,
      minVersion: version,
      maxVersion: version,
      ALPNProtocols: ['h2', 'http/1.1'],
      ...(session === null ? {} : { session }),
    };
    const socket = connect(options, () => socket.write(firstWords(protocol, `${host}:${port}`)));
    let given: Buffer | null = null;
    const fail = (why: string) => {
      socket.destroy();
      reject(new Error(`${version}: ${why}`));
    };
    socket.setTimeout(timeoutMs, () => fail(`nothing was said within ${timeoutMs} ms`));
    socket.on('session', (ticket) => {
      given = ticket;
    });
    socket.on('error', ({ message }) => fail(message));
    socket.once('close', () => fail('the connection was closed before anything was said'));
    socket.once('data', () => resolve(leave(socket, given)));
  });
}

function leave(socket: TLSSocket, session: Buffer | null): Handshake {
  const seen = { alpn: socket.alpnProtocol || null, resumed: socket.isSessionReused(), session };
  socket.destroy();
  return seen;
}

/** HTTP/2's preface and an empty SETTINGS frame (RFC 9113, 3.4), or a request. */
function firstWords(protocol: SecureProtocol, authority: string): string {
  if (protocol === 'h2') return `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${'\0\0\0\x04\0\0\0\0\0'}`;
  return `GET /bytes?n=0 HTTP/1.1\r\nHost: ${authority}\r\n\r\n`;
}
