// Everything about a sequence that can be made before anything is timed: the messages of random content that
// the target sends, the bound encoder or decoder of data.

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
import type { MessageParts } from './parts.ts';

export interface PreparedMessages {
  /** Different messages: they repeat after so many. */
  readonly cycle: number;
  /** Memory that they take, roughly; of data that are encoded when they are sent, none. */
  readonly heldBytes: number;
  /** They travel as text where a transport knows the difference. */
  readonly isText: boolean;
  /**
   * Message `place` of the sequence, from 0. Data are encoded at every call, `onEncoded` told how long that
   * took, ms.
   */
  message(place: number, onEncoded: (ms: number) => void): Uint8Array;
  /** Of data that come from the client; null where nothing is to be decoded. Throws what the codec throws. */
  readonly decode: ((message: Uint8Array) => void) | null;
}

/** Of the object that holds a message. */
const BYTES_BESIDE = 120;

/** Throws a Refusal where the target cannot encode or decode that. */
export function prepare(spec: SequenceSpec, parts: MessageParts): PreparedMessages {
  const { content } = spec;
  return content.kind === 'random' ? random(content, spec) : data(content, spec, parts);
}

function random(content: RandomContent, { direction, messages }: SequenceSpec): PreparedMessages {
  const isText = content.body === 'text';
  const isSent = direction === 'server-to-client';
  const made = isSent ? randomMessages(content, messages) : null;
  const cycle = made?.length ?? messageSizes(content.size, messages, content.seed).length;
  const heldBytes = made?.reduce((sum, { length }) => sum + length + BYTES_BESIDE, 0) ?? 0;
  return { cycle, heldBytes, isText, message: (place) => made![place % cycle]!, decode: null };
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
  // Encoders make the same of the same: the digest is found now, so that nothing but the format's work is
  // timed.
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

/** One value a message: of a list, a list of that one record. */
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
  const here = formatNamed(format).codecs.filter(({ needs }) => !needs.includes('dom'));
  const codec = here.find((each) => each.name === name);
  if (codec === undefined)
    throw new Refusal(
      unsupported(
        'content.codec',
        name,
        here.map((each) => each.name),
      ),
    );
  // What it takes is made of the bytes within what is timed, as a program would have to.
  const decode = decoding(codec, schema);
  return ({ buffer, byteOffset, length }) => {
    // A Uint8Array as anywhere else: of Node's Buffer some codecs would make other values.
    decode(new Uint8Array(buffer, byteOffset + HEAD_BYTES, Math.max(0, length - HEAD_BYTES)));
  };
}
