// The answer from before that both ends have, as each encoder writes it: prepared once, outside every phase,
// and given to clients by GET /dictionary (compression dictionary transport, RFC 9842).

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
  /** As Available-Dictionary names it: `:` SHA-256 in Base64 `:`. */
  readonly name: string;
  compressor(level: number): (body: Uint8Array) => Uint8Array;
}

/** By what `/about` lists for data that have one. */
export const DICTIONARY_COMPRESSIONS: Readonly<Record<string, readonly number[]>> = {
  [DCZ.name]: DCZ.levels,
};

/**
 * Answers what was prepared; the first to ask waits for it. Throws where the data have no answer from before.
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

/** A client gets what it can undo: one that did not say that it has this very dictionary would fail. */
export function whyNotAsked(
  { headers }: Pick<TargetRequest, 'headers'>,
  { name }: PreparedDictionary,
  compression: string,
): RequestProblem | null {
  const offered = String(headers['accept-encoding'] ?? '');
  const available = String(headers['available-dictionary'] ?? '');
  if (codingsIn(offered).includes(compression) && available === name) return null;
  const seen = `Accept-Encoding ${offered || 'absent'}, Available-Dictionary ${available || 'absent'}`;
  return {
    status: 406,
    detail: `${compression} wants a client that offers it and has the dictionary ${name}; this request has ${seen}`,
    parameter: 'compression',
  };
}

/** Without those of weight 0 (RFC 9110, 12.5.3). */
function codingsIn(acceptEncoding: string): string[] {
  const offered = acceptEncoding.toLowerCase().split(',');
  return offered.filter((each) => !/;\s*q=0(\.0*)?\s*$/.test(each)).map((each) => each.split(';')[0]!.trim());
}
