// The shapes of the target contract (targets/CONTRACT.md): what a target says of itself and how an exchange
// is asked for.

import type { DataShape } from '../data/store/stored-data.ts';
import type { Protocol } from '../factors/protocol.ts';
import type { MessageFeatures } from './sequence.ts';

/** Of the contract, those that a target may say it keeps; the last is today's. */
export const CONTRACT_VERSIONS = [1, 2] as const;
export const CONTRACT_VERSION = 2;

/** What a version asks of targets beyond the one before, and the check that holds them to it. */
export const NEW_IN_VERSION: Readonly<
  Record<Exclude<About['contract'], 1>, { readonly asks: string; readonly check: string }>
> = {
  2: {
    asks: 'who may ask: without WIREFARE_SECRET in the query 403, for another Host 421, and WIREFARE_ORIGIN alone may read',
    check: 'secret',
  },
};

/** GET /about. */
export interface About {
  readonly contract: (typeof CONTRACT_VERSIONS)[number];
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
    /** Rules of TLS and HTTP/2 that it does not keep, by protocol (exceptions.ts); absent: none. */
    readonly exceptions?: Readonly<Partial<Record<Protocol, readonly string[]>>>;
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

/** Own data that this target has in one length alone: all but lists, and lists that it does not resample. */
export function isOfOneLength({ features }: About, dataset: string): boolean {
  const own = features.payloads?.find(({ name }) => name === dataset);
  return own !== undefined && (own.shape !== 'list' || own.resamples === false);
}

export interface PayloadFeature {
  /** Asked for as a dataset of this name. */
  readonly name: string;
  readonly shape: DataShape;
  /** Records or messages; 1 for a document. */
  readonly count: number;
  readonly maxN: number;
  /** Of a list: it is served as it is alone, n being `count`; absent: in any length. */
  readonly resamples?: boolean;
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

/** Where a target is asked, and what it has to be told. */
export interface TargetAddress {
  /** Its origin, `http://127.0.0.1:40123`. */
  readonly targetUrl: string;
  /** 32 hexadecimal digits; null of one that answers anybody. */
  readonly secret: string | null;
}

/** The secret stands at the end, always as long, and in the query: pages need not ask beforehand. */
export function requestUrl({ targetUrl, secret }: TargetAddress, pathAndQuery: string): string {
  if (secret === null) return targetUrl + pathAndQuery;
  return `${targetUrl}${pathAndQuery}${pathAndQuery.includes('?') ? '&' : '?'}secret=${secret}`;
}

/** A URL, or what a program says of one, as messages show it. */
export function withoutSecret(text: string): string {
  return text.replace(/[?&]secret=\w*/g, '');
}

/**
 * `serial` makes every URL unique, so that no cache can answer and Resource Timing entries can be told apart.
 */
export function exchangePath(query: ExchangeQuery, serial: number): string {
  const { dataset, n, message = null, format, codec, compression, level, compute } = query;
  let path = `/exchange?dataset=${dataset}&n=${n}&format=${format}&codec=${encodeURIComponent(codec)}`;
  path += `&compression=${compression}&compute=${compute}`;
  if (message !== null) path += `&message=${message}`;
  if (level !== null) path += `&level=${level}`;
  if (query.close) path += '&connection=close';
  if (query.opaque) path += '&opaque=1';
  return `${path}&serial=${serial}`;
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
export function callPath(query: CallQuery): string {
  const { operation, format, codec, compression, level, close, opaque } = query;
  let path = isSoap(format) ? `/soap?format=${format}&` : `/call/${operation}?`;
  path += `codec=${encodeURIComponent(codec)}&compression=${compression}`;
  if (level !== null) path += `&level=${level}`;
  if (close) path += '&connection=close';
  return opaque ? `${path}&opaque=1` : path;
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

export function dictionaryPath({ dataset, format, codec }: DictionaryQuery): string {
  return `/dictionary?dataset=${dataset}&format=${format}&codec=${encodeURIComponent(codec)}`;
}

/**
 * A URL pattern of the exchanges that take it, and of no others: their parameters stand in the order of
 * `exchangePath`. What a pattern would take for syntax is percent-encoded in names, or not in them.
 */
export function dictionaryMatch({ dataset, format, codec }: DictionaryQuery, compression: string): string {
  return `/exchange?dataset=${dataset}&n=*&format=${format}&codec=${encodeURIComponent(codec)}&compression=${compression}&*`;
}

/**
 * The empty exchange: same server, same headers, no body and no work; `close` ends the connection after it.
 */
export function emptyPath(serial: number, close = false): string {
  return `/bytes?n=0${close ? '&connection=close' : ''}&serial=${serial}`;
}
