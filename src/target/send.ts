// Sends every answer: one head with the contract's headers and one body of known length, in HTTP/1.1 and
// HTTP/2 alike.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants, type Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { TLSSocket } from 'node:tls';
import { formatServerTiming, type ServerPhases } from '../wire/server-timing.ts';
import { PROBLEM_TYPE, problemBody, type RequestProblem } from './problem.ts';

export type TargetRequest = IncomingMessage | Http2ServerRequest;
export type TargetResponse = ServerResponse | Http2ServerResponse;
export type TargetListener = (request: TargetRequest, response: TargetResponse) => void;

export interface Answer {
  readonly body: Uint8Array;
  readonly contentType: string;
  /** `gzip`; null if the body is not encoded. */
  readonly contentEncoding: string | null;
  readonly phases: ServerPhases;
  /** End the connection after this answer, so that the next exchange is cold. */
  readonly close: boolean;
  /** Set if the answer depends on headers of the request. */
  readonly varies?: boolean;
}

/**
 * Bytes of a body that still fits into one packet with its head. A shorter body is not worth a record of its
 * own.
 */
const ONE_PACKET_BYTES = 1_000;

const LAST_STREAM_OF_ALL = 2 ** 31 - 1;

/** A connection that the client has not closed by then is closed. */
const CLOSE_AFTER_MS = 1_000;

export const NO_PHASES: ServerPhases = { computeMs: 0, encodeMs: 0, compressMs: 0 };

/** A page of that origin, isolated or not, may read the body, these headers and the exact times. */
export function headersForPages(origin: string): readonly string[] {
  return [
    'Timing-Allow-Origin',
    '*',
    'Access-Control-Allow-Origin',
    origin,
    'Access-Control-Expose-Headers',
    'Server-Timing, Content-Encoding, Content-Length, Content-Type',
    'Cross-Origin-Resource-Policy',
    'cross-origin',
  ];
}

/** Answers to requests that the gate has admitted, with the headers above. */
const admitted = new WeakMap<TargetResponse, readonly string[]>();

export function openToPages(response: TargetResponse, headers: readonly string[]): void {
  admitted.set(response, headers);
}

const NOT_KEPT = ['Cache-Control', 'no-store'];

/** These headers let a client keep an answer for longer than any session. */
const KEPT = ['Cache-Control', 'max-age=86400'];

export function sendAnswer(response: TargetResponse, answer: Answer): void {
  const { body, contentType, contentEncoding, phases, close, varies } = answer;
  const headers = ['Content-Type', contentType, 'Content-Length', String(body.byteLength)];
  headers.push('Server-Timing', formatServerTiming(phases), ...NOT_KEPT);
  if (contentEncoding !== null) headers.push('Content-Encoding', contentEncoding);
  if (varies === true) headers.push('Vary', 'Accept-Encoding, Available-Dictionary');
  if (close && !(response instanceof Http2ServerResponse)) headers.push('Connection', 'close');
  sendHead(response, 200, headers);
  if (close && response instanceof Http2ServerResponse) goAway(response);
  if (body.byteLength > ONE_PACKET_BYTES) sendApart(response, body);
  else response.end(body);
}

/**
 * Over TLS the head leaves in a record of its own, because a client sees nothing of a record before its end:
 * in one record with 16 kB of the body the first byte would come 13 ms later at 10 Mbit/s, and the transfer
 * would count as waiting. On loopback so does the copying of a large body, which goes on while the client
 * waits for its first byte (0.3 ms of 1 000 Books, 1 ms on a busy machine). Over a wire the head would cost a
 * packet.
 */
function sendApart(response: TargetResponse, body: Uint8Array): void {
  if (response instanceof Http2ServerResponse) {
    // Everything written in one turn of the event loop goes into one record, so the body waits for the next
    // turn.
    setImmediate(() => response.stream.destroyed || response.end(body));
    return;
  }
  if (headGoesAlone(response)) response.flushHeaders();
  response.end(body);
}

function headGoesAlone({ socket }: ServerResponse): boolean {
  return socket instanceof TLSSocket || isLoopback(socket?.remoteAddress);
}

function isLoopback(address = ''): boolean {
  return address.startsWith('127.') || address.startsWith('::ffff:127.') || address === '::1';
}

/**
 * HTTP/2 has no header for it. GOAWAY goes ahead of the body, so that the client knows before the answer ends
 * that its next request needs another connection; with the largest stream number, which lets requests under
 * way go on (at any other number WebKit gives up its request). Clients then close by themselves.
 */
function goAway({ stream }: Http2ServerResponse): void {
  const { session } = stream;
  session?.goaway(constants.NGHTTP2_NO_ERROR, LAST_STREAM_OF_ALL);
  stream.once('close', () => setTimeout(() => session?.close(), CLOSE_AFTER_MS).unref());
}

/** The head of another server's answer, whose body is handed on while it comes. */
export interface PassedOn {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly contentEncoding: string | undefined;
  /** Absent: it does not say how long it is. */
  readonly contentLength: string | undefined;
  readonly serverTiming: string;
  readonly close: boolean;
}

export interface PassedOnBody {
  /** `isLast`: known to be. Answers false where no more should come until the response drains. */
  piece(bytes: Uint8Array, isLast: boolean): boolean;
  end(): void;
}

/** The head goes ahead of the body where it does in answers of our own. */
export function sendPassedOn(response: TargetResponse, answer: PassedOn): PassedOnBody {
  const { status, contentType, contentEncoding, contentLength, serverTiming, close } = answer;
  const headers = ['Server-Timing', serverTiming, ...NOT_KEPT];
  if (contentType !== undefined) headers.push('Content-Type', contentType);
  if (contentEncoding !== undefined) headers.push('Content-Encoding', contentEncoding);
  if (contentLength !== undefined) headers.push('Content-Length', contentLength);
  if (close && !(response instanceof Http2ServerResponse)) headers.push('Connection', 'close');
  sendHead(response, status, headers);
  if (response instanceof Http2ServerResponse) {
    if (close) goAway(response);
    return inTheNextTurn(response);
  }
  const isShort = Number(contentLength ?? Number.POSITIVE_INFINITY) <= ONE_PACKET_BYTES;
  if (!isShort && headGoesAlone(response)) response.flushHeaders();
  // What the server sent with its head is here before this turn of the event loop ends; a head that it sent
  // alone must not wait for the body.
  else setImmediate(() => response.destroyed || response.flushHeaders());
  return {
    piece: (bytes, isLast) => {
      if (!isLast) return response.write(bytes);
      response.end(bytes);
      return true;
    },
    end: () => {
      if (!response.writableEnded) response.end();
    },
  };
}

/** Its head has left by then, in a record of its own. */
function inTheNextTurn(response: Http2ServerResponse): PassedOnBody {
  let held: Uint8Array[] | null = [];
  let isEnded = false;
  const end = () => {
    if (!response.stream.destroyed) response.end();
  };
  setImmediate(() => {
    const pieces = held!;
    held = null;
    if (response.stream.destroyed) return;
    for (const piece of pieces) response.write(piece);
    if (isEnded) end();
  });
  return {
    piece: (bytes) => {
      if (held === null) return response.stream.destroyed || response.write(bytes);
      held.push(bytes);
      return true;
    },
    end: () => {
      isEnded = true;
      if (held === null) end();
    },
  };
}

function sendWhole(
  response: TargetResponse,
  status: number,
  headers: string[],
  body: Uint8Array | string = '',
): void {
  sendHead(response, status, headers);
  response.end(body);
}

function sendHead(response: TargetResponse, status: number, headers: readonly string[]): void {
  const whole = [...headers, ...(admitted.get(response) ?? [])];
  // The two classes do the same, but the types of their overloads differ.
  if (response instanceof Http2ServerResponse) response.writeHead(status, whole);
  else response.writeHead(status, whole);
}

export function sendJson(response: TargetResponse, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value));
  const contentType = 'application/json';
  sendAnswer(response, { body, contentType, contentEncoding: null, phases: NO_PHASES, close: false });
}

/** Sends a dictionary, which a client may keep for the URLs that `match` names (RFC 9842, 2.1). */
export function sendDictionary(
  response: TargetResponse,
  { body, contentType, match }: Pick<Answer, 'body' | 'contentType'> & { readonly match: string },
): void {
  const headers = ['Content-Type', contentType, 'Content-Length', String(body.byteLength), ...KEPT];
  sendWhole(response, 200, [...headers, 'Use-As-Dictionary', `match="${match}"`], body);
}

export function sendText(response: TargetResponse, text: string): void {
  const length = String(Buffer.byteLength(text));
  sendWhole(response, 200, ['Content-Type', 'text/plain', 'Content-Length', length, ...NOT_KEPT], text);
}

export function sendBytes(response: TargetResponse, bytes: Uint8Array): void {
  const headers = ['Content-Type', 'application/octet-stream', 'Content-Length', String(bytes.length)];
  sendWhole(response, 200, [...headers, ...NOT_KEPT], bytes);
}

export function sendNothing(response: TargetResponse): void {
  sendWhole(response, 204, NOT_KEPT);
}

/** Opens an answer whose body comes piece by piece; a header asks proxies not to hold the pieces back. */
export function openBody(response: TargetResponse, contentType: string): void {
  sendHead(response, 200, ['Content-Type', contentType, ...NOT_KEPT, 'X-Accel-Buffering', 'no']);
}

export function sendProblem(response: TargetResponse, problem: RequestProblem): void {
  const body = problemBody(problem);
  const headers = ['Content-Type', PROBLEM_TYPE, 'Content-Length', String(body.byteLength), ...NOT_KEPT];
  if (problem.status === 405) headers.push('Allow', (problem.allowed ?? []).join(', '));
  if (problem.status === 426) headers.push('Upgrade', 'websocket');
  if (problem.status === 413 && !(response instanceof Http2ServerResponse))
    headers.push('Connection', 'close');
  sendWhole(response, problem.status, headers, body);
}

/** Sends a refusal as SOAP does: in its own envelope, with the status that SOAP 1.1 demands (6.2). */
export function sendFault(response: TargetResponse, contentType: string, body: Uint8Array): void {
  const headers = ['Content-Type', contentType, 'Content-Length', String(body.byteLength), ...NOT_KEPT];
  sendWhole(response, 500, headers, body);
}

/** The longest time that browsers remember it. */
const PREFLIGHT_SECONDS = 7_200;

/** Answers a CORS preflight. A page sends one only if it adds headers of its own, as calls do. */
export function sendOptions(response: TargetResponse, names: readonly string[]): void {
  const methods = names.join(', ');
  const allowed = ['Allow', methods, 'Access-Control-Allow-Methods', methods];
  const remembered = ['Access-Control-Max-Age', String(PREFLIGHT_SECONDS)];
  const allowedHeaders = ['Access-Control-Allow-Headers', 'Content-Type, SOAPAction, *'];
  sendWhole(response, 204, [...allowed, ...allowedHeaders, ...remembered, ...NOT_KEPT]);
}
