// Everything about a sequence that can be made before anything is timed: the messages of random content that
// the target sends, and the bound encoder or decoder of data.

import type { DataValue } from '../../data/schema.ts';
import type { StoredData } from '../../data/store/stored-data.ts';
import { encoderNamed, formatNamed } from '../../formats/catalogue.ts';
import { decoding } from '../../formats/shared/decoding.ts';
import { randomMessages } from '../../messages/content.ts';
import { behindHead, HEAD_BYTES, headAt, writeHeads } from '../../messages/head.ts';
import { MOST_DATA_MESSAGES, messageSizes } from '../../messages/sizes.ts';
import type { DataContent, RandomContent, SequenceSpec } from '../../wire/sequence.ts';
import { Refusal } from '../parameters.ts';
import { unsupported } from '../problem.ts';
import type { MessageParts } from './message-parts.ts';

export interface PreparedMessages {
  /** How many different messages there are before they repeat. */
  readonly cycle: number;
  /** Memory that they take, roughly; 0 for data, which are encoded when they are sent. */
  readonly heldBytes: number;
  /** Whether they travel as text, on a transport that knows the difference. */
  readonly isText: boolean;
  /**
   * Message `place` of the sequence, from 0. Data are encoded at every call, and `onEncoded` gets the time
   * that this took, ms.
   */
  message(place: number, onEncoded: (ms: number) => void): Uint8Array;
  /**
   * Decodes a message of data from the client; null if nothing is to be decoded. Throws what the codec
   * throws.
   */
  readonly decode: ((message: Uint8Array) => void) | null;
}

/** What the object that holds a message costs in memory. */
const BYTES_BESIDE = 120;

/** Throws a Refusal if the target cannot encode or decode the content. */
export function prepare(spec: SequenceSpec, parts: MessageParts): PreparedMessages {
  const { content } = spec;
  return content.kind === 'random' ? random(content, spec) : data(content, spec, parts);
}

function random(content: RandomContent, { direction, messages }: SequenceSpec): PreparedMessages {
  const isText = content.body === 'text';
  const isSent = direction === 'server-to-client';
  const cycleMessages = isSent ? randomMessages(content, messages) : null;
  const cycle = cycleMessages?.length ?? messageSizes(content.size, messages, content.seed).length;
  const heldBytes = cycleMessages?.reduce((sum, { length }) => sum + length + BYTES_BESIDE, 0) ?? 0;
  return { cycle, heldBytes, isText, message: (place) => cycleMessages![place % cycle]!, decode: null };
}

function data(content: DataContent, spec: SequenceSpec, parts: MessageParts): PreparedMessages {
  const { dataset, format, encoder } = content;
  const refusal = parts.refusalOf(dataset, format, encoder);
  if (refusal !== null) throw new Refusal({ status: 501, detail: refusal, parameter: 'content.format' });
  const stored = parts.datasets.get(dataset)!;
  const isSent = spec.direction === 'server-to-client';
  const cycle = Math.min(stored.count, MOST_DATA_MESSAGES, spec.messages);
  const values = isSent ? messageValues(stored, cycle) : [];
  const encode = encoderNamed(format, encoder).bind(stored.schema);
  // An encoder always writes the same value in the same way. So the digests are found now, and nothing but
  // the format's work is timed.
  const heads = writeHeads(values.length, (i) => encode(values[i]!));
  const { clock } = parts;
  return {
    cycle,
    heldBytes: 0,
    isText: isTextFormat(format),
    message: (place, onEncoded) => {
      const fromMs = clock.nowMs();
      const body = encode(values[place % cycle]!);
      onEncoded(clock.nowMs() - fromMs);
      return behindHead(headAt(heads, place % cycle), body);
    },
    decode: spec.direction === 'client-to-server' ? makeDecoder(content, stored) : null,
  };
}

/** One value for each message. Each record of a list becomes a list of one record. */
function messageValues(stored: StoredData, cycle: number): DataValue[] {
  const places = Array.from({ length: cycle }, (_, i) => i);
  if (stored.shape === 'messages') return places.map((i) => stored.body(1, i));
  if (stored.shape === 'document') return [stored.body(1, 0)];
  const records = stored.body(stored.count, 0) as DataValue[];
  return places.map((i) => [records[i]!]);
}

/** Formats whose codecs take text are text on the wire. */
function isTextFormat(format: string): boolean {
  return formatNamed(format).codecs.every(({ takes }) => takes !== 'bytes');
}

function makeDecoder(
  { format, codec: name }: DataContent,
  { schema }: StoredData,
): (message: Uint8Array) => void {
  const codecsHere = formatNamed(format).codecs.filter(({ needs }) => !needs.includes('dom'));
  const codec = codecsHere.find((each) => each.name === name);
  if (codec === undefined)
    throw new Refusal(
      unsupported(
        'content.codec',
        name,
        codecsHere.map((each) => each.name),
      ),
    );
  // The codec's input is made from the bytes inside the timed part, as a program would have to do.
  const decode = decoding(codec, schema);
  return ({ buffer, byteOffset, length }) => {
    // A Uint8Array, as elsewhere, because some codecs make other values from Node's Buffer.
    decode(new Uint8Array(buffer, byteOffset + HEAD_BYTES, Math.max(0, length - HEAD_BYTES)));
  };
}
