// The neutral schema: what is known about the shape of some data. Every schema-driven format (Protobuf, Avro,
// Arrow, …) is made from it, so that one description serves all of them. It is plain JSON because agents
// receive it.

import type { OwnProto } from './own-proto.ts';

export type DataValue = null | boolean | number | string | readonly DataValue[] | DataRecord;

/** A plain object: its own enumerable properties are the data, in their order. */
export type DataRecord = { [key: string]: DataValue };

export type TypeSpec =
  | NullType
  | BooleanType
  | IntegerType
  | DoubleType
  | StringType
  | ArrayType
  | MapType
  | RecordType
  | UnionType
  | NeverType;

export type TypeKind = TypeSpec['kind'];

export interface NullType {
  readonly kind: 'null';
}

export interface BooleanType {
  readonly kind: 'boolean';
}

/** Every value is a whole number from `min` to `max`, both safe integers, and none is −0. */
export interface IntegerType {
  readonly kind: 'integer';
  readonly min: number;
  readonly max: number;
}

/** Any number: whole ones may be among them. */
export interface DoubleType {
  readonly kind: 'double';
  /** All values are whole, none is −0 and some are beyond 2^53: the least and the most of them. */
  readonly whole?: { readonly min: number; readonly max: number };
}

export interface StringType {
  readonly kind: 'string';
  /** All values, if they are few and come again and again; in order of first appearance. */
  readonly enum?: readonly string[];
  /** What every value looks like; it stays a string in every format. */
  readonly format?: StringFormat;
}

export const STRING_FORMATS = ['date-time', 'date', 'uuid', 'uri', 'base64'] as const;

export type StringFormat = (typeof STRING_FORMATS)[number];

export interface ArrayType {
  readonly kind: 'array';
  readonly items: TypeSpec;
  /** Whether some are empty: a format that writes no empty arrays cannot tell them from absent ones. */
  readonly mayBeEmpty: boolean;
}

/** An object whose keys are data: any key, values of one type. */
export interface MapType {
  readonly kind: 'map';
  readonly values: TypeSpec;
}

export interface RecordType {
  readonly kind: 'record';
  /**
   * Capitalised, letters and digits only: `OrderItem`. In a schema, records of one name are one type in
   * several places.
   */
  readonly name: string;
  /** In the order in which the properties stand in the objects. */
  readonly fields: readonly Field[];
  /** Whether some objects have their properties in another order than `fields`. */
  readonly orderVaries: boolean;
}

export interface Field {
  /** The key as it is, whatever characters it has. */
  readonly name: string;
  readonly type: TypeSpec;
  /** Some objects do not have it. */
  readonly optional: boolean;
}

/**
 * Values of several kinds. At least two branches and at most one of each family: null, boolean, number
 * (integer or double), string, array, object (record or map), in this order.
 */
export interface UnionType {
  readonly kind: 'union';
  readonly branches: readonly TypeSpec[];
}

/** No value at all: the items of arrays that are all empty. */
export interface NeverType {
  readonly kind: 'never';
}

export interface DataSchema {
  /** The name of the whole, capitalised, letters and digits only: `Books`, `Orders`. */
  readonly name: string;
  readonly root: TypeSpec;
  /** The .proto file that the user gave with the data; without one, Protobuf's file is made from the data. */
  readonly proto?: OwnProto;
}

/** The other type of a union of null and one other type; null for every other type. */
export function typeBesideNull(type: TypeSpec): TypeSpec | null {
  if (type.kind !== 'union' || type.branches.length !== 2) return null;
  const [first, second] = type.branches;
  return first!.kind === 'null' ? second! : null;
}

/** The record type of a list's items; null if the root is not an array of records. */
export function listedRecord({ root }: DataSchema): RecordType | null {
  return root.kind === 'array' && root.items.kind === 'record' ? root.items : null;
}

/** `each` sees every type of the tree, the root first. */
export function walkTypes(type: TypeSpec, each: (type: TypeSpec) => void): void {
  each(type);
  switch (type.kind) {
    case 'array':
      walkTypes(type.items, each);
      return;
    case 'map':
      walkTypes(type.values, each);
      return;
    case 'record':
      for (const field of type.fields) walkTypes(field.type, each);
      return;
    case 'union':
      for (const branch of type.branches) walkTypes(branch, each);
      return;
    case 'null':
    case 'boolean':
    case 'integer':
    case 'double':
    case 'string':
    case 'never':
  }
}

/** Whether objects of some record type have their keys in different orders. */
export function keyOrderVaries({ root }: DataSchema): boolean {
  let varies = false;
  walkTypes(root, (type) => {
    if (type.kind === 'record' && type.orderVaries) varies = true;
  });
  return varies;
}
