// Adds compression with an earlier answer as dictionary (RFC 9842) to the results of screening: the bytes and
// times of each encoder's body.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../base/clock.ts';
import { DCZ } from '../../compression/dcz.ts';
import { dczCompressor, dczDecompress } from '../../compression/dictionary-zstd.ts';
import type { DataSchema, DataValue } from '../../data/schema.ts';
import { encoderNamed } from '../../formats/catalogue.ts';
import type { Encoder } from '../../formats/format.ts';
import { CannotCarry } from '../../formats/shared/cannot-carry.ts';
import type { Payload } from '../../payload/payload.ts';
import type { Screened, ScreenedCompression, ScreenedFormat } from './screened.ts';
import { medianMs } from './timing.ts';

/** zstd's default level, and one that is worth its time if a server has some. */
const LEVELS = [3, 9];
/**
 * Only the higher level is tried on longer bodies: the tables of low levels are too small to find much in so
 * long a dictionary.
 */
const MOST_BYTES = 2_000_000;

export interface DictionaryTiming {
  readonly clock: Clock;
  /** For each time that is taken, ms. */
  readonly budgetMs: number;
  /** Aborting it leaves the rest as it was. */
  readonly interrupted: AbortSignal;
}

/**
 * Returns the results unchanged if the payload has no earlier answer. Refuses an encoder that cannot carry
 * that answer, as targets do.
 */
export async function withDictionaryLevels(
  payload: Payload,
  screened: readonly Screened[],
  timing: DictionaryTiming,
): Promise<readonly Screened[]> {
  const { dictionary } = payload;
  if (dictionary === undefined) return screened;
  const all: Screened[] = [];
  for (const each of screened) {
    const isDone = each.kind === 'refused' || timing.interrupted.aborted;
    all.push(isDone ? each : withLevels(each, payload, dictionary.value, timing));
    // Signals arrive between two encoders.
    await nextTurn();
  }
  return all;
}

function withLevels(
  screened: ScreenedFormat,
  { schema, value }: Payload,
  before: DataValue,
  timing: DictionaryTiming,
): Screened {
  const { format, encoder: name } = screened;
  const encoder = encoderNamed(format, name);
  const dictionary = dictionaryBy(encoder, schema, before);
  if (typeof dictionary === 'string') {
    return { kind: 'refused', format, encoder: name, reason: `the answer before: ${dictionary}` };
  }
  const body = encoder.bind(schema)(value);
  const levels = body.length > MOST_BYTES ? LEVELS.slice(-1) : LEVELS;
  const added = levels.map((level) => atLevel(level, body, dictionary, timing));
  return { ...screened, compressed: [...screened.compressed, ...added] };
}

/** Its bytes, or why there are none. It need not be decoded: whatever it is, the body comes back. */
function dictionaryBy(encoder: Encoder, schema: DataSchema, before: DataValue): Uint8Array | string {
  try {
    encoder.refuse(schema)(before);
    return encoder.bind(schema)(before);
  } catch (thrown) {
    if (thrown instanceof CannotCarry) return thrown.message;
    throw thrown;
  }
}

function atLevel(
  level: number,
  body: Uint8Array,
  dictionary: Uint8Array,
  { clock, budgetMs }: DictionaryTiming,
): ScreenedCompression {
  const compress = dczCompressor(level, dictionary);
  const startMs = clock.nowMs();
  const compressed = compress(body);
  const firstMs = clock.nowMs() - startMs;
  if (Buffer.compare(dczDecompress(compressed, dictionary), body) !== 0)
    throw new Error(`dcz-${level} comes back changed`);
  return {
    coding: DCZ.name,
    level,
    bytes: compressed.length,
    bytesRange: null,
    // A call that takes all the time there is is not made again.
    compressMs: firstMs >= budgetMs ? firstMs : medianMs(() => compress(body), clock, budgetMs),
    decompressMs: medianMs(() => dczDecompress(compressed, dictionary), clock, budgetMs),
  };
}
