// The shapes of the target contract (targets/CONTRACT.md): what a target says of itself and how an exchange
// is asked for.

import type { DataShape } from '../data/store/stored-data.ts';
import type { MessageFeatures } from './sequence.ts';

/** GET /about. */
export interface About {
  readonly contract: 1;
  readonly name: string;
  readonly version: string;
  /** Language, runtime and library versions: `{ node: '24.21.0', zlib: '1.3' }`. */
  readonly versions: Readonly<Record<string, string>>;
  readonly features: {
    /** The generated ones. */
    readonly datasets: readonly string[];
    /** Largest n of each of them. */
    readonly maxN: number;
    /** Format → its encoders, the default first. */
    readonly formats: Readonly<Record<string, readonly string[]>>;
    /** Compression → its levels, empty where it has none: `{ none: [], gzip: [1, …, 9], br: [0, …, 11] }`. */
    readonly compressions: Readonly<Record<string, readonly number[]>>;
    /** Those of them that a server in front applies while it sends; absent: none. */
    readonly streamed?: readonly string[];
    readonly computations: readonly string[];
    /** `http1`, `https1`, `h2`; absent: `http1` alone. */
    readonly protocols?: readonly string[];
    /** Absent where it has no messages. */
    readonly messages?: MessageFeatures;
    /** Absent where it answers no calls. */
    readonly calls?: CallFeatures;
    /** People's own data that it was started with; absent where it cannot serve any. */
    readonly payloads?: readonly PayloadFeature[];
  };
}

/** POST /call/<operation> and POST /soap. */
export interface CallFeatures {
  /** `books`, `getroute`. */
  readonly operations: readonly string[];
  /** Format → its encoders, the default first. Requests are decoded in whatever way the target has. */
  readonly formats: Readonly<Record<string, readonly string[]>>;
}

/**
 * Is the coding applied while the answer is sent? Then it may be chunked and without Content-Length, and
 * Server-Timing says 0 for compressing: that time stands in waiting and transfer.
 */
export function isStreamed({ features }: About, compression: string): boolean {
  return features.streamed?.includes(compression) ?? false;
}

export interface PayloadFeature {
  /** Asked for as a dataset of this name. */
  readonly name: string;
  readonly shape: DataShape;
  /** Records or messages; 1 for a document. */
  readonly count: number;
  readonly maxN: number;
  /**
   * Compressions with the answer from before as dictionary → levels: `{ dcz: [1, …, 19] }`; absent where
   * there is none.
   */
  readonly dictionary?: Readonly<Record<string, readonly number[]>>;
}

/** The member `request` of /about, where a target has it: of the very request that it answers. */
export interface RequestSeen {
  /** The Accept-Encoding header as it came; empty without. */
  readonly acceptEncoding: string;
}

/** The query of GET /exchange. */
export interface ExchangeQuery {
  readonly dataset: string;
  readonly n: number;
  /** Which message, from 0; absent where the data are not messages. */
  readonly message?: number | null;
  readonly format: string;
  /** The target's encoder. */
  readonly codec: string;
  readonly compression: string;
  readonly level: number | null;
  readonly compute: string;
  /** Answer with `Connection: close`, so that the next exchange is cold. */
  readonly close: boolean;
  /** The same bytes without Content-Encoding, as application/octet-stream: for decompressing them alone. */
  readonly opaque: boolean;
}

/**
 * `serial` makes every URL unique, so that no cache can answer and Resource Timing entries can be told apart.
 */
export function exchangeUrl(targetUrl: string, query: ExchangeQuery, serial: number): string {
  const { dataset, n, message = null, format, codec, compression, level, compute } = query;
  let url = `${targetUrl}/exchange?dataset=${dataset}&n=${n}&format=${format}&codec=${encodeURIComponent(codec)}`;
  url += `&compression=${compression}&compute=${compute}`;
  if (message !== null) url += `&message=${message}`;
  if (level !== null) url += `&level=${level}`;
  if (query.close) url += '&connection=close';
  if (query.opaque) url += '&opaque=1';
  return `${url}&serial=${serial}`;
}

/** What is in the URL of a call; its format stands in Content-Type, and for SOAP in the query. */
export type CallQuery = Pick<
  ExchangeQuery,
  'format' | 'codec' | 'compression' | 'level' | 'close' | 'opaque'
> & {
  readonly operation: string;
};

/** Formats that are posted to /soap. */
const AT_SOAP = ['soap', 'soap-serialized'];

export function isSoap(format: string): boolean {
  return AT_SOAP.includes(format);
}

/** The same at every call, because browsers remember by URL what may be posted to it. */
export function callUrl(targetUrl: string, query: CallQuery): string {
  const { operation, format, codec, compression, level, close, opaque } = query;
  const path = isSoap(format) ? `/soap?format=${format}&` : `/call/${operation}?`;
  let url = `${targetUrl}${path}codec=${encodeURIComponent(codec)}&compression=${compression}`;
  if (level !== null) url += `&level=${level}`;
  if (close) url += '&connection=close';
  return opaque ? `${url}&opaque=1` : url;
}

/**
 * Compressions that only a client with the dictionary can undo (RFC 9842); not what stands in
 * `features.compressions`.
 */
const WITH_DICTIONARY = ['dcz'];

export function needsDictionary(coding: string): boolean {
  return WITH_DICTIONARY.includes(coding);
}

/** What `GET /dictionary` is asked for: the answer from before as that encoder writes it. */
export type DictionaryQuery = Pick<ExchangeQuery, 'dataset' | 'format' | 'codec'>;

export function dictionaryUrl(targetUrl: string, { dataset, format, codec }: DictionaryQuery): string {
  return `${targetUrl}/dictionary?dataset=${dataset}&format=${format}&codec=${encodeURIComponent(codec)}`;
}

/**
 * A URL pattern of the exchanges that take it, and of no others: their parameters stand in the order of
 * `exchangeUrl`. What a pattern would take for syntax is percent-encoded in names, or not in them.
 */
export function dictionaryMatch({ dataset, format, codec }: DictionaryQuery, compression: string): string {
  return `/exchange?dataset=${dataset}&n=*&format=${format}&codec=${encodeURIComponent(codec)}&compression=${compression}&*`;
}

/**
 * The empty exchange: same server, same headers, no body and no work; `close` ends the connection after it.
 */
export function emptyUrl(targetUrl: string, serial: number, close = false): string {
  return `${targetUrl}/bytes?n=0${close ? '&connection=close' : ''}&serial=${serial}`;
}
