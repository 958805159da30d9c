// Reads an http(s) URL as a source: its answer, and how it came here, which is the baseline "as you send it
// today".

import { WARNINGS } from '../../base/warnings/catalogue.ts';
import { decompress } from '../../compression/node-zlib.ts';
import { servedLevel } from '../../compression/served-level.ts';
import { refusal } from '../findings.ts';
import { fileStem } from '../local-source.ts';
import {
  DEFAULT_LIMITS,
  type Limits,
  type RawSource,
  type ReadOptions,
  type ReadSurroundings,
} from '../source.ts';
import { kindByMediaType, kindByName } from '../source-kind.ts';
import { printable } from '../source-text.ts';
import { compressionByCoding } from './content-coding.ts';
import { type Answer, fetchAnswer, tooLarge } from './fetch-answer.ts';
import { isCredential, isSecretName, shownUrl, withoutSecretPairs } from './shown-url.ts';

export function isUrl(name: string): boolean {
  return /^https?:\/\//i.test(name);
}

/** Throws a UserError if the answer is not data: an error, a sign-in, a web page, nothing at all. */
export async function readUrl(
  name: string,
  options: ReadOptions,
  surroundings: ReadSurroundings,
): Promise<RawSource> {
  if (!URL.canParse(name)) throw refusal(name, 'is no URL');
  const { url, label, headers } = withoutCredentials(new URL(name), options.headers ?? {});
  const limits = options.limits ?? DEFAULT_LIMITS;
  const { insecure } = options;
  const request = { url, label, headers, limits, ...(insecure !== undefined && { insecure }) };
  const answer = await fetchAnswer(request, surroundings);
  const source = sourceFromAnswer({ url, label }, answer, options);
  const { triedBytes } = WARNINGS['unusual-level'].bounds;
  const level = servedLevel(source.compression, answer.body, source.bytes, triedBytes)?.level;
  return level === undefined ? source : { ...source, level };
}

/**
 * Throws like `readUrl`. `lessOften`: what mends it where the server was asked too often; absent: waiting.
 */
export function sourceFromAnswer(
  { url, label }: { readonly url: URL; readonly label: string },
  answer: Answer,
  options: Pick<ReadOptions, 'from' | 'limits'> & { readonly lessOften?: string },
): RawSource {
  const limits = options.limits ?? DEFAULT_LIMITS;
  refuseUnusable(label, answer, options.lessOften ?? 'try again later');
  const compression = compressionFromHeaders(label, answer);
  const bytes = decompressed(label, answer.body, compression, limits);
  if (options.from === undefined) refuseWebPage(label, answer.headers['content-type'] ?? '', bytes);
  const { finalUrl, status, waitMs, transferMs } = answer;
  return {
    label,
    stem: shownStem(url, label),
    bytes,
    kind: kindByMediaType(answer.headers['content-type'] ?? '') ?? kindByName(finalUrl.pathname),
    captured: {
      url: label,
      finalUrl: shownUrl(finalUrl),
      status,
      headers: withoutSecrets(answer.headers),
      bytesEncoded: answer.body.length,
      bytesDecoded: bytes.length,
      waitMs,
      transferMs,
    },
    compression,
    notes: answer.notes,
  };
}

/**
 * A dataset is named by it: a secret in the last part of a path, or what came there by a variable, is no
 * name.
 */
function shownStem(url: URL, label: string): string {
  const shown = /\$\{/.test(label) ? label : shownUrl(url);
  const stem = fileStem(shown.replace(/^https?:\/\/[^/?]*/i, '').replace(/\?.*$/s, ''));
  return /[a-z\d]/i.test(stem) ? stem : url.hostname;
}

/**
 * Cookies and tokens are secrets, and the headers are kept in records. Addresses among them (`Link`,
 * `Content-Location`) may hold what came with the request.
 */
function withoutSecrets(headers: Answer['headers']): Answer['headers'] {
  const kept = Object.entries(headers).filter(([name, value]) => !isSecretName(name) && !isCredential(value));
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutSecretPairs(value)]));
}

/** A name and password in the URL become a header, so that no message and no record shows them. */
export function withoutCredentials(given: URL, headers: Readonly<Record<string, string>>) {
  const url = new URL(given);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  url.hash = '';
  const small = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const label = shownUrl(url);
  if (username === '' && password === '') return { url, label, headers: small };
  const pair = Buffer.from(`${unescaped(username)}:${unescaped(password)}`).toString('base64');
  return { url, label, headers: { authorization: `Basic ${pair}`, ...small } };
}

/** A per cent sign that begins no escape stands for itself, as in browsers. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function refuseUnusable(label: string, { status, headers, body }: Answer, lessOften: string): void {
  const why = whyUnusable(status, headers, lessOften);
  if (why !== null) throw refusal(label, why);
  if (body.length === 0) throw refusal(label, `the answer is empty (status ${status})`);
}

function refuseWebPage(label: string, contentType: string, bytes: Uint8Array): void {
  const saysPage = /^\s*(text\/html|application\/xhtml\+xml)/i.test(contentType);
  if (!saysPage && !PAGE.test(Buffer.from(bytes.subarray(0, 200)).toString())) return;
  const type = contentType === '' ? 'without Content-Type' : shownHeader(contentType);
  throw refusal(
    label,
    isJsonText(bytes)
      ? `answers with JSON and calls it a web page (${type}), as PHP does where nobody says otherwise; let the server send Content-Type: application/json`
      : `answers with a web page (${type}), not with data; is this the address of the API, and is one signed in there? --header sends what it takes`,
  );
}

/** Whatever it is called: some send one as JSON, or do not say what it is. */
const PAGE = /^\s*<(?:!doctype html|html)[\s>]/i;

/** An object or a list: a web page may be no more than a number. */
function isJsonText(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes).toString();
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const MOST_SHOWN = 100;

/** What a server says in a header, fit for a terminal: some say a lot. */
function shownHeader(value: string): string {
  const text = printable(value);
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN - 1)}…` : text;
}

function whyUnusable(
  status: number,
  headers: Readonly<Record<string, string>>,
  lessOften: string,
): string | null {
  if (status >= 200 && status < 300) return null;
  const { allow, 'www-authenticate': challenge, 'retry-after': after } = headers;
  const later = after === undefined ? '' : `, Retry-After: ${shownHeader(after)}`;
  if (status === 401)
    return `asks for credentials (401${challenge === undefined ? '' : `, ${shownHeader(challenge)}`}): --header 'Authorization: …' sends them`;
  if (status === 403) return "refuses (403): it may need --header 'Authorization: …', or another header";
  if (status === 404 || status === 410) return `there is nothing at this address (${status})`;
  if (status === 405)
    return `does not take GET, by which alone it is asked here (405${allow === undefined ? '' : `, Allow: ${shownHeader(allow)}`})`;
  if (status === 429) return `answers "too many requests" (429${later}); ${lessOften}`;
  if (status >= 500) return `the server failed (${status}${later}); its log may say why`;
  const lacks = status >= 400 ? '; does it lack a part of its query, or a header (--header)?' : '';
  return `answers with status ${status}, not with data${lacks}`;
}

function compressionFromHeaders(label: string, { headers }: Answer): string {
  const contentCoding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const name = compressionByCoding(contentCoding);
  if (name !== null) return name;
  throw refusal(label, `has the content coding ${printable(contentCoding)}, which is not known here`);
}

function decompressed(label: string, body: Uint8Array, compression: string, limits: Limits): Uint8Array {
  try {
    return decompress(compression, body, limits.bytes);
  } catch (thrown) {
    const { code, message } = thrown as NodeJS.ErrnoException;
    if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(label, limits, 'the answer, decompressed,');
    throw refusal(label, `says that it is compressed by ${compression} and is not: ${message}`);
  }
}
