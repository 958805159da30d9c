// HTTP/1.1 requests for the conformance suite, with or without TLS: raw bytes, no decompression, times of
// first and last byte.

import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { connect } from 'node:net';
import type { Clock } from '../../base/clock.ts';
import { requestUrl, type TargetAddress } from '../../wire/target-contract.ts';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** As it came, still compressed. */
  readonly body: Buffer;
  /** Request made → response head parsed. */
  readonly firstByteMs: number;
  /** Request made → last byte. */
  readonly totalMs: number;
  /** It went over a connection that an earlier request had used. */
  readonly reused: boolean;
}

export interface RequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

/**
 * What browsers offer. Servers in front compress only what is offered, and what nobody asked for in the query
 * must stay as it is although it is offered.
 */
export const OFFERED = 'gzip, deflate, br, zstd';

export interface HttpClient {
  /** Rejects, naming the URL, when there is no whole answer within the limit. */
  get(pathAndQuery: string, options?: RequestOptions): Promise<Reply>;
  /**
   * The raw text of an answer on a connection of its own that asks to be closed: everything up to its end.
   */
  raw(pathAndQuery: string): Promise<Buffer>;
  /** Requests made so far. */
  readonly requests: number;
  close(): void;
}

/** `connections`: how many at once; one keeps every request on the same connection. */
export function httpClient(
  target: TargetAddress,
  clock: Clock,
  timeoutMs: number,
  connections = 1,
): HttpClient {
  return clientWith(new Agent({ keepAlive: true, maxSockets: connections }), target, clock, timeoutMs);
}

/** Over TLS, on one connection; trusts this certificate (PEM) and nothing else. */
export function httpsClient(
  target: TargetAddress,
  certificate: string,
  clock: Clock,
  timeoutMs: number,
): Pick<HttpClient, 'get' | 'close'> {
  const agent = new SecureAgent({ keepAlive: true, maxSockets: 1, ca: certificate });
  return clientWith(agent, target, clock, timeoutMs);
}

function clientWith(agent: Agent, target: TargetAddress, clock: Clock, timeoutMs: number): HttpClient {
  let requests = 0;
  return {
    get: (pathAndQuery, options = {}) => {
      requests += 1;
      return send(requestUrl(target, pathAndQuery), options, agent, clock, timeoutMs);
    },
    raw: (pathAndQuery) => {
      requests += 1;
      return readToEnd(new URL(requestUrl(target, pathAndQuery)), timeoutMs);
    },
    get requests() {
      return requests;
    },
    close: () => agent.destroy(),
  };
}

function send(
  url: string,
  options: RequestOptions,
  agent: Agent,
  clock: Clock,
  timeoutMs: number,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', headers = {}, body = null } = options;
    const ask = url.startsWith('https:') ? secureRequest : request;
    const sent = ask(url, { method, headers: { 'Accept-Encoding': OFFERED, ...headers }, agent });
    const timer = setTimeout(
      () => sent.destroy(new Error(`no whole answer within ${timeoutMs} ms`)),
      timeoutMs,
    );
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(new Error(`${method} ${withoutSecret(url)}: ${error.message}`));
    };
    const startMs = clock.nowMs();
    sent.on('error', fail);
    sent.on('response', (response) => {
      const firstByteMs = clock.nowMs() - startMs;
      collect(response, fail, (body) => {
        clearTimeout(timer);
        const totalMs = clock.nowMs() - startMs;
        const { statusCode = 0, headers: answered } = response;
        const reused = sent.reusedSocket;
        resolve({ status: statusCode, headers: answered, body, firstByteMs, totalMs, reused });
      });
    });
    sent.end(body);
  });
}

/** Path and query, as the checks made them. */
function withoutSecret(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search.replace(/[?&]secret=[^&]*$/, '');
}

function collect(
  response: IncomingMessage,
  fail: (error: Error) => void,
  done: (body: Buffer) => void,
): void {
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(chunk));
  response.on('error', fail);
  response.on('end', () => done(Buffer.concat(chunks)));
}

function readToEnd(url: URL, timeoutMs: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(url.port || 80), url.hostname.replace(/^\[|\]$/g, ''));
    const fail = (why: string) => {
      socket.destroy();
      reject(new Error(`GET ${withoutSecret(url.href)}: ${why}`));
    };
    socket.setTimeout(timeoutMs, () => fail(`the connection was not closed within ${timeoutMs} ms`));
    socket.on('error', (error) => fail(error.message));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('end', () => {
      socket.destroy();
      resolve(Buffer.concat(chunks));
    });
    socket.write(
      `GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nAccept-Encoding: ${OFFERED}\r\nConnection: close\r\n\r\n`,
    );
  });
}
