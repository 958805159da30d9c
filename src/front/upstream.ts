// The server that a URL names, as the front asks it: path and query as they stand, over connections that are
// open before they are needed, in the protocol that the server was found to speak.

import { Readable } from 'node:stream';
import { isLoopback } from '../base/loopback.ts';
import { offeredByBrowsers } from '../factors/compression.ts';
import type { Upstream } from '../wire/front.ts';
import type { Dial } from './dial.ts';
import { overHttp1 } from './http1-upstream.ts';
import { overHttp2 } from './http2-upstream.ts';

export interface AnswerHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** `1.1`, `2.0`. */
  readonly httpVersion: string;
  /**
   * By the clock given: when the request was handed to the connection, before any of it could reach the
   * server, and when the head was there.
   */
  readonly handedMs: number;
  readonly headMs: number;
}

/** Is told of an answer while it comes: streams of Node's between two sockets take their time too. */
export interface AnswerTaker {
  /** Whether the same request may go out once more, its connection being lost; absent: it may. */
  mayAskAgain?(): boolean;
  head(head: AnswerHead): void;
  /** `isLast`: known to be. Answers false where no more should come until `resume` is called. */
  piece(bytes: Uint8Array, isLast: boolean): boolean;
  end(): void;
  /** With the system's error: before the head or in the middle. Nothing is told after it. */
  failed(error: unknown): void;
}

export interface Asked {
  resume(): void;
  /** Nothing more is told. */
  stop(): void;
}

export interface OpenUpstream {
  ask(headers: Readonly<Record<string, string>>, taker: AnswerTaker): Asked;
  close(): void;
}

/** What is asked again and again. */
export type UpstreamTarget = Upstream & { readonly path: string };

/**
 * Resolves when a first connection is open, TLS included; rejects with the system's error. `holdsSpare`: over
 * HTTP/1.1 one waits for the next request.
 */
export async function openUpstream(
  upstream: Upstream,
  dial: Dial,
  now: () => number,
  holdsSpare = true,
): Promise<OpenUpstream> {
  const { pathname, search } = new URL(upstream.url);
  const target = { ...upstream, path: pathname + search };
  const open = await (upstream.protocol === 'h2'
    ? overHttp2(target, dial, now)
    : overHttp1(target, dial, now, holdsSpare));
  const isPlainBeyond = upstream.protocol === 'http1' && !isLoopback(upstream.address);
  if (!isPlainBeyond) return open;
  return { ...open, ask: (headers, taker) => open.ask(asOfferedThere(headers), taker) };
}

/** Whoever asks is at a front on loopback, to which browsers offer more than they would to this server. */
function asOfferedThere(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const offers = headers['accept-encoding'] ?? '';
  return /\b(br|zstd)\b/.test(offers) ? { ...headers, 'accept-encoding': offeredByBrowsers(true) } : headers;
}

export type StreamedAnswer = AnswerHead & { readonly body: Readable };

/** For whoever has time. Rejects with the system's error where there is no answer. */
export function askAsStream(
  open: OpenUpstream,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<StreamedAnswer> {
  return new Promise((resolve, reject) => {
    let asked: Asked | null = null;
    const body = new Readable({
      read: () => asked?.resume(),
      destroy: (error, done) => {
        asked?.stop();
        done(error);
      },
    });
    // Before its head is here nobody listens to the body.
    body.on('error', reject);
    const giveUp = () => body.destroy(new Error('aborted'));
    signal.addEventListener('abort', giveUp, { once: true });
    body.once('close', () => signal.removeEventListener('abort', giveUp));
    asked = open.ask(headers, {
      head: (head) => resolve({ ...head, body }),
      piece: (bytes) => body.push(bytes),
      end: () => body.push(null),
      failed: (error) => body.destroy(error as Error),
    });
    if (signal.aborted) giveUp();
  });
}
