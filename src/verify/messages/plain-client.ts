// Requests of the checks of messages: node:http, node:https and node:http2 as they are, answers handed out as
// soon as their head is there, and every byte on the connections counted.

import { Agent, request } from 'node:http';
import { type ClientHttp2Session, connect as connectH2 } from 'node:http2';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import type { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { requestUrl } from '../../wire/target-contract.ts';
import type { MessagePlace } from './place.ts';

export interface OpenAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Not read until somebody reads it. */
  readonly body: Readable;
}

export interface WholeAnswer extends Omit<OpenAnswer, 'body'> {
  readonly body: Buffer;
}

/** With a length: sent piece by piece, until there is an answer. */
type Body = Uint8Array | string | { readonly pieces: Readable; readonly length: number };

export interface PlainClient {
  readonly place: MessagePlace;
  readonly timeoutMs: number;
  /** Resolves with the head of the answer; rejects, naming method and path, where none comes. */
  open(method: string, path: string, body?: Body): Promise<OpenAnswer>;
  /** The same, read to its end. */
  ask(method: string, path: string, body?: Body): Promise<WholeAnswer>;
  /** Bytes on all connections of HTTP/1.1 so far. */
  bytes(): { readonly up: number; readonly down: number };
  /** Drops every connection. */
  close(): void;
}

/** Nearly as large as browsers make theirs, and less than what a target may have sent unread. */
const WINDOW_BYTES = 6_000_000;

type Opener = Pick<PlainClient, 'open' | 'bytes' | 'close'>;

export function plainClient(place: MessagePlace, timeoutMs: number): PlainClient {
  const opener = place.protocol === 'h2' ? h2Opener(place, timeoutMs) : http1Opener(place, timeoutMs);
  const ask: PlainClient['ask'] = async (method, path, body) => {
    const answer = await opener.open(method, path, body);
    const rest = within(timeoutMs, `${method} ${path}: the end of the answer`, answer.body.toArray());
    return { ...answer, body: Buffer.concat((await rest) as Buffer[]) };
  };
  return { place, timeoutMs, ...opener, ask };
}

/** Rejects when `promise` has not settled by then. */
export function within<T>(timeoutMs: number, what: string, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`${what} did not come within ${timeoutMs} ms`)),
      timeoutMs,
    );
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function http1Opener({ origin, secret, certificate }: MessagePlace, timeoutMs: number): Opener {
  const sockets = new Set<Socket>();
  const agent =
    certificate === null
      ? new Agent({ keepAlive: true })
      : new SecureAgent({ keepAlive: true, ca: certificate });
  const send = certificate === null ? request : secureRequest;
  return {
    open: (method, path, body) => {
      const sent = send(requestUrl({ targetUrl: origin, secret }, path), {
        method,
        agent,
        headers: lengthHeader(body),
      });
      sent.on('socket', (socket) => sockets.add(socket));
      const head = new Promise<OpenAnswer>((resolve, reject) => {
        sent.on('error', ({ message }) => reject(new Error(`${method} ${path}: ${message}`)));
        sent.on('response', (answer) => {
          // Told to whoever reads it; nobody may.
          answer.on('error', () => {});
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: answer });
        });
      });
      sendBody(sent, body);
      return within(timeoutMs, `${method} ${path}: an answer`, head);
    },
    bytes: () => ({
      up: sum(sockets, (socket) => socket.bytesWritten),
      down: sum(sockets, (socket) => socket.bytesRead),
    }),
    close: () => {
      agent.destroy();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function h2Opener({ origin, secret, certificate }: MessagePlace, timeoutMs: number): Opener {
  let session: ClientHttp2Session | null = null;
  const connection = () => {
    if (session === null || session.closed || session.destroyed) {
      session = connectH2(origin, {
        ca: certificate ?? undefined,
        settings: { initialWindowSize: WINDOW_BYTES },
      });
      session.once('connect', () => session?.setLocalWindowSize(WINDOW_BYTES));
      // Failures are told by the requests that they meet.
      session.on('error', () => {});
    }
    return session;
  };
  return {
    open: (method, path, body) => {
      const stream = connection().request(
        {
          ':method': method,
          ':path': requestUrl({ targetUrl: '', secret }, path),
          ...lengthHeader(body),
        },
        { endStream: body === undefined },
      );
      const head = new Promise<OpenAnswer>((resolve, reject) => {
        stream.on('error', ({ message }) => reject(new Error(`${method} ${path}: ${message}`)));
        stream.on('close', () => reject(new Error(`${method} ${path}: closed without an answer`)));
        stream.on('response', ({ ':status': status = 0, ...headers }) =>
          resolve({ status, headers: headers as OpenAnswer['headers'], body: stream as unknown as Readable }),
        );
      });
      if (body !== undefined) sendBody(stream, body);
      return within(timeoutMs, `${method} ${path}: an answer`, head);
    },
    bytes: () => ({ up: 0, down: 0 }),
    close: () => session?.destroy(),
  };
}

function lengthHeader(body: Body | undefined): Record<string, string> {
  return typeof body === 'object' && 'pieces' in body ? { 'content-length': String(body.length) } : {};
}

function sendBody(sent: Writable, body: Body | undefined): void {
  if (typeof body !== 'object' || !('pieces' in body)) {
    sent.end(body);
    return;
  }
  sent.once('response', () => body.pieces.destroy());
  sent.once('error', () => body.pieces.destroy());
  body.pieces.pipe(sent);
}

function sum(sockets: Iterable<Socket>, of: (socket: Socket) => number): number {
  let total = 0;
  for (const socket of sockets) total += of(socket);
  return total;
}
