// Opens one connection to the server behind a front: from here, or through the dialer where the front stands
// in a namespace from which nobody reaches that server. TLS is spoken here in both cases.

import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { Upstream } from '../wire/front.ts';

/** A connection that is open, TLS included. Rejects with the system's error. */
export type Dial = () => Promise<Socket | TLSSocket>;

/** A server that does not answer at all must not hold up whoever asks. */
const CONNECT_WITHIN_MS = 10_000;

/** `dialer`: path of the dialer's socket; null: from here. */
export function dialFor(
  upstream: Pick<Upstream, 'url' | 'address' | 'insecure'>,
  dialer: string | null,
  protocols: readonly string[],
): Dial {
  const { protocol, hostname } = new URL(upstream.url);
  const plain = dialer === null ? tcpDialFor(upstream) : () => connected(connect(dialer), 'connect');
  if (protocol === 'http:') return plain;
  const host = hostname.replace(/^\[|\]$/g, '');
  return async () => {
    const socket = await plain();
    const secure = connectTls({
      socket,
      ALPNProtocols: [...protocols],
      rejectUnauthorized: !upstream.insecure,
      // A name of an address is none by RFC 6066, and Node refuses it.
      ...(isIP(host) === 0 ? { servername: host } : { host }),
    });
    return connected(secure, 'secureConnect');
  };
}

/** From here and without TLS, whatever the URL says. */
export function tcpDialFor(upstream: Pick<Upstream, 'url' | 'address'>): Dial {
  return () => connected(toServer(upstream), 'connect');
}

function toServer({ url, address }: Pick<Upstream, 'url' | 'address'>): Socket {
  return connect({ host: address, port: portOf(url) });
}

export function portOf(url: string): number {
  const { port, protocol } = new URL(url);
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}

/** What is missing of it, in the system's words. */
const TOO_LATE = { connect: 'ETIMEDOUT', secureConnect: 'ERR_TLS_HANDSHAKE_TIMEOUT' } as const;

function connected<S extends Socket>(socket: S, event: keyof typeof TOO_LATE): Promise<S> {
  socket.setNoDelay(true);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      socket.destroy(Object.assign(new Error('no connection in time'), { code: TOO_LATE[event] }));
    }, CONNECT_WITHIN_MS);
    const closed = () =>
      failed(Object.assign(new Error('the connection was closed at once'), { code: 'ECONNRESET' }));
    const failed = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    socket.once('error', failed);
    socket.once('close', closed);
    socket.once(event, () => {
      clearTimeout(timer);
      socket.removeListener('error', failed);
      socket.removeListener('close', closed);
      // Whoever uses it listens for itself; between two users nobody does.
      socket.on('error', () => {});
      resolve(socket);
    });
  });
}
