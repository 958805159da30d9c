// Reads a user's own .proto file into what the payload's schema carries. Only the lab does this; pages need
// no parser.

import protobuf from 'protobufjs';
import { inferSchema } from '../../data/infer/infer-schema.ts';
import type { OwnField, OwnMessage, OwnProto } from '../../data/own-proto.ts';
import { type DataSchema, type DataValue, listedRecord } from '../../data/schema.ts';
import { ownProtoProblems } from './own-mapping.ts';

export type WithProto = { readonly schema: DataSchema } | { readonly problems: readonly string[] };

/**
 * The schema with the file's numbers, types and enums for Protobuf. `message` names what a record is; it may
 * be left out where one message alone is part of no other, or has the record's name. Whether the file can say
 * these data is answered here as far as the schema tells, and by the format's `refuse` for the values.
 */
export function withOwnProto(schema: DataSchema, text: string, message: string | null): WithProto {
  const read = readOwnProto(text, payloadRecordName(schema), message);
  if ('problems' in read) return read;
  const problems = ownProtoProblems(schema, read);
  if (problems.length === 0) return { schema: { ...schema, proto: read } };
  const better = message === null ? fittingMessage(schema, read) : undefined;
  if (better === undefined) return { problems };
  return {
    problems: [`${read.root} does not fit the data, and ${better} does: FILE.proto:${better} names it`],
  };
}

/** The user named no message, so the data may have been compared with the wrong one. */
function fittingMessage(schema: DataSchema, proto: OwnProto): string | undefined {
  const fits = (root: string) => ownProtoProblems(schema, { ...proto, root }).length === 0;
  return proto.messages.map(({ name }) => name).find(fits);
}

/**
 * What a body holds that somebody else's program wrote by such a file, with the schema of just that value.
 * Names stay as the file writes them.
 */
export function decodeByOwnProto(
  name: string,
  body: Uint8Array,
  text: string,
  message: string | null,
): { readonly value: DataValue; readonly schema: DataSchema } | { readonly problems: readonly string[] } {
  const read = readOwnProto(text, name, message);
  if ('problems' in read) return read;
  const type = protobuf.parse(text, { keepCase: true }).root.lookupType(read.root);
  try {
    const value = type.toObject(type.decode(body), { longs: Number, enums: String }) as DataValue;
    const found = withOwnProto(inferSchema(name, value), text, read.root);
    return 'problems' in found ? found : { value, schema: found.schema };
  } catch (thrown) {
    return { problems: [`the answer is no ${read.root}: ${messageOf(thrown)}`] };
  }
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

function payloadRecordName(schema: DataSchema): string {
  return listedRecord(schema)?.name ?? (schema.root.kind === 'record' ? schema.root.name : schema.name);
}

function readOwnProto(
  text: string,
  recordName: string,
  message: string | null,
): OwnProto | { readonly problems: readonly string[] } {
  let root: protobuf.Root;
  try {
    root = protobuf.parse(text, { keepCase: true }).root;
    root.resolveAll();
  } catch (thrown) {
    return { problems: [messageOf(thrown)] };
  }
  const types = typesIn(root);
  const messages = types.filter((type) => type instanceof protobuf.Type).map(ownMessage);
  const enums = types
    .filter((type) => type instanceof protobuf.Enum)
    .map((type) => ({
      name: qualifiedName(type),
      values: Object.entries(type.values).map(([name, number]) => ({ name, number })),
    }));
  const chosen = rootAmong(messages, recordName, message);
  return typeof chosen === 'string' ? { problems: [chosen] } : { root: chosen.name, messages, enums };
}

function typesIn(space: protobuf.NamespaceBase): protobuf.ReflectionObject[] {
  return space.nestedArray.flatMap((each) =>
    each instanceof protobuf.Namespace ? [each, ...typesIn(each)] : [each],
  );
}

/** Full, without the dot before it. */
function qualifiedName(object: protobuf.ReflectionObject): string {
  return object.fullName.replace(/^\./, '');
}

function ownMessage(type: protobuf.Type): OwnMessage {
  return { name: qualifiedName(type), fields: type.fieldsArray.map((field) => ownField(field.resolve())) };
}

function ownField(field: protobuf.Field): OwnField {
  const presence = (field as unknown as { hasPresence: boolean }).hasPresence;
  return {
    name: field.name,
    number: field.id,
    type: field.resolvedType === null ? field.type : qualifiedName(field.resolvedType),
    rule: field.map ? 'map' : field.repeated ? 'repeated' : presence ? 'presence' : 'implicit',
    required: field.required,
    packed: field.packed,
    oneof: oneofName(field),
  };
}

/** `optional` of proto3 is a oneof of one, by its own name. */
function oneofName({ partOf, options }: protobuf.Field): string | null {
  return partOf === null || options?.proto3_optional === true ? null : partOf.name;
}

/**
 * The one that is part of no other, else the one named as the records are. A sentence where neither tells.
 */
function rootAmong(
  messages: readonly OwnMessage[],
  recordName: string,
  asked: string | null,
): OwnMessage | string {
  const names = messages.map(({ name }) => name).join(', ');
  if (messages.length === 0) return 'has no message';
  const wish = asked ?? recordName;
  const named = messages.filter(({ name }) => name === wish || name.endsWith(`.${wish}`));
  if (asked !== null && named.length !== 1) {
    return `has ${named.length === 0 ? 'no message' : 'several messages'} ${asked}; there are ${names}`;
  }
  const parts = new Set(messages.flatMap(({ fields }) => fields.map(({ type }) => type)));
  const whole = asked === null ? messages.filter(({ name }) => !parts.has(name)) : named;
  if (whole.length === 1) return whole[0]!;
  return named.length === 1 ? named[0]! : `does not tell which message the data are: name one of ${names}`;
}
