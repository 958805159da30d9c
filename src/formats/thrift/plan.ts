// How Thrift expresses any data: structs with fields by number, lists, maps, unions. The encoder, the decoder
// and the IDL are made from this.

import { TypeNames, typeName } from '../../data/infer/names.ts';
import {
  type DataSchema,
  type Field,
  type RecordType,
  type StringType,
  type TypeSpec,
  walkTypes,
} from '../../data/schema.ts';
import { branchesBesideNull, fieldPresence, mayBeNull } from '../shared/field-presence.ts';
import { isLegalName, legalNames } from '../shared/legal-names.ts';
import { isReservedInThrift } from './words.ts';

export type ThriftType =
  | { readonly kind: 'bool' | 'i32' | 'i64' | 'double' | 'string' }
  | { readonly kind: 'enum'; readonly name: string; readonly symbols: readonly string[] }
  | { readonly kind: 'list'; readonly items: ThriftType }
  | { readonly kind: 'map'; readonly values: ThriftType }
  | ThriftStruct
  | ThriftUnion;

export interface ThriftStruct {
  readonly kind: 'struct';
  readonly name: string;
  /** Fields, numbered from 1 in this order. */
  readonly fields: readonly ThriftField[];
}

export interface ThriftField {
  readonly key: string;
  /** Names are in the IDL only. */
  readonly name: string;
  /** null if there is never a value to write. */
  readonly type: ThriftType | null;
  /** What it means if it is not on the wire; null if it always is. */
  readonly missing: 'absent' | 'null' | null;
}

/** At most one of its fields is set; none is null. `null` alone is a union without branches. */
export interface ThriftUnion {
  readonly kind: 'union';
  readonly name: string;
  /** Branches, numbered from 1 in the order of the schema's branches beside null. */
  readonly branches: readonly ThriftType[];
  readonly of: readonly TypeSpec[];
  readonly mayBeNull: boolean;
}

export interface ThriftPlan {
  /**
   * A struct, like everything that Thrift sends: the record itself, or a struct whose one field is the data.
   */
  readonly root: ThriftStruct;
  readonly isRootWrapped: boolean;
  /** Remarks for people on what is written in another way. */
  readonly mapped: readonly string[];
}

export function thriftPlan({ name, root }: DataSchema): ThriftPlan {
  const planner = new Planner(root);
  const type = root.kind === 'record' ? planner.struct(root.name, root.fields) : planner.wrapper(name, root);
  return { root: type, isRootWrapped: root.kind !== 'record', mapped: planner.mapped };
}

class Planner {
  readonly mapped: string[] = [];
  /** Names of structs, enums and unions, which share one namespace. */
  readonly #names = new TypeNames();
  /** The structs of records, by their names. */
  readonly #structs = new Map<string, ThriftStruct>();

  constructor(root: TypeSpec) {
    walkTypes(root, (type) => {
      if (type.kind === 'record') this.#names.take(type.name);
    });
  }

  struct(name: string, fields: readonly Field[]): ThriftStruct {
    const names = legalNames(
      fields.map((field) => field.name),
      isReservedInThrift,
    );
    return { kind: 'struct', name, fields: fields.map((field, i) => this.#field(name, field, names[i]!)) };
  }

  #record({ name, fields }: RecordType): ThriftStruct {
    const struct = this.#structs.get(name) ?? this.struct(name, fields);
    this.#structs.set(name, struct);
    return struct;
  }

  wrapper(wish: string, type: TypeSpec): ThriftStruct {
    return this.struct(this.#names.take(wish), [{ name: 'value', type, optional: false }]);
  }

  #field(struct: string, field: Field, name: string): ThriftField {
    const key = field.name;
    if (name !== key) this.mapped.push(`${struct}.${key || '(empty)'} is named ${name}`);
    const wish = `${struct}${typeName(key)}`;
    const presence = fieldPresence(field);
    switch (presence) {
      case 'always':
        return { key, name, type: this.#type(field.type, wish), missing: null };
      case 'absent':
        return { key, name, type: this.#type(field.type, wish), missing: 'absent' };
      case 'null':
        return { key, name, type: this.#besideNull(field.type, wish), missing: 'null' };
      case 'both':
        this.mapped.push(`${struct}.${key}, which may be absent and may be null, is written in a union`);
        return { key, name, type: this.#type(field.type, wish), missing: 'absent' };
    }
  }

  /** `wish` is the name for an enum or a union here, if it is free. */
  #type(type: TypeSpec, wish: string): ThriftType {
    switch (type.kind) {
      case 'null':
      case 'union':
      case 'never':
        return this.#union(type, wish);
      case 'boolean':
        return { kind: 'bool' };
      case 'integer':
        return { kind: type.min >= -(2 ** 31) && type.max < 2 ** 31 ? 'i32' : 'i64' };
      case 'double':
        return { kind: 'double' };
      case 'string':
        return this.#string(type, wish);
      case 'array':
        return { kind: 'list', items: this.#type(type.items, `${wish}Item`) };
      case 'map':
        return { kind: 'map', values: this.#type(type.values, `${wish}Value`) };
      case 'record':
        return this.#record(type);
    }
  }

  #besideNull(type: TypeSpec, wish: string): ThriftType | null {
    const branches = branchesBesideNull(type);
    if (branches.length === 0) return null;
    return this.#type(branches.length === 1 ? branches[0]! : { kind: 'union', branches }, wish);
  }

  #union(type: TypeSpec, wish: string): ThriftUnion {
    const name = this.#names.take(wish);
    const of = type.kind === 'never' ? [] : branchesBesideNull(type);
    const branches = of.map((branch) => this.#type(branch, `${wish}${typeName(branch.kind)}`));
    return { kind: 'union', name, branches, of, mayBeNull: mayBeNull(type) };
  }

  #string({ enum: symbols }: StringType, wish: string): ThriftType {
    if (symbols === undefined || !symbols.every(isSymbol)) return { kind: 'string' };
    return { kind: 'enum', name: this.#names.take(wish), symbols };
  }
}

function isSymbol(text: string): boolean {
  return isLegalName(text) && !isReservedInThrift(text);
}
