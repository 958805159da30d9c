// The types of protobufjs for a payload, made at run time. Values of other forms than the library's are
// changed where the library calls the type of a message for each of them, so that data are walked once and
// what needs no change goes through the library's own generated code alone.

import protobuf from 'protobufjs/light.js';
import {
  DEEPEST,
  type ProtoField,
  type ProtoFile,
  type ProtoMessage,
  type RecordMessage,
  writtenFields,
} from './proto-file.ts';

// Numbers instead of objects of the package long: each integer here was a double before.
protobuf.util.Long = null as never;
protobuf.configure();

Object.assign(protobuf.util, { recursionLimit: DEEPEST });
Object.assign(protobuf.Reader, { recursionLimit: DEEPEST });

/**
 * `proto3` for encoding. For decoding the same wire format, but with explicit presence the generated decoder
 * only ever sets properties; for proto3 it deletes those whose value is the default, and the records would
 * lose them.
 */
export type Edition = 'proto3' | '2023';

/** The library's types for the file's messages, by their names. */
export function makeProtobufTypes(file: ProtoFile, edition: Edition): protobuf.Root {
  const nested = Object.fromEntries(
    file.messages.map((message) => [message.name, { edition, fields: fieldsFor(message, edition) }]),
  );
  const root = protobuf.Root.fromJSON({ edition, nested } as protobuf.INamespace);
  root.resolveAll();
  return root;
}

function fieldsFor(message: ProtoMessage, edition: Edition): object {
  const described = writtenFields(message).map((field) => {
    const { number: id, rule } = field;
    const optional = rule === 'presence' && edition === 'proto3' && field.type.kind !== 'message';
    return [
      propertyName(message, field),
      {
        id,
        type: fieldTypeName(field),
        ...(rule === 'repeated' && { rule }),
        ...(rule === 'map' && { keyType: 'string' }),
        options: {
          features: {
            ...(optional && { field_presence: 'EXPLICIT' }),
            ...(!field.packed && { repeated_field_encoding: 'EXPANDED' }),
          },
        },
      },
    ];
  });
  return Object.fromEntries(described);
}

/** Enums and nulls as int32: the same bytes, and no look into the enum's table for each value. */
function fieldTypeName({ type }: ProtoField): string {
  if (type.kind === 'message') return type.message.name;
  return type.kind === 'scalar' ? type.scalar : 'int32';
}

/** Where the library finds the field's value in the objects it is given and makes. */
export function propertyName(message: ProtoMessage, field: ProtoField): string {
  if (message.shape === 'record' && isAsItIs(message)) {
    return message.members.find((member) => member.field === field)!.key;
  }
  return message.shape === 'list' || message.shape === 'map' ? 'items' : `f${field.number}`;
}

/** Whether the data's own objects have the properties that the library looks for. */
export function isAsItIs(message: RecordMessage): boolean {
  return message.members.every(({ key, nullField }) => isPlainKey(key) && nullField === null);
}

/**
 * The library writes property names into code, and asks objects for them that may not have them themselves.
 */
function isPlainKey(key: string): boolean {
  return /^[A-Za-z_][\w .:@/-]*$/.test(key) && !(key in Object.prototype);
}
