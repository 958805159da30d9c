// Screening: a payload through every format and encoder, decoded again and compared, and through
// compressions. Nothing is sent anywhere, and nothing is timed (time-screened.ts does that).

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Step } from '../../base/host.ts';
import type { Compression } from '../../factors/compression.ts';
import type { Encoder, Format } from '../../formats/format.ts';
import type { Payload } from '../../payload/payload.ts';
import { ADVISED_FORMATS } from './advised-formats.ts';
import { summariseSizes, valuesByBody } from './bodies.ts';
import { type Carried, carry } from './carry.ts';
import { type CompressedSize, CompressedSizes } from './compressed-sizes.ts';
import type { Screened } from './screened.ts';

export interface ScreenOptions {
  /** If it is absent, the advised formats. */
  readonly formats?: readonly Format[];
  /** `none` among them (levels.ts chooses). */
  readonly levels: readonly Compression[];
}

export interface ScreenSurroundings {
  /** Aborting it ends the screening; finished results are given. */
  readonly interrupted: AbortSignal;
  /** Told of each step, where somebody follows them. */
  readonly onStep?: (step: Step) => void;
}

/** Bodies whose sizes are still being found, before the next is encoded. */
const MOST_WAITING = 8;
const MOST_BYTES_WAITING = 64 * 1024 * 1024;

/**
 * One result for each encoder of each format, in the catalogue's order, as they come. Compressions run beside
 * the script.
 */
export async function* screen(
  payload: Payload,
  options: ScreenOptions,
  { interrupted, onStep }: ScreenSurroundings,
): AsyncGenerator<Screened, void, undefined> {
  const values = valuesByBody(payload);
  const sizes = new CompressedSizes(options.levels);
  const waiting: Waiting[] = [];
  const all = everyEncoder(options.formats ?? ADVISED_FORMATS);
  for (const [done, { format, encoder }] of all.entries()) {
    if (interrupted.aborted) return;
    onStep?.({ doing: 'writing the data in every format', count: { done, of: all.length } });
    const carried = await carry(format, encoder, payload.schema, values);
    if (carried.carries) {
      const compressed = sizes.of(format, carried.bodies, payload);
      waiting.push(carriedWay(payload, format, encoder, carried, compressed));
    } else {
      const { reason } = carried;
      const refused = { kind: 'refused', format: format.name, encoder: encoder.name, reason } as const;
      waiting.push({ bytes: 0, screened: async () => refused });
    }
    while (isPlenty(waiting)) yield await waiting.shift()!.screened();
    // Signals and what was compressed are heard of between two encoders.
    await nextTurn();
  }
  for (const [i, each] of waiting.entries()) {
    if (interrupted.aborted) return;
    onStep?.({
      doing: 'compressing them at every level',
      count: { done: all.length - waiting.length + i, of: all.length },
    });
    yield await each.screened();
  }
}

/** Every encoder of every format. */
export function everyEncoder(formats: readonly Format[]): readonly { format: Format; encoder: Encoder }[] {
  return formats.flatMap((format) => format.encoders.map((encoder) => ({ format, encoder })));
}

interface Waiting {
  readonly bytes: number;
  screened(): Promise<Screened>;
}

function isPlenty(waiting: readonly Waiting[]): boolean {
  const bytes = waiting.reduce((sum, each) => sum + each.bytes, 0);
  return waiting.length > MOST_WAITING || (waiting.length > 1 && bytes > MOST_BYTES_WAITING);
}

type CarriedBodies = Extract<Carried, { carries: true }>;

function carriedWay(
  { schema, shape }: Payload,
  format: Format,
  encoder: Encoder,
  { bodies, decoders, refusedDecoders, losesKeyOrder }: CarriedBodies,
  compressed: Promise<readonly CompressedSize[]>,
): Waiting {
  const lengths = bodies.map(({ length }) => length);
  return {
    bytes: lengths.reduce((sum, length) => sum + length, 0),
    screened: async () => ({
      kind: 'carried',
      format: format.name,
      encoder: encoder.name,
      ...summariseSizes(lengths, { shape }),
      encodeMs: null,
      decoders: decoders.map(({ name }) => ({ codec: name, decodeMs: null })),
      refusedDecoders,
      compressed: (await compressed).map((size) => ({ ...size, compressMs: null, decompressMs: null })),
      mapped: format.mapped?.(schema) ?? [],
      losesKeyOrder,
    }),
  };
}
