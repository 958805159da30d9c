// Which path does what; and what happens when something goes wrong.

import { messageOf } from '../base/errors.ts';
import type { About, RequestSeen } from '../wire/target-contract.ts';
import { answerExchange, type ExchangeParts } from './exchange.ts';
import type { RequestProblem } from './problem.ts';
import { parseBytes, parseExchange } from './query.ts';
import { randomBytes } from './random-bytes.ts';
import {
  METHODS,
  NO_PHASES,
  sendAnswer,
  sendJson,
  sendOptions,
  sendProblem,
  type TargetListener,
  type TargetRequest,
  type TargetResponse,
} from './send.ts';

export interface TargetParts extends ExchangeParts {
  readonly about: About;
  /** Told of every failure of ours, for the process's stderr. */
  onFailure(thrown: unknown): void;
}

const MAX_URL_LENGTH = 4_096;

const PATHS = ['/about', '/bytes', '/exchange'];

/** Parts of the contract that this target does not have; the message endpoints come later. */
const LATER_PATHS = ['/message', '/events', '/socket'];

export function targetHandler(parts: TargetParts): TargetListener {
  const bytes = randomBytes();
  return (request, response) => {
    try {
      answer(request, response, parts, bytes);
    } catch (thrown) {
      parts.onFailure(thrown);
      if (response.headersSent) response.destroy();
      else sendProblem(response, { status: 500, detail: messageOf(thrown) });
    }
  };
}

function answer(
  request: TargetRequest,
  response: TargetResponse,
  parts: TargetParts,
  bytes: (n: number) => Uint8Array,
): void {
  const url = request.url ?? '/';
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const search = mark < 0 ? '' : url.slice(mark + 1);
  const problem = problemWith(url, path, request.method ?? '');
  if (problem !== null) sendProblem(response, problem);
  else if (request.method === 'OPTIONS') sendOptions(response);
  else if (path === '/exchange') exchange(response, search, parts);
  else if (path === '/bytes') rawBytes(response, search, bytes);
  else sendJson(response, { ...parts.about, request: seen(request) });
}

/** A page cannot see the Accept-Encoding that its browser sends. */
function seen({ headers }: TargetRequest): RequestSeen {
  return { acceptEncoding: String(headers['accept-encoding'] ?? '') };
}

function problemWith(url: string, path: string, method: string): RequestProblem | null {
  if (url.length > MAX_URL_LENGTH) return { status: 414, detail: `longer than ${MAX_URL_LENGTH} characters` };
  if (LATER_PATHS.includes(path)) return { status: 501, detail: `this target does not have ${path}` };
  if (!PATHS.includes(path)) return { status: 404, detail: `no ${path} here`, allowed: PATHS };
  if (METHODS.includes(method)) return null;
  return { status: 405, detail: `${path} does not take ${method}`, allowed: METHODS };
}

function exchange(response: TargetResponse, search: string, parts: TargetParts): void {
  const parsed = parseExchange(search, parts.about.features);
  if ('problem' in parsed) {
    sendProblem(response, parsed.problem);
    return;
  }
  const { dataset, format, codec } = parsed.query;
  const refusal = parts.refusalOf(dataset, format, codec);
  if (refusal === null) answerExchange(response, parsed.query, parts);
  else sendProblem(response, { status: 501, detail: refusal, parameter: 'format' });
}

function rawBytes(response: TargetResponse, search: string, bytes: (n: number) => Uint8Array): void {
  const parsed = parseBytes(search);
  if ('problem' in parsed) {
    sendProblem(response, parsed.problem);
    return;
  }
  const { n, close } = parsed.query;
  const contentType = 'application/octet-stream';
  sendAnswer(response, { body: bytes(n), contentType, contentEncoding: null, phases: NO_PHASES, close });
}
