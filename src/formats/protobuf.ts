// Protocol Buffers by protobufjs, with types made from the schema at run time. Fields are numbered in the schema's
// order from 1; the list is a message with one repeated field. protobufjs generates code, so a page must allow eval.

import protobuf from 'protobufjs/light.js';
import type { FlatType } from '../data/flat-schema.ts';
import type { DataRecord, DataSchema } from '../data/schema.ts';
import { type FlatList, flatListOf } from './flat-only.ts';
import type { CodecTaking, Encoder, Format } from './format.ts';
import { guardOf } from './guard.ts';
import { recordTemplate } from './record-template.ts';

const PROTOBUF_TYPES: Readonly<Record<FlatType, string>> = {
  string: 'string',
  int32: 'int32',
  double: 'double',
  boolean: 'bool',
};

const LIST_FIELD = 'items';

const encoder: Encoder = {
  name: 'protobufjs',
  refuse(schema) {
    flatListOf(schema, 'Protobuf');
    return guardOf('Protobuf', schema, { nonFinite: true, negativeZero: true, loneSurrogates: false });
  },
  bind(schema) {
    const flat = flatListOf(schema, 'Protobuf');
    // proto3: a value equal to its type's default is left off the wire, as every other language's library does.
    const list = typesOf(flat, 'proto3').lookupType(flat.listName);
    list.setup();
    return (records) => list.encode({ [LIST_FIELD]: records }).finish();
  },
};

const decoder: CodecTaking<'bytes'> = {
  name: 'protobufjs',
  takes: 'bytes',
  needs: ['eval'],
  library: { packageName: 'protobufjs', from: 'protobufjs/light.js', names: ['default'] },
  bind(schema) {
    const flat = flatListOf(schema, 'Protobuf');
    // The same wire format, but with explicit presence the generated decoder only ever sets properties; for proto3
    // it deletes those whose value is the default, and the records would lose them.
    const root = typesOf(flat, '2023');
    const template = recordTemplate(flat.fields);
    // protobufjs decodes into what this constructor returns: a plain object that has every property already, so
    // that no second pass is needed to turn class instances into plain objects and to fill in defaults.
    root.lookupType(flat.recordName).ctor = function PlainRecord() {
      return { ...template };
    } as unknown as protobuf.Constructor<object>;
    const list = root.lookupType(flat.listName);
    root.lookupType(flat.recordName).setup();
    list.setup();
    return (bytes) => (list.decode(bytes) as unknown as Record<string, DataRecord[]>)[LIST_FIELD]!;
  },
};

function typesOf(
  { listName, recordName, fields: flat }: FlatList,
  edition: 'proto3' | '2023',
): protobuf.Root {
  const fields = flat.map(({ name, type }, i) => [name, { type: PROTOBUF_TYPES[type], id: i + 1 }]);
  const description = {
    edition,
    nested: {
      [recordName]: { edition, fields: Object.fromEntries(fields) },
      [listName]: {
        edition,
        fields: { [LIST_FIELD]: { rule: 'repeated', type: recordName, id: 1 } },
      },
    },
  };
  const root = protobuf.Root.fromJSON(description as protobuf.INamespace);
  root.resolveAll();
  return root;
}

/** The schema as a .proto file, for targets in other languages. */
export function protoOf(schema: DataSchema): string {
  const { listName, recordName, fields: flat } = flatListOf(schema, 'Protobuf');
  const fields = flat.map(({ name, type }, i) => `  ${PROTOBUF_TYPES[type]} ${name} = ${i + 1};\n`);
  return `syntax = "proto3";

message ${recordName} {
${fields.join('')}}

message ${listName} {
  repeated ${recordName} ${LIST_FIELD} = 1;
}
`;
}

export const PROTOBUF: Format = {
  name: 'protobuf',
  title: 'Protobuf',
  contentType: 'application/x-protobuf',
  needsSchema: true,
  keyOrder: 'schema',
  encoders: [encoder],
  codecs: [decoder],
};
