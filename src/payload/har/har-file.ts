// What a HAR (HTTP Archive 1.2, as the network panels of browsers and proxies save it) says of each exchange,
// as far as its answer is somebody's data. Nothing else of it is looked at: it may hold passwords.

import { refusal } from '../findings.ts';
import { kindByMediaType, type SourceKind } from '../source-kind.ts';

export interface HarAnswer {
  readonly method: string;
  readonly url: URL;
  readonly status: number;
  readonly contentType: string;
  readonly kind: SourceKind;
  /** As the field says; empty: none. */
  readonly contentEncoding: string;
  /** Decompressed, as a page would have it. */
  readonly body: Uint8Array;
  /** On the wire, without the head; null where the archive does not tell. */
  readonly bytesEncoded: number | null;
  readonly waitMs: number;
  readonly transferMs: number;
}

export interface HarFile {
  readonly answers: readonly HarAnswer[];
  /** How many exchanges there are in all. */
  readonly exchanges: number;
  /** Answers with data whose body was not saved. */
  readonly withoutBody: number;
}

export function isHar(name: string): boolean {
  return /\.har$/i.test(name);
}

/** Throws a UserError if it is no HAR. */
export function readHarFile(label: string, bytes: Uint8Array): HarFile {
  const entries = asList(parse(label, bytes).log?.entries);
  if (entries === null) throw refusal(label, 'is no HAR: it has no list log.entries');
  const withData = entries.flatMap((entry) => {
    const head = readHead(entry);
    return head === null ? [] : [{ entry, head }];
  });
  const answers = withData.flatMap(({ entry, head }) => {
    const body = readBody(entry);
    return body === null ? [] : [{ ...head, body }];
  });
  return { answers, exchanges: entries.length, withoutBody: withData.length - answers.length };
}

/** Anything may stand in a file that somebody gives us. */
type Loose = { readonly [key: string]: Loose } | undefined;

function parse(label: string, bytes: Uint8Array): NonNullable<Loose> {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof value === 'object' && value !== null) return value as NonNullable<Loose>;
  } catch (thrown) {
    throw refusal(label, `is no HAR: ${(thrown as Error).message}`);
  }
  throw refusal(label, 'is no HAR: it is no JSON object');
}

/** null for what failed, moved, is not data (pictures, pages, scripts), or cannot be told. */
function readHead(entry: Loose): Omit<HarAnswer, 'body'> | null {
  const { request, response, timings } = entry ?? {};
  const url = asText(request?.url);
  const status = asNumber(response?.status) ?? 0;
  const contentType = headerOf(response, 'content-type') || asText(response?.content?.mimeType);
  const kind = /^image\//i.test(contentType) ? null : kindByMediaType(contentType);
  if (!URL.canParse(url) || status < 200 || status > 299 || kind === null) return null;
  const bodySize = asNumber(response?.bodySize) ?? -1;
  return {
    method: asText(request?.method).toUpperCase() || 'GET',
    url: new URL(url),
    status,
    contentType,
    kind,
    contentEncoding: headerOf(response, 'content-encoding').trim().toLowerCase(),
    bytesEncoded: bodySize > 0 ? bodySize : null,
    waitMs: Math.max(0, asNumber(timings?.wait) ?? 0),
    transferMs: Math.max(0, asNumber(timings?.receive) ?? 0),
  };
}

/** null where it was not saved, and where there was none. */
function readBody(entry: Loose): Uint8Array | null {
  const content = entry?.response?.content;
  const text = asText(content?.text);
  if (text === '') return null;
  return asText(content?.encoding) === 'base64' ? Buffer.from(text, 'base64') : Buffer.from(text, 'utf8');
}

function headerOf(response: Loose, name: string): string {
  const fields = asList(response?.headers) ?? [];
  return asText(fields.find((field) => asText(field?.name).toLowerCase() === name)?.value);
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function asNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function asList(value: unknown): readonly Loose[] | null {
  return Array.isArray(value) ? value : null;
}
