// Protocol Buffers: messages, enums and maps made from the schema, as a careful author would write the .proto
// file. Fields are numbered in the schema's order from 1; a list is a message with one repeated field.

import type { Format } from '../format.ts';
import { mappedNames } from './mapped.ts';
import { protobufEsDecoder, protobufEsEncoder } from './protobuf-es.ts';
import { protobufjsDecoder, protobufjsEncoder } from './protobufjs.ts';

export { writeProto } from './proto-text.ts';

export const PROTOBUF: Format = {
  name: 'protobuf',
  title: 'Protobuf',
  contentType: 'application/x-protobuf',
  needsSchema: true,
  keyOrder: 'schema',
  encoders: [protobufjsEncoder, protobufEsEncoder],
  codecs: [protobufjsDecoder, protobufEsDecoder],
  mapped: mappedNames,
};
