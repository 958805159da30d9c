// The descriptors of @bufbuild/protobuf for a payload, made at run time instead of by a compiler.

import { create, createFileRegistry, type DescMessage } from '@bufbuild/protobuf';
import {
  type DescriptorProto,
  DescriptorProtoSchema,
  type FieldDescriptorProto,
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  FieldDescriptorProtoSchema,
  FileDescriptorProtoSchema,
} from '@bufbuild/protobuf/wkt';
import {
  type ProtoField,
  type ProtoFile,
  type ProtoMessage,
  type Scalar,
  writtenFields,
} from './proto-file.ts';

const TYPES: Readonly<Record<Scalar, FieldDescriptorProto_Type>> = {
  bool: FieldDescriptorProto_Type.BOOL,
  double: FieldDescriptorProto_Type.DOUBLE,
  float: FieldDescriptorProto_Type.FLOAT,
  string: FieldDescriptorProto_Type.STRING,
  int32: FieldDescriptorProto_Type.INT32,
  uint32: FieldDescriptorProto_Type.UINT32,
  sint32: FieldDescriptorProto_Type.SINT32,
  fixed32: FieldDescriptorProto_Type.FIXED32,
  sfixed32: FieldDescriptorProto_Type.SFIXED32,
  int64: FieldDescriptorProto_Type.INT64,
  uint64: FieldDescriptorProto_Type.UINT64,
  fixed64: FieldDescriptorProto_Type.FIXED64,
  sfixed64: FieldDescriptorProto_Type.SFIXED64,
  sint64: FieldDescriptorProto_Type.SINT64,
};

/** The name of the oneof in the message of a union. */
export const UNION_ONEOF = 'kind';

/** The library makes names of its own of the data's; numbers stay what they are. */
export function esName({ number }: ProtoField): string {
  return `f${number}`;
}

/** By the names of the file's messages. */
export function makeDescriptors(file: ProtoFile): ReadonlyMap<string, DescMessage> {
  const registry = createFileRegistry(
    create(FileDescriptorProtoSchema, {
      name: 'payload.proto',
      syntax: 'proto3',
      messageType: file.messages.map(messageDescriptor),
    }),
    () => undefined,
  );
  return new Map(file.messages.map(({ name }) => [name, registry.getMessage(name)!]));
}

function messageDescriptor(message: ProtoMessage): DescriptorProto {
  const isUnion = message.shape === 'union';
  // A union of null alone has no field, and a oneof without fields is invalid.
  const oneofs = isUnion && writtenFields(message).length > 0 ? [UNION_ONEOF] : [];
  const field = writtenFields(message).map((each) => {
    if (isUnion) return fieldDescriptor(each, message, { oneofIndex: 0 });
    if (each.rule !== 'presence' || each.type.kind === 'message') return fieldDescriptor(each, message, {});
    // In a descriptor, `optional` is a oneof with this field alone.
    oneofs.push(`_${esName(each)}`);
    return fieldDescriptor(each, message, { oneofIndex: oneofs.length - 1, proto3Optional: true });
  });
  return create(DescriptorProtoSchema, {
    name: message.name,
    field,
    oneofDecl: oneofs.map((name) => ({ name })),
    nestedType: writtenFields(message)
      .filter(({ rule }) => rule === 'map')
      .map(entryDescriptor),
  });
}

interface Oneof {
  readonly oneofIndex?: number;
  readonly proto3Optional?: boolean;
}

function fieldDescriptor(field: ProtoField, message: ProtoMessage, oneof: Oneof): FieldDescriptorProto {
  const { number, rule } = field;
  // The single field of a wrapper has one name, whatever its number.
  const name = message.shape === 'list' || message.shape === 'map' ? 'items' : esName(field);
  const isMap = rule === 'map';
  return create(FieldDescriptorProtoSchema, {
    name,
    jsonName: name,
    number,
    label:
      rule === 'repeated' || isMap
        ? FieldDescriptorProto_Label.REPEATED
        : FieldDescriptorProto_Label.OPTIONAL,
    ...(isMap
      ? { type: FieldDescriptorProto_Type.MESSAGE, typeName: `.${message.name}.${entryName(field)}` }
      : fieldType(field)),
    ...(!field.packed && { options: { packed: false } }),
    ...oneof,
  });
}

function entryName({ number }: ProtoField): string {
  return `F${number}Entry`;
}

function entryDescriptor(field: ProtoField): DescriptorProto {
  const label = FieldDescriptorProto_Label.OPTIONAL;
  const key = { name: 'key', jsonName: 'key', number: 1, label, type: FieldDescriptorProto_Type.STRING };
  const value = { name: 'value', jsonName: 'value', number: 2, label, ...fieldType(field) };
  return create(DescriptorProtoSchema, {
    name: entryName(field),
    field: [key, value],
    options: { mapEntry: true },
  });
}

/** Enums and nulls as int32: the same bytes. */
function fieldType({ type }: ProtoField): { type: FieldDescriptorProto_Type; typeName?: string } {
  if (type.kind === 'message') {
    return { type: FieldDescriptorProto_Type.MESSAGE, typeName: `.${type.message.name}` };
  }
  return { type: type.kind === 'scalar' ? TYPES[type.scalar] : FieldDescriptorProto_Type.INT32 };
}
