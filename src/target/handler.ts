// Says what each path does, and what happens when something goes wrong.

import { messageOf } from '../base/errors.ts';
import { seededRandom } from '../base/random.ts';
import { DCZ } from '../compression/dcz.ts';
import {
  type About,
  type DictionaryQuery,
  dictionaryMatch,
  type ExchangeQuery,
  needsDictionary,
  type RequestSeen,
} from '../wire/target-contract.ts';
import { type Calls, isCallPath, SOAP_PATH } from './calls/answers.ts';
import { whyNotDecodable } from './dictionary.ts';
import { answerExchange, type ExchangeParts } from './exchange.ts';
import { admit, type Gate } from './gate.ts';
import { answerMessages, MESSAGE_PATHS } from './messages/message-routes.ts';
import type { Sequences } from './messages/sequences.ts';
import type { RequestProblem } from './problem.ts';
import { parseBytes, parseDictionary, parseExchange } from './query.ts';
import {
  headersForPages,
  NO_PHASES,
  openToPages,
  sendAnswer,
  sendDictionary,
  sendJson,
  sendOptions,
  sendProblem,
  type TargetListener,
  type TargetRequest,
  type TargetResponse,
} from './send.ts';

export interface TargetParts extends ExchangeParts {
  readonly about: About;
  readonly sequences: Sequences;
  readonly calls: Calls;
  readonly gate: Gate;
  /** Called with every internal failure, for the process's stderr. */
  onFailure(thrown: unknown): void;
}

const MAX_URL_LENGTH = 4_096;

const READING: readonly string[] = ['GET', 'HEAD'];

/** Path → its methods beside OPTIONS. */
const METHODS: Readonly<Record<string, readonly string[]>> = {
  '/about': READING,
  '/bytes': READING,
  '/dictionary': READING,
  '/exchange': READING,
  ...MESSAGE_PATHS,
};

const CALLING: readonly string[] = ['POST'];

const PATHS = [...Object.keys(METHODS), '/call/<operation>', SOAP_PATH];

/** A part of the contract that this target does not have: WebTransport. */
const LACKING_PATHS = ['/transport'];

export function targetHandler(parts: TargetParts): TargetListener {
  const bytes = randomBytes();
  const forPages = headersForPages(parts.gate.origin);
  return (request, response) => {
    try {
      const admission = admit(parts.gate, request);
      if ('problem' in admission) {
        sendProblem(response, admission.problem);
        request.resume();
        return;
      }
      openToPages(response, forPages);
      answer({ request, response, ...admission }, parts, bytes);
    } catch (thrown) {
      parts.onFailure(thrown);
      request.resume();
      if (response.headersSent) response.destroy();
      else sendProblem(response, { status: 500, detail: messageOf(thrown) });
    }
  };
}

interface Admitted {
  readonly request: TargetRequest;
  readonly response: TargetResponse;
  readonly path: string;
  /** Without its question mark, and without the secret. */
  readonly search: string;
}

function answer(
  { request, response, path, search }: Admitted,
  parts: TargetParts,
  bytes: (n: number) => Uint8Array,
): void {
  if (isWsdl(request, path, search)) {
    parts.calls.describe(request, response);
    return;
  }
  const problem = problemWith(request.url ?? '/', path, request.method ?? '');
  if (problem !== null) {
    sendProblem(response, problem);
    request.resume();
  } else if (request.method === 'OPTIONS') sendOptions(response, allowedMethods(path));
  else if (path in MESSAGE_PATHS)
    answerMessages(path, { request, response, search, sequences: parts.sequences });
  else if (isCallPath(path)) parts.calls.answer(path, search, request, response);
  else if (path === '/exchange') exchange(request, response, search, parts);
  else if (path === '/dictionary') dictionary(response, search, parts);
  else if (path === '/bytes') rawBytes(response, search, bytes);
  else sendJson(response, { ...parts.about, request: seen(request) });
}

/** Asking for the WSDL is the only request to SOAP's path that is not a POST. */
function isWsdl({ method }: TargetRequest, path: string, search: string): boolean {
  return path === SOAP_PATH && search.toLowerCase() === 'wsdl' && READING.includes(method ?? '');
}

/** A page cannot see the Accept-Encoding that its browser sends. */
function seen({ headers }: TargetRequest): RequestSeen {
  return { acceptEncoding: String(headers['accept-encoding'] ?? '') };
}

function problemWith(url: string, path: string, method: string): RequestProblem | null {
  if (url.length > MAX_URL_LENGTH) return { status: 414, detail: `longer than ${MAX_URL_LENGTH} characters` };
  if (LACKING_PATHS.includes(path)) return { status: 501, detail: `this target does not have ${path}` };
  if (!isKnown(path)) return { status: 404, detail: `no ${path} here`, allowed: PATHS };
  const methods = allowedMethods(path);
  if (methods.includes(method)) return null;
  return { status: 405, detail: `${path} does not take ${method}`, allowed: methods };
}

function allowedMethods(path: string): readonly string[] {
  return [...(METHODS[path] ?? CALLING), 'OPTIONS'];
}

/** A path of a call is known whatever its operation: calls/answers.ts refuses unknown operations. */
function isKnown(path: string): boolean {
  return Object.hasOwn(METHODS, path) || isCallPath(path);
}

function exchange(
  request: TargetRequest,
  response: TargetResponse,
  search: string,
  parts: TargetParts,
): void {
  const parsed = parseExchange(search, parts.about.features);
  if ('problem' in parsed) {
    sendProblem(response, parsed.problem);
    return;
  }
  const problem = refused(parsed.query, parts) ?? refuseUndecodable(request, parsed.query, parts);
  if (problem === null) answerExchange(response, parsed.query, parts);
  else sendProblem(response, problem);
}

function refused({ dataset, format, codec }: DictionaryQuery, parts: TargetParts): RequestProblem | null {
  const detail = parts.refusalOf(dataset, format, codec);
  return detail === null ? null : { status: 501, detail, parameter: 'format' };
}

/** A client must be able to undo a compression with dictionary. Opaque bytes need no undoing. */
function refuseUndecodable(
  request: TargetRequest,
  query: ExchangeQuery,
  { dictionaryOf }: TargetParts,
): RequestProblem | null {
  if (query.opaque || !needsDictionary(query.compression)) return null;
  return whyNotDecodable(request, dictionaryOf(query), query.compression);
}

function dictionary(response: TargetResponse, search: string, parts: TargetParts): void {
  const parsed = parseDictionary(search, parts.about.features);
  const problem = 'problem' in parsed ? parsed.problem : refused(parsed.query, parts);
  if (problem !== null || 'problem' in parsed) {
    sendProblem(response, problem!);
    return;
  }
  const { body, contentType } = parts.dictionaryOf(parsed.query);
  sendDictionary(response, { body, contentType, match: dictionaryMatch(parsed.query, DCZ.name) });
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

const SEED = 20_170_601;

/**
 * Gives the body of /bytes: the first n bytes of one seeded stream, which no compression can shorten and
 * which are the same in every process and every run. What has been made once is kept: /bytes measures the
 * network only.
 */
function randomBytes(): (n: number) => Uint8Array {
  const random = seededRandom(SEED);
  let words = new Uint32Array(0);
  return (n) => {
    const wordsNeeded = Math.ceil(n / 4);
    if (wordsNeeded > words.length) {
      const grown = new Uint32Array(wordsNeeded);
      grown.set(words);
      for (let i = words.length; i < wordsNeeded; i++) grown[i] = random() * 0x1_0000_0000;
      words = grown;
    }
    return new Uint8Array(words.buffer, 0, n);
  };
}
