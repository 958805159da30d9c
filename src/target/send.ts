// How every answer leaves: one head with the contract's headers, one body of known length.

import type { ServerResponse } from 'node:http';
import { formatServerTiming, type ServerPhases } from '../wire/server-timing.ts';
import { PROBLEM_TYPE, problemBody, type RequestProblem } from './problem.ts';

export interface Answer {
  readonly body: Uint8Array;
  readonly contentType: string;
  /** `gzip`; null where the body is not encoded. */
  readonly contentEncoding: string | null;
  readonly phases: ServerPhases;
  /** End the connection after this answer, so that the next exchange is cold. */
  readonly close: boolean;
}

export const NO_PHASES: ServerPhases = { computeMs: 0, encodeMs: 0, compressMs: 0 };

/** A page of another origin, isolated or not, may read the body, these headers and the exact times. */
const OPEN_TO_PAGES = [
  'Cache-Control',
  'no-store',
  'Timing-Allow-Origin',
  '*',
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  'Server-Timing, Content-Encoding, Content-Length, Content-Type',
  'Cross-Origin-Resource-Policy',
  'cross-origin',
];

export const METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

export function sendAnswer(response: ServerResponse, answer: Answer): void {
  const { body, contentType, contentEncoding, phases, close } = answer;
  const headers = ['Content-Type', contentType, 'Content-Length', String(body.byteLength)];
  headers.push('Server-Timing', formatServerTiming(phases), ...OPEN_TO_PAGES);
  if (contentEncoding !== null) headers.push('Content-Encoding', contentEncoding);
  if (close) headers.push('Connection', 'close');
  response.writeHead(200, headers);
  response.end(body);
}

export function sendJson(response: ServerResponse, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value));
  const contentType = 'application/json';
  sendAnswer(response, { body, contentType, contentEncoding: null, phases: NO_PHASES, close: false });
}

export function sendProblem(response: ServerResponse, problem: RequestProblem): void {
  const body = problemBody(problem);
  const headers = ['Content-Type', PROBLEM_TYPE, 'Content-Length', String(body.byteLength), ...OPEN_TO_PAGES];
  if (problem.status === 405) headers.push('Allow', METHODS.join(', '));
  response.writeHead(problem.status, headers);
  response.end(body);
}

/** The answer to a CORS preflight, which a page sends only if it adds headers of its own. */
export function sendOptions(response: ServerResponse): void {
  const methods = METHODS.join(', ');
  const allowed = ['Allow', methods, 'Access-Control-Allow-Methods', methods];
  response.writeHead(204, [...allowed, 'Access-Control-Allow-Headers', '*', ...OPEN_TO_PAGES]);
  response.end();
}
