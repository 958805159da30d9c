// The earlier answer that both ends have, as each encoder writes it. It is prepared once, outside every
// phase, and clients get it by GET /dictionary (compression dictionary transport, RFC 9842).

import { createHash } from 'node:crypto';
import { DCZ } from '../compression/dcz.ts';
import { dczCompressor } from '../compression/dictionary-zstd.ts';
import type { StoredData } from '../data/store/stored-data.ts';
import type { DictionaryQuery } from '../wire/target-contract.ts';
import type { BoundEncoder } from './exchange.ts';
import type { RequestProblem } from './problem.ts';
import type { TargetRequest } from './send.ts';

export interface PreparedDictionary {
  readonly body: Uint8Array;
  readonly contentType: string;
  /** Its name in Available-Dictionary: `:` SHA-256 in Base64 `:`. */
  readonly name: string;
  compressor(level: number): (body: Uint8Array) => Uint8Array;
}

/** What `/about` lists for data that have a dictionary. */
export const DICTIONARY_COMPRESSIONS: Readonly<Record<string, readonly number[]>> = {
  [DCZ.name]: DCZ.levels,
};

/**
 * Returns the prepared dictionary; the first request waits until it is made. Throws if the data have no
 * earlier answer.
 */
export function dictionaries(
  everything: ReadonlyMap<string, StoredData>,
  encoderOf: (query: DictionaryQuery) => BoundEncoder,
): (query: DictionaryQuery) => PreparedDictionary {
  const known = new Map<string, PreparedDictionary>();
  return (query) => {
    const { dataset, format, codec } = query;
    const key = `${dataset}/${format}/${codec}`;
    const prepared = known.get(key) ?? prepare(everything.get(dataset)!, encoderOf(query));
    known.set(key, prepared);
    return prepared;
  };
}

function prepare(
  { name, dictionary }: StoredData,
  { contentType, encode }: BoundEncoder,
): PreparedDictionary {
  if (dictionary === undefined) throw new Error(`${name} has no answer from before`);
  const body = encode(dictionary);
  const compressors = new Map<number, (body: Uint8Array) => Uint8Array>();
  return {
    body,
    contentType,
    name: `:${createHash('sha256').update(body).digest('base64')}:`,
    compressor: (level) => {
      const compress = compressors.get(level) ?? dczCompressor(level, body);
      compressors.set(level, compress);
      return compress;
    },
  };
}

/**
 * Why the client could not decode the answer; null if it can. A client must say that it has this very
 * dictionary.
 */
export function whyNotDecodable(
  { headers }: Pick<TargetRequest, 'headers'>,
  { name }: PreparedDictionary,
  compression: string,
): RequestProblem | null {
  const offered = String(headers['accept-encoding'] ?? '');
  const available = String(headers['available-dictionary'] ?? '');
  if (codingsIn(offered).includes(compression) && available === name) return null;
  const headerWords = `Accept-Encoding ${offered || 'absent'}, Available-Dictionary ${available || 'absent'}`;
  return {
    status: 406,
    detail: `${compression} wants a client that offers it and has the dictionary ${name}; this request has ${headerWords}`,
    parameter: 'compression',
  };
}

/** The codings of an Accept-Encoding, without those of weight 0 (RFC 9110, 12.5.3). */
function codingsIn(acceptEncoding: string): string[] {
  const offered = acceptEncoding.toLowerCase().split(',');
  return offered.filter((each) => !/;\s*q=0(\.0*)?\s*$/.test(each)).map((each) => each.split(';')[0]!.trim());
}
