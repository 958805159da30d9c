// From the bytes of a body, or its text, to plain data, whatever the codec takes: a program has to turn UTF-8
// into text first where its decoder takes text, and to parse JSON where a browser would do both in one step.

import type { DataSchema, DataValue } from '../../data/schema.ts';
import type { Codec } from '../format.ts';

/** Turning the bytes into the codec's input belongs to decoding and is timed with it. */
export function decoding(codec: Codec, schema: DataSchema): (body: Uint8Array) => DataValue {
  if (codec.takes === 'bytes') return codec.bind(schema);
  const decode = decodingOfText(codec, schema);
  // It works like response.text(): it drops a byte order mark in front and replaces invalid UTF-8.
  const utf8 = new TextDecoder();
  return (body) => decode(utf8.decode(body));
}

/** Where the text is there already, as messages of a WebSocket are. */
export function decodingOfText(
  codec: Exclude<Codec, { takes: 'bytes' }>,
  schema: DataSchema,
): (text: string) => DataValue {
  if (codec.takes === 'text') return codec.bind(schema);
  const decode = codec.bind(schema);
  return (text) => decode(JSON.parse(text));
}
