// GET /exchange: compute, encode the whole, compress the whole, send. Each phase has time stamps of its own.
// Nothing is kept from one request to the next except what the schema decides (bound encoders), the
// dictionary and the stored data.

import type { Clock } from '../base/clock.ts';
import type { DataRecord, DataValue } from '../data/schema.ts';
import type { StoredData } from '../data/store/stored-data.ts';
import { type DictionaryQuery, type ExchangeQuery, needsDictionary } from '../wire/target-contract.ts';
import type { PreparedDictionary } from './dictionary.ts';
import { sendAnswer, type TargetResponse } from './send.ts';

export interface BoundEncoder {
  readonly contentType: string;
  /** Bound when it is first asked for, which is never while a phase is timed. */
  encode(value: DataValue): Uint8Array;
}

/** What /exchange works with; every name that /about lists can be looked up here. */
export interface ExchangeParts {
  readonly datasets: ReadonlyMap<string, StoredData>;
  /** By `encoderKey`. */
  readonly encoders: ReadonlyMap<string, BoundEncoder>;
  /** By `computeKey`. Each changes a fresh list in place; `none` does nothing. */
  readonly computations: ReadonlyMap<string, (records: DataRecord[]) => void>;
  /** By `compressKey`; `none` returns what it gets. */
  readonly compressors: ReadonlyMap<string, (bytes: Uint8Array) => Uint8Array>;
  /** For data that have an earlier answer. */
  dictionaryOf(query: DictionaryQuery): PreparedDictionary;
  readonly clock: Clock;
  /**
   * Why that encoder cannot carry the dataset; null if it can. The first call waits until all values have
   * been looked at.
   */
  refusalOf(dataset: string, format: string, encoder: string): string | null;
}

export function encoderKey(dataset: string, format: string, encoder: string): string {
  return `${dataset}/${format}/${encoder}`;
}

export function computeKey(dataset: string, computation: string): string {
  return `${dataset}/${computation}`;
}

export function compressKey(compression: string, level: number | null): string {
  return `${compression}/${level}`;
}

export function answerExchange(response: TargetResponse, query: ExchangeQuery, parts: ExchangeParts): void {
  const stored = known(parts.datasets, query.dataset);
  const { contentType, encode } = known(parts.encoders, encoderKey(query.dataset, query.format, query.codec));
  const compute = known(parts.computations, computeKey(query.dataset, query.compute));
  const compress = compressorFor(query, parts);
  const { clock } = parts;

  const value = stored.body(query.n, query.message ?? 0);
  const startMs = clock.nowMs();
  compute(value as DataRecord[]);
  const computedMs = clock.nowMs();
  const encoded = encode(value);
  const encodedMs = clock.nowMs();
  const body = compress(encoded);
  const compressedMs = clock.nowMs();

  sendAnswer(response, {
    body,
    contentType: query.opaque ? 'application/octet-stream' : contentType,
    contentEncoding: query.opaque || query.compression === 'none' ? null : query.compression,
    phases: {
      computeMs: computedMs - startMs,
      encodeMs: encodedMs - computedMs,
      compressMs: compressedMs - encodedMs,
    },
    close: query.close,
    varies: needsDictionary(query.compression),
  });
}

function compressorFor(query: ExchangeQuery, parts: ExchangeParts): (bytes: Uint8Array) => Uint8Array {
  const { compression, level } = query;
  if (needsDictionary(compression)) return parts.dictionaryOf(query).compressor(level!);
  return known(parts.compressors, compressKey(compression, level));
}

/** The query was checked against /about, so a name without its part is a bug. */
function known<T>(parts: ReadonlyMap<string, T>, name: string): T {
  const part = parts.get(name);
  if (part === undefined) throw new Error(`no part for ${name}, which /about lists`);
  return part;
}
