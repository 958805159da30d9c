// The sizes of one way to write a payload, and what it takes, together.

import type { ScreenedFormat } from './screened.ts';
import type { WayTimes } from './way-times.ts';

export function withTimes(
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
