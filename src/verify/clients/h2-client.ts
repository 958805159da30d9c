// Plain HTTP/2 requests for the conformance suite, one connection after the other: raw bytes, and what was
// said of the connection while the answer came.

import { type ClientHttp2Session, connect, constants } from 'node:http2';
import type { Clock } from '../../base/clock.ts';
import { requestUrl, type TargetAddress } from '../../wire/target-contract.ts';
import { OFFERED, type Reply } from './http-client.ts';

/** As large as browsers make theirs: what a server sends must not wait for a small window. */
const WINDOW_BYTES = 16 * 1024 * 1024;

export interface GoAway {
  readonly code: number;
  readonly lastStream: number;
}

export interface H2Reply extends Reply {
  /** What was said before the answer ended; null where nothing was. */
  readonly goAway: GoAway | null;
}

export interface H2Client {
  /** Rejects, naming the path, when there is no whole answer within the limit. */
  get(pathAndQuery: string): Promise<H2Reply>;
  close(): void;
}

interface Connection {
  readonly session: ClientHttp2Session;
  requests: number;
  goAway: GoAway | null;
}

/** Trusts this certificate (PEM) and nothing else. */
export function h2Client(
  { targetUrl, secret }: TargetAddress,
  certificate: string,
  clock: Clock,
  timeoutMs: number,
): H2Client {
  const connections: Connection[] = [];
  const connection = () => {
    const last = connections.at(-1);
    if (last !== undefined && last.goAway === null && !last.session.closed) return last;
    const next = connected(targetUrl, certificate);
    connections.push(next);
    return next;
  };
  return {
    get: (pathAndQuery) =>
      send(connection(), requestUrl({ targetUrl: '', secret }, pathAndQuery), clock, timeoutMs),
    close: () => {
      for (const { session } of connections) session.destroy();
    },
  };
}

function connected(origin: string, certificate: string): Connection {
  const session = connect(origin, { ca: certificate, settings: { initialWindowSize: WINDOW_BYTES } });
  const connection: Connection = { session, requests: 0, goAway: null };
  // Failures are told by the requests that they meet.
  session.on('error', () => {});
  session.on('goaway', (code, lastStream) => {
    connection.goAway ??= { code, lastStream };
  });
  session.once('connect', () => session.setLocalWindowSize(WINDOW_BYTES));
  return connection;
}

function send(connection: Connection, path: string, clock: Clock, timeoutMs: number): Promise<H2Reply> {
  return new Promise((resolve, reject) => {
    const reused = connection.requests++ > 0;
    const startMs = clock.nowMs();
    const stream = connection.session.request({ ':path': path, 'accept-encoding': OFFERED });
    const fail = (why: string) => reject(new Error(`GET ${path.replace(/[?&]secret=[^&]*$/, '')}: ${why}`));
    const timer = setTimeout(() => {
      fail(`no whole answer within ${timeoutMs} ms`);
      stream.close(constants.NGHTTP2_CANCEL);
    }, timeoutMs);
    const chunks: Buffer[] = [];
    let head: Pick<Reply, 'status' | 'headers' | 'firstByteMs'> | null = null;
    stream.on('response', ({ ':status': status = 0, ...headers }) => {
      head = { status, headers, firstByteMs: clock.nowMs() - startMs };
    });
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('error', ({ message }) => fail(message));
    stream.on('end', () => {
      const { goAway } = connection;
      if (head === null) fail('it ended without a head');
      else
        resolve({ ...head, body: Buffer.concat(chunks), totalMs: clock.nowMs() - startMs, reused, goAway });
    });
    stream.on('close', () => {
      clearTimeout(timer);
      fail('the connection was closed before the answer was whole');
    });
    stream.end();
  });
}
