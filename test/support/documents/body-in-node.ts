// A body as a codec takes it: what a client does between the bytes of an answer and the decoder.

import type { Codec } from '../../../src/formats/format.ts';

/** Throws where a codec takes text and the bytes are no UTF-8. */
export function bodyFor(codec: Codec, bytes: Uint8Array): never {
  if (codec.takes === 'bytes') return new Uint8Array(bytes) as never;
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  return (codec.takes === 'json' ? JSON.parse(text) : text) as never;
}
