// Times one way to write a payload: encoding, decoding, and compressing at a few levels. Encoders get objects
// parsed from JSON text, as in a target.

import type { Clock } from '../../base/clock.ts';
import { compressorOf, decompress } from '../../compression/node-zlib.ts';
import type { DataSchema, DataValue } from '../../data/schema.ts';
import type { Compression } from '../../factors/compression.ts';
import type { Codec, Encoder } from '../../formats/format.ts';
import { decoding } from '../../formats/shared/decoding.ts';
import type { Payload } from '../../payload/payload.ts';
import { valuesByBody } from './bodies.ts';
import { firstWithin } from './first-part.ts';
import { medianMs } from './timing.ts';

export interface TimingOptions {
  /** Whose compressing and decompressing is timed. */
  readonly compressions: readonly Compression[];
  /** For each time that is taken, ms. */
  readonly budgetMs: number;
  /**
   * If there is more JSON than this, only the first records or messages are timed, and the times are scaled
   * up. A document cannot be cut.
   */
  readonly mostJsonBytes: number;
}

export interface WayTimes {
  readonly encodeMs: number;
  /** By codec. */
  readonly decodeMs: ReadonlyMap<string, number>;
  ofCompression(level: Compression): CompressionTimes;
}

export interface CompressionTimes {
  readonly compressMs: number | null;
  readonly decompressMs: number | null;
}

const NO_WORK: CompressionTimes = { compressMs: 0, decompressMs: 0 };
const UNTIMED: CompressionTimes = { compressMs: null, decompressMs: null };

export interface TimedSample {
  readonly options: TimingOptions;
  readonly values: readonly DataValue[];
  /**
   * One exchange's time for one of all these values: 1, less for several messages, more for a part of a list.
   */
  readonly scale: number;
}

export function timedSample(payload: Payload, options: TimingOptions): TimedSample {
  const { mostJsonBytes } = options;
  switch (payload.shape) {
    case 'document':
      return { options, values: [copied(payload.value)], scale: 1 };
    case 'list': {
      const records = payload.value as readonly DataValue[];
      const first = firstWithin(records, mostJsonBytes);
      return {
        options,
        values: [copied(first)],
        scale: first.length === 0 ? 1 : records.length / first.length,
      };
    }
    case 'messages': {
      const first = firstWithin(valuesByBody(payload), mostJsonBytes);
      return { options, values: first.map(copied), scale: 1 / first.length };
    }
  }
}

function copied<T extends DataValue>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** Nothing else should be running. */
export function timeWay(
  encoder: Encoder,
  decoders: readonly Codec[],
  schema: DataSchema,
  { options, values, scale }: TimedSample,
  clock: Clock,
): WayTimes {
  /** The time that all of it takes, for one exchange, and the results. */
  const timed = <T, R>(work: (each: T) => R, all: readonly T[]) => {
    let results: readonly R[] = [];
    const once = () => {
      results = all.map((each) => work(each));
    };
    const ms = medianMs(once, clock, options.budgetMs) * scale;
    return { ms, results };
  };
  const encoded = timed(encoder.bind(schema), values);
  const bodies = encoded.results;
  const decodeMs = new Map(
    decoders.map((codec) => [codec.name, timed(decoding(codec, schema), bodies).ms] as const),
  );
  const compressions = options.compressions.map((level) => {
    if (level.coding === 'none') return { level, times: NO_WORK };
    const compressed = timed(compressorOf(level), bodies);
    const { ms } = timed((body) => decompress(level.coding, body), compressed.results);
    return { level, times: { compressMs: compressed.ms, decompressMs: ms } };
  });
  const ofCompression = ({ coding, level }: Compression) =>
    compressions.find((each) => each.level.coding === coding && each.level.level === level)?.times ?? UNTIMED;
  return { encodeMs: encoded.ms, decodeMs, ofCompression };
}
