// What a sequence of data takes of the formats: how its messages are encoded and decoded. It stands here and
// not with runSequence, which gets it handed in: the interactive page sends random content alone, and need
// not load every format.

import type { DataSchema, DataValue } from '../data/schema.ts';
import type { Direction } from '../factors/direction.ts';
import { codecNamed, encoderNamed } from '../formats/catalogue.ts';
import { decoding, decodingOfText } from '../formats/shared/decoding.ts';
import { HEAD_BYTES } from '../messages/head.ts';
import type { Arrived } from '../messages/receiver.ts';
import type { DataContent } from '../wire/sequence.ts';
import type { MessageData } from './messages/sequence-order.ts';

/** `values`: of what the client sends, one a message. */
export function messageData(
  content: DataContent,
  direction: Direction,
  schema: DataSchema,
  values: readonly DataValue[],
): MessageData {
  const { format, encoder } = content;
  return {
    values,
    encode: direction === 'server-to-client' ? null : encoderNamed(format, encoder).bind(schema),
    decode: direction === 'client-to-server' ? null : decoderOf(content, schema),
  };
}

/** Message, head and all, to plain data. */
function decoderOf({ format, codec }: DataContent, schema: DataSchema): (message: Arrived) => DataValue {
  const named = codecNamed(format, codec);
  const ofBytes = decoding(named, schema);
  if (named.takes === 'bytes') return (message) => ofBytes(bodyOf(message));
  const ofText = decodingOfText(named, schema);
  return (message) =>
    typeof message === 'string' ? ofText(message.slice(HEAD_BYTES)) : ofBytes(bodyOf(message));
}

const UTF8 = new TextEncoder();

function bodyOf(message: Arrived): Uint8Array {
  if (typeof message === 'string') return UTF8.encode(message).subarray(HEAD_BYTES);
  const bytes = message instanceof Uint8Array ? message : new Uint8Array(message);
  return bytes.subarray(HEAD_BYTES);
}
