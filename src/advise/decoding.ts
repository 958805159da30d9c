// Decoders where there is no DOM: which of them run here, and how one takes a body of bytes.

import type { DataSchema, DataValue } from '../data/schema.ts';
import type { Codec, Format } from '../formats/format.ts';

/** Those that need nothing which Node does not have. */
export function decodersHere({ codecs }: Format): readonly Codec[] {
  return codecs.filter(({ needs }) => needs.every((need) => need === 'eval'));
}

/** Bytes to plain objects: UTF-8 is turned into text first for a decoder that takes text. */
export function decoding(codec: Codec, schema: DataSchema): (body: Uint8Array) => DataValue {
  // As response.text() does: a byte order mark in front is dropped, and what is no UTF-8 is replaced.
  const utf8 = new TextDecoder();
  switch (codec.takes) {
    case 'bytes':
      return codec.bind(schema);
    case 'text': {
      const decode = codec.bind(schema);
      return (body) => decode(utf8.decode(body));
    }
    case 'json': {
      const decode = codec.bind(schema);
      return (body) => decode(JSON.parse(utf8.decode(body)));
    }
  }
}
