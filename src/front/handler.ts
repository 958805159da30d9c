// What a front answers: of the target contract as much as cells of a URL need. /exchange is the server's own
// answer, passed on as it comes; /bytes is the empty exchange, which ends here, so that what the front adds
// is seen beside it.

import { messageOf } from '../base/errors.ts';
import { admit, type Gate } from '../target/gate.ts';
import { PROBLEM_TYPE } from '../target/problem.ts';
import {
  headersForPages,
  NO_PHASES,
  openToPages,
  type PassedOnBody,
  sendAnswer,
  sendJson,
  sendOptions,
  sendPassedOn,
  sendProblem,
  type TargetListener,
  type TargetRequest,
  type TargetResponse,
} from '../target/send.ts';
import { NOT_ASKED } from '../wire/not-asked.ts';
import { type FrontTiming, formatFrontTiming, ownPhases } from '../wire/server-timing.ts';
import type { About } from '../wire/target-contract.ts';
import type { Allowance } from './allowance.ts';
import type { AnswerHead, OpenUpstream } from './upstream.ts';

export interface FrontParts {
  readonly about: About;
  readonly upstream: OpenUpstream;
  readonly allowance: Allowance;
  /** As its settings say. */
  readonly isUntold?: true | undefined;
  readonly gate: Gate;
  readonly nowMs: () => number;
  /** With what goes wrong between front and server, for the process's stderr. */
  onFailure(thrown: unknown): void;
}

/** Of the browser's own, what a server may decide its answer by. Origin and cookies are none of them. */
const PASSED_ON = ['accept', 'accept-encoding', 'accept-language', 'user-agent'];

const METHODS = ['GET'];
const ALL_ASKED = 'any more: all requests that were agreed to were sent';
const UNTOLD =
  'any more: a front ended without saying how many requests it had sent, so that all that were agreed to count as sent';

export function frontHandler(parts: FrontParts): TargetListener {
  const forPages = headersForPages(parts.gate.origin);
  return (request, response) => {
    const receivedMs = parts.nowMs();
    const admission = admit(parts.gate, request);
    if ('problem' in admission) {
      sendProblem(response, admission.problem);
      request.resume();
      return;
    }
    openToPages(response, forPages);
    answer({ request, response, receivedMs, ...admission }, parts);
  };
}

interface Admitted {
  readonly request: TargetRequest;
  readonly response: TargetResponse;
  readonly path: string;
  readonly search: string;
  readonly receivedMs: number;
}

function answer(admitted: Admitted, parts: FrontParts): void {
  const { request, response, path, search, receivedMs } = admitted;
  const asked = new URLSearchParams(search);
  const close = asked.get('connection') === 'close';
  if (request.method === 'OPTIONS') sendOptions(response, METHODS);
  else if (request.method !== 'GET')
    sendProblem(response, {
      status: 405,
      detail: `${path} does not take ${request.method}`,
      allowed: METHODS,
    });
  else if (path === '/about')
    sendJson(response, { ...parts.about, request: seen(request), asked: parts.allowance.asked });
  else if (path === '/bytes' && asked.get('n') === '0') sendEmpty(response, close);
  else if (path === '/exchange') {
    const { allowance } = parts;
    if (!allowance.take()) {
      const used = parts.isUntold === true ? UNTOLD : ALL_ASKED;
      const what = allowance.isUsedUp ? used : `more than ${allowance.perSecond} times a second`;
      sendProblem(response, { status: 429, detail: `${NOT_ASKED} ${what}` });
      return;
    }
    const opaque = asked.get('opaque') === '1';
    passOn(request, response, parts, { receivedMs, close, opaque });
  } else
    sendProblem(response, {
      status: 404,
      detail: `no ${path} here`,
      allowed: ['/about', '/bytes?n=0', '/exchange'],
    });
}

function seen({ headers }: TargetRequest) {
  return { acceptEncoding: String(headers['accept-encoding'] ?? '') };
}

function sendEmpty(response: TargetResponse, close: boolean): void {
  const contentType = 'application/octet-stream';
  sendAnswer(response, {
    body: new Uint8Array(0),
    contentType,
    contentEncoding: null,
    phases: NO_PHASES,
    close,
  });
}

interface Passing {
  readonly receivedMs: number;
  readonly close: boolean;
  /** The same bytes without their content coding, for a client to decompress by itself. */
  readonly opaque: boolean;
}

function passOn(
  request: TargetRequest,
  response: TargetResponse,
  parts: FrontParts,
  { receivedMs, close, opaque }: Passing,
): void {
  const { upstream, allowance, nowMs } = parts;
  let body: PassedOnBody | null = null;
  let isFull = false;
  const asked = upstream.ask(askedBy(request), {
    mayAskAgain: () => allowance.take(),
    head: (head) => {
      const { headers, handedMs, headMs } = head;
      const { status, refusal } = refusalOf(head, parts.about.name);
      const contentEncoding = refusal === null && !opaque ? headers['content-encoding'] : undefined;
      const ownType = opaque ? 'application/octet-stream' : headers['content-type'];
      const timing = splitOf(headers['server-timing'], headMs - handedMs);
      body = sendPassedOn(response, {
        status,
        contentType: refusal === null ? ownType : PROBLEM_TYPE,
        contentEncoding: contentEncoding === 'identity' ? undefined : contentEncoding,
        contentLength: refusal === null ? lengthOf(head) : String(refusal.byteLength),
        serverTiming: formatFrontTiming({ ...timing, frontMs: handedMs - receivedMs + (nowMs() - headMs) }),
        close,
      });
      if (refusal === null) return;
      body.piece(refusal, true);
      body.end();
      body = NOTHING_MORE;
    },
    piece: (bytes, isLast) => {
      if (body!.piece(bytes, isLast)) return true;
      // More of one chunked read may come meanwhile.
      if (!isFull) response.once('drain', goOn);
      isFull = true;
      return false;
    },
    end: () => body!.end(),
    failed: (thrown) => {
      parts.onFailure(thrown);
      if (body === NOTHING_MORE) return;
      if (response.headersSent) response.destroy();
      else
        sendProblem(response, {
          status: 502,
          detail: messageOf(thrown),
          behind: parts.about.name,
          noAnswer: true,
        });
    },
  });
  const goOn = () => {
    isFull = false;
    asked.resume();
  };
  response.once('close', () => asked.stop());
}

/** What a server says of its refusal stays here. */
const NOTHING_MORE: PassedOnBody = { piece: () => true, end: () => {} };

/** As it was when the URL was read, where a page is no answer: where one signs in, it comes by 200 too. */
const WEB_PAGE = /^\s*(text\/html|application\/xhtml\+xml)/i;
const PAGE_CAME = 'a web page came in place of data, as where one is signed in no longer';

/** null: it is an answer. */
function refusalOf(head: AnswerHead, behind: string): { status: number; refusal: Uint8Array | null } {
  const { status, headers } = head;
  if (status >= 300) return { status, refusal: refusalDocument(head, behind) };
  if (!WEB_PAGE.test(headers['content-type'] ?? '')) return { status, refusal: null };
  const document = { type: 'about:blank', status: 502, behind, noAnswer: true, detail: PAGE_CAME };
  return { status: 502, refusal: Buffer.from(JSON.stringify(document)) };
}

/**
 * A refusal as a problem document (RFC 9457) that names the server: whoever asks knows the front's address
 * alone. What the server says of it stays here, since it may hold anything.
 */
function refusalDocument({ status, headers }: AnswerHead, behind: string): Uint8Array {
  const after = headers['retry-after'] ?? '';
  const waits = RETRY_AFTER.test(after) ? [`Retry-After: ${after}`] : [];
  const asks = status === 429 ? ['ask less often (--rate, in a study rate)'] : [];
  const ends = status === 401 || status === 403 ? ['what signs in there may be valid no longer'] : [];
  const leads = status < 400 ? ['a redirection, as where one is signed in no longer'] : [];
  const detail = [...waits, ...asks, ...ends, ...leads].join('; ');
  return Buffer.from(JSON.stringify({ type: 'about:blank', status, behind, detail }));
}

/** Seconds or a date (RFC 9110, 10.2.3); all else may be anything. */
const RETRY_AFTER = /^[\w ,:+-]{1,40}$/;

function askedBy({ headers }: TargetRequest): Record<string, string> {
  const named = PASSED_ON.map((name) => [name, headers[name]] as const);
  return Object.fromEntries(named.filter((one): one is [string, string] => typeof one[1] === 'string'));
}

function lengthOf({ headers }: AnswerHead): string | undefined {
  const length = headers['content-length'];
  return length !== undefined && /^\d+$/.test(length) ? length : undefined;
}

/**
 * The server's time split by what it says itself, the rest being told as one. What it says counts only where
 * all of it fits into the time that was waited for: a server may time other things than we did.
 */
function splitOf(header: string | undefined, serverMs: number): Omit<FrontTiming, 'frontMs'> {
  const none = { computeMs: 0, encodeMs: 0, compressMs: 0 };
  const said = ownPhases(header ?? null);
  if (said === null) return { ...none, serverMs };
  const { computeMs, encodeMs, compressMs } = said;
  const restMs = serverMs - computeMs - encodeMs - compressMs;
  return restMs < 0 ? { ...none, serverMs } : { computeMs, encodeMs, compressMs, serverMs: restMs };
}
