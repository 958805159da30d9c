// @bufbuild/protobuf (Protobuf-ES): works by descriptors and generates no code at run time.

import { fromBinary, type Message, toBinary } from '@bufbuild/protobuf';
import type { DataValue } from '../../data/schema.ts';
import type { CodecTaking, Encoder } from '../format.ts';
import { fromMessage, toMessage } from './es-convert.ts';
import { makeDescriptors } from './es-descriptors.ts';
import { planProtoFile } from './mapping.ts';
import { DEEPEST } from './proto-file.ts';
import { refuseForProtobuf } from './refuse.ts';

export const protobufEsEncoder: Encoder = {
  name: 'protobuf-es',
  refuse: (schema) => refuseForProtobuf(schema, protobufEsEncoder.bind, protobufEsDecoder.bind),
  bind(schema) {
    const file = planProtoFile(schema);
    const descriptor = makeDescriptors(file).get(file.root.name)!;
    const change = toMessage(file.root);
    return (value) => toBinary(descriptor, change(value) as Message);
  },
};

export const protobufEsDecoder: CodecTaking<'bytes'> = {
  name: 'protobuf-es',
  takes: 'bytes',
  needs: [],
  // What the code from its compiler imports: descriptors and, with them, the reader.
  library: {
    packageName: '@bufbuild/protobuf',
    from: '@bufbuild/protobuf/codegenv2',
    names: ['fileDesc', 'messageDesc'],
  },
  bind(schema) {
    const file = planProtoFile(schema);
    const descriptor = makeDescriptors(file).get(file.root.name)!;
    const change = fromMessage(file.root);
    const options = { recursionLimit: DEEPEST };
    return (bytes) => change(fromBinary(descriptor, bytes, options)) as DataValue;
  },
};
