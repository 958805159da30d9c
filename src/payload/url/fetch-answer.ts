// Makes one GET over HTTP and follows redirections. It gives the body as it was on the wire, still
// compressed, with its times.

import { request } from 'undici';
import { UserError } from '../../base/errors.ts';
import { refusal } from '../findings.ts';
import type { Limits, ReadSurroundings } from '../source.ts';
import { agentForAnyCertificate, isHere, offeringInsecure } from './insecure.ts';
import { isHttp, shownUrl } from './shown-url.ts';

export interface Answer {
  readonly finalUrl: URL;
  readonly status: number;
  /** Names in small letters; several of one name joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly waitMs: number;
  readonly transferMs: number;
  /** The redirections on the way. */
  readonly notes: readonly string[];
}

export interface AnswerRequest {
  readonly url: URL;
  /** Its name in messages, without credentials. */
  readonly label: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly limits: Limits;
  /** As `ReadOptions` has it. */
  readonly insecure?: boolean;
}

const MOST_REDIRECTIONS = 10;
const REDIRECTIONS = new Set([301, 302, 303, 307, 308]);

/** What browsers accept. Names are in small letters, so that the user's headers replace them. */
const ACCEPTED = {
  accept: 'application/json, application/x-ndjson, text/csv, application/xml;q=0.9, */*;q=0.8',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'user-agent': 'wirefare',
};

/**
 * Throws a UserError if there is no answer, if it is too large or if it does not end. Otherwise any status is
 * an answer.
 */
export async function fetchAnswer(request: AnswerRequest, surroundings: ReadSurroundings): Promise<Answer> {
  const { label, limits } = request;
  const { interrupted } = surroundings;
  const late = AbortSignal.timeout(limits.durationMs);
  const progress = { bytes: 0, hasHead: false };
  try {
    return await follow(request, surroundings, AbortSignal.any([interrupted, late]), progress);
  } catch (thrown) {
    interrupted.throwIfAborted();
    if (late.aborted) throw tooLate(label, limits, progress);
    const said = sayNetworkError(label, thrown);
    const takesInsecure = request.insecure === false && (await isHere(request.url));
    throw takesInsecure ? offeringInsecure(said) : offeringAuthority(said, thrown);
  }
}

export interface Progress {
  bytes: number;
  hasHead: boolean;
}

async function follow(
  { url, label, headers, limits, insecure = false }: AnswerRequest,
  { clock }: ReadSurroundings,
  signal: AbortSignal,
  progress: Progress,
): Promise<Answer> {
  const notes: string[] = [];
  let at = url;
  let sent: Readonly<Record<string, string>> = { ...ACCEPTED, ...headers };
  for (let count = 0; count <= MOST_REDIRECTIONS; count++) {
    const own = insecure ? { dispatcher: await agentForAnyCertificate(at, label) } : {};
    const calledMs = clock.nowMs();
    const {
      statusCode: status,
      headers: got,
      body,
    } = await request(at, { method: 'GET', headers: sent, signal, ...own });
    const headMs = clock.nowMs();
    const head = headerWords(got);
    const next =
      REDIRECTIONS.has(status) && head.location !== undefined ? redirected(label, at, head.location) : null;
    if (next === null) {
      progress.hasHead = true;
      const bytes = await collected(body, label, limits, progress);
      return {
        finalUrl: at,
        status,
        headers: head,
        body: bytes,
        waitMs: headMs - calledMs,
        transferMs: clock.nowMs() - headMs,
        notes,
      };
    }
    body.on('error', () => {}).destroy();
    const keeps = mayHaveHeaders(at, next);
    const dropped = !keeps && Object.keys(headers).length > 0;
    notes.push(
      `redirected (${status}) to ${shownUrl(next)}${dropped ? ', another host, without the headers given' : ''}`,
    );
    if (dropped) sent = ACCEPTED;
    at = next;
  }
  throw refusal(label, `redirects more than ${MOST_REDIRECTIONS} times`);
}

/**
 * Headers may hold secrets: they go only to the host that the user gave them for, and never from https to
 * http.
 */
function mayHaveHeaders(from: URL, to: URL): boolean {
  return from.origin === to.origin || (from.hostname === to.hostname && to.protocol === 'https:');
}

function redirected(label: string, from: URL, location: string): URL {
  const next = URL.canParse(location, from) ? new URL(location, from) : null;
  if (next === null) throw refusal(label, 'redirects to what cannot be read as a URL');
  if (!isHttp(next)) throw refusal(label, `redirects to ${shownUrl(next)}, which is no http(s) address`);
  // The redirection brought these credentials, not the user, and notes and records show the address.
  next.username = '';
  next.password = '';
  return next;
}

export async function collected(
  body: AsyncIterable<Uint8Array>,
  label: string,
  limits: Limits,
  progress: Progress,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) {
    progress.bytes += piece.length;
    if (progress.bytes > limits.bytes) throw tooLarge(label, limits, 'the answer');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

export function tooLarge(label: string, limits: Limits, what: string): UserError {
  return refusal(label, `${what} is larger than ${megabytes(limits.bytes)} (--limit allows more)`);
}

export function tooLate(label: string, { durationMs }: Limits, { bytes, hasHead }: Progress): UserError {
  const seconds = `${durationMs / 1000} s`;
  return refusal(
    label,
    hasHead
      ? `the answer had not ended after ${seconds} (${megabytes(bytes)} so far), and a stream of events never ends (--timeout allows more)`
      : `no answer after ${seconds} (--timeout allows more)`,
  );
}

function megabytes(bytes: number): string {
  return bytes < 1e6 ? `${bytes} bytes` : `${Math.round(bytes / 1e5) / 10} MB`;
}

const NETWORK_ERRORS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'the name of the host could not be looked up',
  ECONNREFUSED: 'nothing answers there (connection refused)',
  ECONNRESET: 'the connection was closed before the answer was complete; the server’s log may say why',
  UND_ERR_SOCKET: 'the connection was closed before the answer was complete; the server’s log may say why',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  ETIMEDOUT: 'no connection in time',
  UND_ERR_HEADERS_TIMEOUT: 'no answer in time',
  UND_ERR_BODY_TIMEOUT: 'the answer stopped in the middle',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the answer is shorter than it says (Content-Length)',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by an authority that is not trusted here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate cannot be verified',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate cannot be verified',
  ERR_SSL_WRONG_VERSION_NUMBER: 'speaks no TLS there; is it http:// instead of https://?',
  ERR_TLS_HANDSHAKE_TIMEOUT: 'takes a connection and begins no TLS; is it http:// instead of https://?',
  HTTPParserError: 'what answers there is not HTTP as RFC 9112 has it',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet; is the clock of this machine right?',
  CERT_REVOKED: 'its certificate was revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
  ERR_HTTP2_STREAM_ERROR: 'the server ended the answer before it was complete (HTTP/2)',
  ERR_HTTP2_STREAM_CANCEL: 'the server ended the answer before it was complete (HTTP/2)',
  ERR_HTTP2_SESSION_ERROR: 'the server ended the connection with an error (HTTP/2)',
  ERR_HTTP2_GOAWAY_SESSION: 'the server ended the connection before it answered (HTTP/2)',
  ERR_HTTP2_INVALID_SESSION: 'the server ended the connection before it answered (HTTP/2)',
  ERR_HTTP2_ERROR: 'what answers there is not HTTP/2 as RFC 9113 has it',
};

/** As OpenSSL names what else may be wrong with a certificate. */
const CERTIFICATE_CODE =
  /^(CERT_|CRL_|UNABLE_TO_(GET|VERIFY|DECRYPT|DECODE)_|ERROR_IN_(CERT|CRL)_|INVALID_(CA|PURPOSE)$|PATH_LENGTH_EXCEEDED$|HOSTNAME_MISMATCH$)/;

/**
 * There is no server, or it does not answer: a mistake of whoever has typed its URL, and of nobody where that
 * stands in a file and was right yesterday.
 */
export class NoAnswer extends UserError {}

/** An error that is not of the network is passed on. */
export function sayNetworkError(label: string, thrown: unknown): unknown {
  const codes = errorCodes(thrown);
  const noAnswer = (what: string) => new NoAnswer([{ file: label, path: '', what }]);
  const known = codes.find((code) => NETWORK_ERRORS[code] !== undefined);
  if (known !== undefined) return noAnswer(NETWORK_ERRORS[known]!);
  if (codes.some((code) => code.startsWith('HPE_'))) return noAnswer(NETWORK_ERRORS.HTTPParserError!);
  const ofCertificate = codes.find((code) => CERTIFICATE_CODE.test(code));
  if (ofCertificate !== undefined) return noAnswer(`its certificate is not accepted (${ofCertificate})`);
  const ofTls = codes.find((code) => code.startsWith('ERR_SSL_'));
  if (ofTls !== undefined) return noAnswer(sayTlsError(ofTls, thrown));
  const other = codes.find((code) => /^(UND_ERR_|ERR_TLS_|E[A-Z]+$)/.test(code));
  return other === undefined
    ? thrown
    : noAnswer(`the request failed: ${(thrown as Error).message} (${other})`);
}

/** What servers answer to a client whose certificate they miss or do not take; older ones say it vaguely. */
const WANTS_CERTIFICATE = /ALERT_(CERTIFICATE_REQUIRED|BAD_CERTIFICATE|UNKNOWN_CA|CERTIFICATE_UNKNOWN)/;

const TLS_ERRORS: readonly (readonly [RegExp, string])[] = [
  [
    WANTS_CERTIFICATE,
    'asks for a certificate of the client (TLS), and none can be given here; ask it where it does without, such as behind its proxy',
  ],
  [
    /ALERT_HANDSHAKE_FAILURE/,
    'ends the TLS handshake: it has no cipher that is safe today, or asks for a certificate of the client, and none can be given here',
  ],
  [/UNRECOGNIZED_NAME/, 'has no certificate for that name of a host (TLS)'],
  [
    /PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/,
    'speaks a TLS that is too old: browsers and this lab take 1.2 or newer',
  ],
  [/NO_APPLICATION_PROTOCOL/, 'takes neither HTTP/2 nor HTTP/1.1 over TLS (ALPN)'],
];

/** OpenSSL's own message is a line for its authors, with a place in their sources. */
function sayTlsError(code: string, thrown: unknown): string {
  const known = TLS_ERRORS.find(([pattern]) => pattern.test(code));
  if (known !== undefined) return known[1];
  return `TLS fails: ${tlsReason(thrown) ?? (thrown as Error).message} (${code})`;
}

/** As OpenSSL words it: `tlsv1 alert internal error`. */
function tlsReason(thrown: unknown): string | null {
  const { reason, cause } = (thrown ?? {}) as { readonly reason?: unknown; readonly cause?: unknown };
  if (typeof reason === 'string') return reason;
  return cause === undefined ? null : tlsReason(cause);
}

/** Where one more trusted authority would do; Node has a list of its own, and not that of the system. */
const UNKNOWN_AUTHORITY: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]);

/** What was said of a server whose certificate the authority of a company signed, with what takes it. */
export function offeringAuthority(said: unknown, thrown: unknown): unknown {
  if (!(said instanceof UserError) || !errorCodes(thrown).some((code) => UNKNOWN_AUTHORITY.has(code)))
    return said;
  const advice =
    'if an authority of your own signed it, let NODE_EXTRA_CA_CERTS name the PEM file of that authority: the list that this system trusts is not read';
  return new UserError(said.problems.map((one) => ({ ...one, what: `${one.what}; ${advice}` })));
}

interface NetworkError {
  readonly code?: unknown;
  readonly name?: unknown;
  readonly cause?: unknown;
  readonly errors?: readonly unknown[];
}

/** Codes and names of the error, its causes and its parts (several addresses of one host). */
function errorCodes(thrown: unknown): string[] {
  const { code, name, cause, errors } = (thrown ?? {}) as NetworkError;
  // Parsers report some errors without a code; then there is only the error's name.
  const ownCodes = [code, name].filter((each) => typeof each === 'string');
  return [
    ...ownCodes,
    ...(cause === undefined ? [] : errorCodes(cause)),
    ...(errors ?? []).flatMap(errorCodes),
  ];
}

function headerWords(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const entries = Object.entries(headers).filter(
    (entry): entry is [string, string | string[]] => entry[1] !== undefined,
  );
  return Object.fromEntries(
    entries.map(([name, value]) => [name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]),
  );
}
