// Times for what was screened for its sizes before: nothing is compared or compressed again.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../base/clock.ts';
import { codecNamed, encoderNamed } from '../../formats/catalogue.ts';
import type { Payload } from '../../payload/payload.ts';
import type { ScreenSurroundings } from './screen.ts';
import type { Screened, ScreenedFormat } from './screened.ts';
import { type TimingOptions, timedSample, timeWay, type WayTimes } from './way-times.ts';

/**
 * Gives the same results with times, one by one; refused ones stay as they are. Formats are those of the
 * catalogue. If it is interrupted, it gives the finished results and ends.
 */
export async function* timeScreened(
  payload: Payload,
  screened: readonly Screened[],
  options: TimingOptions,
  { clock, interrupted, onStep }: ScreenSurroundings & { readonly clock: Clock },
): AsyncGenerator<Screened, void, undefined> {
  const sample = timedSample(payload, options);
  for (const [done, each] of screened.entries()) {
    if (interrupted.aborted) return;
    onStep?.({ doing: 'timing every format on this machine', count: { done, of: screened.length } });
    if (each.kind === 'refused') {
      yield each;
      continue;
    }
    const encoder = encoderNamed(each.format, each.encoder);
    const decoders = each.decoders.map(({ codec }) => codecNamed(each.format, codec));
    yield withTimes(each, timeWay(encoder, decoders, payload.schema, sample, clock));
    // Signals are heard of between two encoders.
    await nextTurn();
  }
}

function withTimes(
  screened: ScreenedFormat,
  { encodeMs, decodeMs, ofCompression }: WayTimes,
): ScreenedFormat {
  return {
    ...screened,
    encodeMs,
    decoders: screened.decoders.map(({ codec }) => ({ codec, decodeMs: decodeMs.get(codec) ?? null })),
    compressed: screened.compressed.map((size) => ({ ...size, ...ofCompression(size) })),
  };
}
