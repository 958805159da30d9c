// What a schema becomes in Protobuf: messages, fields, enums. One description, from which the types of every
// library and the .proto text are made, so that all of them write the same bytes.

import type { TypeSpec } from '../../data/schema.ts';

/**
 * The scalar types. A mapping made from data uses some of them; a user's own .proto file may have the others.
 */
export type Scalar = 'bool' | 'double' | 'float' | 'string' | WholeScalar;

export type WholeScalar =
  | 'int32'
  | 'uint32'
  | 'sint32'
  | 'fixed32'
  | 'sfixed32'
  | 'int64'
  | 'uint64'
  | 'sint64'
  | 'fixed64'
  | 'sfixed64';

export type ProtoType =
  | { readonly kind: 'scalar'; readonly scalar: Scalar }
  | { readonly kind: 'enum'; readonly enumeration: ProtoEnum }
  /** An enum with the single value 0, as google.protobuf.NullValue. */
  | { readonly kind: 'null' }
  | { readonly kind: 'message'; readonly message: ProtoMessage };

export interface ProtoEnum {
  /** Unique in the file, among the messages too. */
  readonly name: string;
  /** The values that the data have. An absent field means the value with the number 0. */
  readonly values: readonly ProtoEnumValue[];
}

export interface ProtoEnumValue {
  /** Unique in the file, since values live in the scope around their enum. */
  readonly name: string;
  readonly number: number;
  /** The value's text in the data. */
  readonly text: string;
}

/**
 * `implicit`: a value equal to its type's default is left off the wire. `presence`: written whenever there is
 * one, so that absence says something. Messages always have presence.
 */
export type Rule = 'implicit' | 'presence' | 'repeated' | 'map';

export interface ProtoField {
  readonly number: number;
  /** An identifier, unique in its message. */
  readonly name: string;
  /** The type of the value; of a map's values, or of each item of a repeated field. */
  readonly type: ProtoType;
  readonly rule: Rule;
  /** Whether the numbers of a repeated field are written in one run, as in proto3. */
  readonly packed: boolean;
  /** For readers of the .proto text; null where the name says all. */
  readonly comment: string | null;
}

export type ProtoMessage = RecordMessage | ListMessage | MapMessage | UnionMessage;

/** A record: its members are in the schema's order, and so are the numbers of its fields. */
export interface RecordMessage {
  readonly shape: 'record';
  readonly name: string;
  readonly members: readonly Member[];
}

/** How a property of a record is written. */
export interface Member {
  /** The property's name as it is. */
  readonly key: string;
  /**
   * null if nothing needs to be written because the value is always null, or always an empty array or object.
   */
  readonly field: ProtoField | null;
  /** The field that the .proto file declares all the same: it has a number and is never written. */
  readonly silent: ProtoField | null;
  /** Written where the value is null, beside `field`, for what may be absent too. */
  readonly nullField: ProtoField | null;
  /**
   * What it means if neither is on the wire: the default of the field's type, null, no property, `[]` or
   * `{}`.
   */
  readonly absent: 'default' | 'null' | 'missing' | 'array' | 'record';
}

/**
 * An array where a field cannot be repeated: in an array, in a map, in a union, or where empty and absent
 * differ.
 */
export interface ListMessage {
  readonly shape: 'list';
  readonly name: string;
  /** null if all arrays are empty. */
  readonly items: ProtoField | null;
}

/** A map where a field cannot be one. */
export interface MapMessage {
  readonly shape: 'map';
  readonly name: string;
  readonly entries: ProtoField;
}

/** A message in which one of several fields is set; null is written as none of them. */
export interface UnionMessage {
  readonly shape: 'union';
  readonly name: string;
  readonly branches: readonly UnionBranch[];
}

export interface UnionBranch {
  readonly type: TypeSpec;
  /** null for the branch null. */
  readonly field: ProtoField | null;
}

export interface ProtoFile {
  readonly root: ProtoMessage;
  /** The parts of a message come before it, and the root comes last. */
  readonly messages: readonly ProtoMessage[];
  readonly enums: readonly ProtoEnum[];
  /** The name for `google.protobuf.NullValue`; null if it is not needed. */
  readonly nullEnum: ProtoEnum | null;
  /** Messages within one another, at most; readers refuse more than 100 unless told otherwise. */
  readonly depth: number;
  /** Property names that Protobuf forbids, with what they are written as. */
  readonly renamed: ReadonlyMap<string, string>;
}

/**
 * Data may be nested 500 deep, and a value may be a message within a message; the libraries' limit is 100.
 */
export const DEEPEST = 2_000;

export const NULL_VALUE = 'NULL_VALUE';

/** The fields that a .proto file declares, including those that are never written. */
export function declaredFields(message: ProtoMessage): readonly ProtoField[] {
  if (message.shape !== 'record') return writtenFields(message);
  return message.members.flatMap(({ field, silent, nullField }) =>
    [field, silent, nullField].filter((each) => each !== null),
  );
}

/** All fields of a message that are ever written, by their numbers. */
export function writtenFields(message: ProtoMessage): readonly ProtoField[] {
  switch (message.shape) {
    case 'record':
      return message.members.flatMap(({ field, nullField }) =>
        [field, nullField].filter((each) => each !== null),
      );
    case 'list':
      return message.items === null ? [] : [message.items];
    case 'map':
      return [message.entries];
    case 'union':
      return message.branches.map(({ field }) => field).filter((field) => field !== null);
  }
}
