// Decoders where there is no DOM: which of them run here.

import type { Codec, Format } from '../../formats/format.ts';

/** Those that need nothing which Node does not have. */
export function decodersHere({ codecs }: Format): readonly Codec[] {
  return codecs.filter(({ needs }) => needs.every((need) => need === 'eval'));
}
