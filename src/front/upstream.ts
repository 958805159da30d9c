// The server that a URL names, as the front asks it: path and query as they stand, over connections that are
// open before they are needed, in the protocol that the server was found to speak.

import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2';
import type { Socket } from 'node:net';
import type { Duplex, Readable } from 'node:stream';
import type { Upstream } from '../wire/front.ts';
import type { Dial } from './dial.ts';
import { Spares } from './spares.ts';

export interface UpstreamAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** `1.1`, `2.0`. */
  readonly httpVersion: string;
  readonly body: Readable;
  /** When the request was handed to the connection, and when the head was there, by the clock given. */
  readonly handedMs: number;
  readonly headMs: number;
}

export interface OpenUpstream {
  /** Rejects with the system's error where there is no answer. */
  ask(headers: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<UpstreamAnswer>;
  close(): void;
}

/** Resolves when a first connection is open, TLS included; rejects with the system's error. */
export async function openUpstream(upstream: Upstream, dial: Dial, now: () => number): Promise<OpenUpstream> {
  const { pathname, search } = new URL(upstream.url);
  const target = { ...upstream, path: pathname + search };
  return upstream.protocol === 'h2' ? overHttp2(target, dial, now) : overHttp1(target, dial, now);
}

type Target = Upstream & { readonly path: string };

/** The connection that was used before, the one that waited, and one that is opened for it. */
const MOST_TRIES = 3;

async function overHttp1(
  { url, path, headers }: Target,
  dial: Dial,
  now: () => number,
): Promise<OpenUpstream> {
  const spares = new Spares(dial);
  await spares.ready();
  const agent = new WithSpares(spares);
  const host = new URL(url).host;
  const once = (sent: Readonly<Record<string, string>>, signal: AbortSignal | undefined) =>
    new Promise<UpstreamAnswer>((resolve, reject) => {
      const fields = { host, ...sent, ...headers };
      const request = httpRequest({ agent, path, headers: fields, ...(signal !== undefined && { signal }) });
      let handedMs = now();
      request.once('finish', () => {
        handedMs = now();
      });
      request.once('error', reject);
      request.once('response', (answer) => resolve(answered(answer, handedMs, now())));
      request.end();
    });
  return {
    // A server may close a connection in the very moment in which it is used (RFC 9112, 9.3.1).
    ask: async (sent, signal) => {
      for (let tries = 1; ; tries += 1) {
        try {
          return await once(sent, signal);
        } catch (thrown) {
          if ((thrown as NodeJS.ErrnoException).code !== 'ECONNRESET' || tries === MOST_TRIES) throw thrown;
        }
      }
    },
    close: () => {
      agent.destroy();
      spares.close();
    },
  };
}

/** Requests of http: and of https: alike: what it hands out has its TLS already. */
class WithSpares extends HttpAgent {
  readonly #spares: Spares;

  constructor(spares: Spares) {
    super({ keepAlive: true });
    this.#spares = spares;
  }

  override createConnection(_options: unknown, done?: (error: Error | null, socket: Duplex) => void) {
    const given = this.#spares.take();
    if (given instanceof Promise) {
      given.then(
        (socket) => done?.(null, socket),
        (error: Error) => done?.(error, undefined as unknown as Duplex),
      );
      return undefined;
    }
    return given;
  }
}

function answered(answer: IncomingMessage, handedMs: number, headMs: number): UpstreamAnswer {
  const { statusCode = 0, httpVersion } = answer;
  return { status: statusCode, headers: joined(answer.headers), httpVersion, body: answer, handedMs, headMs };
}

function joined(headers: Readonly<Record<string, unknown>>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !name.startsWith(':'))
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value?.toString()]),
  );
}

async function overHttp2(
  { url, path, headers }: Target,
  dial: Dial,
  now: () => number,
): Promise<OpenUpstream> {
  const { origin, host } = new URL(url);
  let isClosed = false;
  let current: Promise<ClientHttp2Session>;
  const open = async () => {
    const socket = await dial();
    const session = connectHttp2(origin, { createConnection: () => socket as Socket });
    session.on('error', () => {});
    // Whoever closes it, the next request must not wait for another one.
    let isOver = false;
    const over = () => {
      if (isOver || isClosed) return;
      isOver = true;
      current = open();
      current.catch(() => undefined);
    };
    session.once('goaway', over);
    session.once('close', over);
    return session;
  };
  current = open();
  await current;
  return {
    ask: async (sent, signal) => {
      const session = await current.catch(() => {
        current = open();
        return current;
      });
      const fields = { ':path': path, ':authority': host, ...sent, ...headers };
      const stream = session.request(fields, { endStream: true, ...(signal !== undefined && { signal }) });
      const handedMs = now();
      return new Promise<UpstreamAnswer>((resolve, reject) => {
        stream.once('error', reject);
        stream.once('close', () => reject(new Error('the connection was closed before the answer came')));
        stream.once('response', (head) => {
          const answer = { status: Number(head[':status']), headers: joined(head), httpVersion: '2.0' };
          resolve({ ...answer, body: stream, handedMs, headMs: now() });
        });
      });
    },
    close: () => {
      isClosed = true;
      void current.then(
        (session) => session.destroy(),
        () => undefined,
      );
    },
  };
}
