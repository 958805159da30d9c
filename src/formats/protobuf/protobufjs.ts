// protobufjs, with types made from the schema at run time. It generates code, so a page must allow eval.

import type protobuf from 'protobufjs/light.js';
import type { DataSchema, DataValue } from '../../data/schema.ts';
import type { CodecTaking, Encoder } from '../format.ts';
import { planProtoFile } from './mapping.ts';
import { type ProtoFile, type ProtoMessage, writtenFields } from './proto-file.ts';
import { makeBlank, makeFromMessage } from './protobufjs-decode.ts';
import { makeToMessage } from './protobufjs-encode.ts';
import { makeProtobufTypes } from './protobufjs-types.ts';
import { refuseForProtobuf } from './refuse.ts';

// The library's generated functions: a depth goes with them.
type Encode = (value: unknown, writer?: protobuf.Writer, depth?: number) => protobuf.Writer;
type Decode = (source: unknown, length?: number, end?: number, depth?: number, into?: object) => unknown;

interface Generated {
  encode: Encode;
  decode: Decode;
}

export const protobufjsEncoder: Encoder = {
  name: 'protobufjs',
  refuse: (schema) => refuseForProtobuf(schema, protobufjsEncoder.bind, protobufjsDecoder.bind),
  bind(schema: DataSchema) {
    const file = planProtoFile(schema);
    const root = makeProtobufTypes(file, 'proto3');
    for (const message of file.messages) encodeThrough(root.lookupType(message.name), message);
    const type = root.lookupType(file.root.name) as unknown as Generated;
    return (value) => type.encode(value).finish();
  },
};

export const protobufjsDecoder: CodecTaking<'bytes'> = {
  name: 'protobufjs',
  takes: 'bytes',
  needs: ['eval'],
  library: { packageName: 'protobufjs', from: 'protobufjs/light.js', names: ['default'] },
  bind(schema) {
    const file = planProtoFile(schema);
    const root = makeProtobufTypes(file, '2023');
    const inMaps = messagesInMaps(file);
    for (const message of file.messages) {
      const type = root.lookupType(message.name);
      type.ctor = makeBlank(message) as unknown as protobuf.Constructor<object>;
      decodeThrough(type, inMaps.has(message) ? null : makeFromMessage(message));
    }
    const type = root.lookupType(file.root.name) as unknown as Generated;
    return (bytes) => type.decode(bytes) as DataValue;
  },
};

/**
 * A message calls the types of its parts by these methods, so that a change stands in one place for all of
 * them.
 */
function encodeThrough(type: protobuf.Type, message: ProtoMessage): void {
  const generated = type.setup() as unknown as Generated;
  const { encode } = generated;
  const change = makeToMessage(message);
  if (change === null) return;
  generated.encode = (value, writer, depth) => encode(change(value as never), writer, depth);
}

function decodeThrough(type: protobuf.Type, change: ReturnType<typeof makeFromMessage>): void {
  const generated = type.setup() as unknown as Generated;
  const { decode } = generated;
  if (change === null) return;
  generated.decode = (source, length, end, depth) => change(decode(source, length, end, depth));
}

/** Messages in maps, whose values the map's owner changes. */
function messagesInMaps(file: ProtoFile): ReadonlySet<ProtoMessage> {
  const messages = new Set<ProtoMessage>();
  for (const message of file.messages) {
    for (const { rule, type } of writtenFields(message)) {
      if (rule === 'map' && type.kind === 'message' && type.message.shape !== 'record')
        messages.add(type.message);
    }
  }
  return messages;
}
