// Protocol Buffers: messages, enums and maps made from the schema, as a careful author would write the .proto
// file. Fields are numbered in the schema's order from 1; a list is a message with one repeated field.

import type { DataSchema } from '../../data/schema.ts';
import type { Format } from '../format.ts';
import { planProtoFile } from './mapping.ts';
import { protobufEsDecoder, protobufEsEncoder } from './protobuf-es.ts';
import { protobufjsDecoder, protobufjsEncoder } from './protobufjs.ts';

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

/** How deep messages may be that readers in most languages accept unless told otherwise. */
const USUAL_DEPTH = 100;

/** Says for people what Protobuf writes in another way than the data have it. */
function mappedNames(schema: DataSchema): readonly string[] {
  const { renamed, enums, depth } = planProtoFile(schema);
  const lines = [...renamed].map(
    ([key, name]) => `${key === '' ? 'the empty name' : key} is written ${name}`,
  );
  if (enums.length > 0) {
    const names = enums.map(({ name, values }) => `${name} (${values.length})`);
    lines.push(`strings of few values are written as enums: ${names.join(', ')}`);
  }
  if (depth > USUAL_DEPTH) {
    lines.push(`messages are ${depth} deep: readers have to be told, they refuse more than ${USUAL_DEPTH}`);
  }
  return lines;
}
