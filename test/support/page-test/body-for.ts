// A body as a codec takes it, by way of a real response.

import type { Codec } from '../../../src/formats/format.ts';

export async function bodyFor(codec: Codec, bytes: Uint8Array): Promise<never> {
  const response = new Response(new Uint8Array(bytes));
  if (codec.takes === 'bytes') return new Uint8Array(await response.arrayBuffer()) as never;
  return (codec.takes === 'json' ? await response.json() : await response.text()) as never;
}
