// From the neutral schema to Protobuf, as a careful author of a .proto file would write it for exactly these
// data.

import type { DataSchema, Field, RecordType, StringType, TypeSpec } from '../../data/schema.ts';
import { walkTypes } from '../../data/schema.ts';
import { branchesBesideNull, mayBeNull } from '../shared/field-presence.ts';
import { ownProtoFile } from './own-mapping.ts';
import {
  type ListMessage,
  type MapMessage,
  type Member,
  NULL_VALUE,
  type ProtoEnum,
  type ProtoField,
  type ProtoFile,
  type ProtoMessage,
  type ProtoType,
  type RecordMessage,
  type Rule,
  type UnionMessage,
} from './proto-file.ts';
import {
  enumValueNames,
  fieldIdentifier,
  fieldNames,
  pascalCase,
  shortened,
  UniqueNames,
  upperSnakeCase,
} from './proto-names.ts';
import { scalarOfInteger } from './whole-scalars.ts';

/** Numbers that Protobuf keeps for itself. */
const RESERVED_NUMBERS = { first: 19_000, last: 19_999 };

export function planProtoFile(schema: DataSchema): ProtoFile {
  return schema.proto === undefined ? new Mapping(schema).file() : ownProtoFile(schema, schema.proto);
}

class Mapping {
  readonly #schema: DataSchema;
  readonly #typeNames = new UniqueNames();
  readonly #valueNames = enumValueNames();
  readonly #messages: ProtoMessage[] = [];
  readonly #enums: ProtoEnum[] = [];
  /** By their names. */
  readonly #records = new Map<string, RecordMessage>();
  readonly #renamed = new Map<string, string>();
  #nullEnum: ProtoEnum | null = null;
  #depth = 0;
  #deepest = 0;

  constructor(schema: DataSchema) {
    this.#schema = schema;
    // Records keep their names; whatever else is named has to make way.
    walkTypes(schema.root, (type) => {
      if (type.kind === 'record') this.#typeNames.take(type.name);
    });
  }

  file(): ProtoFile {
    const { name, root } = this.#schema;
    const message = root.kind === 'record' ? this.#record(root) : this.#rootMessage(root, name);
    return {
      root: message,
      messages: this.#messages,
      enums: this.#enums,
      nullEnum: this.#nullEnum,
      depth: this.#deepest,
      renamed: this.#renamed,
    };
  }

  #rootMessage(type: TypeSpec, name: string): ProtoMessage {
    if (type.kind === 'array') return this.#list(type.items, name);
    if (type.kind === 'map') return this.#map(type.values, name);
    return this.#union(type.kind === 'union' ? type.branches : [type], name);
  }

  #record(type: RecordType): RecordMessage {
    const message = this.#records.get(type.name) ?? this.#newRecord(type);
    this.#records.set(type.name, message);
    return message;
  }

  #newRecord(type: RecordType): RecordMessage {
    return this.#within(() => {
      const names = fieldNames();
      let count = 0;
      const number = () => {
        count += 1;
        if (count === RESERVED_NUMBERS.first) count = RESERVED_NUMBERS.last + 1;
        return count;
      };
      // Names that are identifiers go first, so that none of them has to make way for a mapped one.
      const identifiers = new Map<string, string>();
      for (const strict of [true, false]) {
        for (const { name } of type.fields) {
          if ((fieldIdentifier(name) === name) === strict)
            identifiers.set(name, names.take(fieldIdentifier(name)));
        }
      }
      const members = type.fields.map((field) => {
        const name = identifiers.get(field.name)!;
        if (name !== field.name) this.#renamed.set(field.name, name);
        return this.#member(field, { name, names, number, hint: type.name + pascalCase(name) });
      });
      return { shape: 'record', name: type.name, members };
    });
  }

  #member(field: Field, naming: Naming): Member {
    const { name: key, type, optional } = field;
    const rest = branchesBesideNull(type).filter(({ kind }) => kind !== 'never');
    const nullable = mayBeNull(type);
    const silent = optional ? null : this.#silent(rest, nullable, naming);
    if (silent !== null) return { key, field: null, nullField: null, ...silent };
    const absent = optional ? 'missing' : nullable ? 'null' : 'default';
    const written = rest.length === 0 ? null : this.#memberField(key, rest, absent !== 'default', naming);
    const nullField = optional && nullable ? this.#nullField(key, written !== null, naming) : null;
    return { key, field: written, silent: null, nullField, absent };
  }

  /** The member for a value that is the same in all records; null if there is something to write. */
  #silent(
    rest: readonly TypeSpec[],
    nullable: boolean,
    naming: Naming,
  ): Pick<Member, 'silent' | 'absent'> | null {
    const [only] = rest;
    const declared = (rule: Rule, type: ProtoType, comment: string): ProtoField => {
      const { name, number } = naming;
      return { number: number(), name, type, rule, packed: true, comment };
    };
    if (only === undefined) {
      return { silent: declared('implicit', this.#nullType(), 'always null'), absent: 'null' };
    }
    if (nullable || rest.length > 1) return null;
    if (only.kind === 'array' && only.items.kind === 'never') {
      return { silent: declared('repeated', this.#nullType(), 'always empty'), absent: 'array' };
    }
    if (only.kind === 'record' && only.fields.length === 0) {
      const message = this.#record(only);
      return { silent: declared('presence', { kind: 'message', message }, 'always empty'), absent: 'record' };
    }
    return null;
  }

  #memberField(
    key: string,
    rest: readonly TypeSpec[],
    mayBeAbsent: boolean,
    { name, number, hint }: Naming,
  ): ProtoField {
    const type = rest.length === 1 ? rest[0]! : ({ kind: 'union', branches: rest } as const);
    const comment = fieldComment(key, name, type);
    const make = (rule: Rule, its: ProtoType): ProtoField => ({
      number: number(),
      name,
      type: its,
      rule,
      packed: true,
      comment,
    });
    if (type.kind === 'array' && !(mayBeAbsent && type.mayBeEmpty)) {
      return make('repeated', this.#valueType(type.items, hint));
    }
    if (type.kind === 'map' && !mayBeAbsent) return make('map', this.#valueType(type.values, hint));
    const its = this.#valueType(type, hint);
    return make(mayBeAbsent || its.kind === 'message' ? 'presence' : 'implicit', its);
  }

  #nullField(key: string, isBeside: boolean, { name: own, names, number }: Naming): ProtoField {
    const name = isBeside ? names.take(`${own}_null`) : own;
    const comment = `${JSON.stringify(key)} is null`;
    return { number: number(), name, type: this.#nullType(), rule: 'presence', packed: true, comment };
  }

  /** The type of a single value: in a singular field, an array or a map. */
  #valueType(type: TypeSpec, hint: string): ProtoType {
    switch (type.kind) {
      case 'boolean':
        return { kind: 'scalar', scalar: 'bool' };
      case 'integer':
        return { kind: 'scalar', scalar: scalarOfInteger(type) };
      case 'double':
        return { kind: 'scalar', scalar: 'double' };
      case 'string':
        return this.#stringType(type, hint);
      case 'array':
        return { kind: 'message', message: this.#list(type.items, `${hint}List`) };
      case 'map':
        return { kind: 'message', message: this.#map(type.values, `${hint}Map`) };
      case 'record':
        return { kind: 'message', message: this.#record(type) };
      case 'union':
        return { kind: 'message', message: this.#union(type.branches, `${hint}Value`) };
      case 'null':
      case 'never':
        return this.#nullType();
    }
  }

  #stringType({ enum: values }: StringType, hint: string): ProtoType {
    if (values === undefined || values.length === 0) return { kind: 'scalar', scalar: 'string' };
    const name = this.#typeNames.take(shortened(hint));
    const prefix = upperSnakeCase(name);
    const enumeration: ProtoEnum = {
      name,
      values: values.map((text, number) => ({
        name: this.#valueNames.take(`${prefix}_${upperSnakeCase(text)}`),
        number,
        text,
      })),
    };
    this.#enums.push(enumeration);
    return { kind: 'enum', enumeration };
  }

  #nullType(): ProtoType {
    this.#nullEnum ??= {
      name: this.#typeNames.take('NullValue'),
      values: [{ name: this.#valueNames.take(NULL_VALUE), number: 0, text: '' }],
    };
    return { kind: 'null' };
  }

  #list(items: TypeSpec, wish: string): ListMessage {
    const name = this.#typeNames.take(shortened(wish));
    return this.#within(() => ({
      shape: 'list',
      name,
      items:
        items.kind === 'never'
          ? null
          : makeField('items', 1, 'repeated', items, this.#valueType(items, `${name}Item`)),
    }));
  }

  #map(values: TypeSpec, wish: string): MapMessage {
    const name = this.#typeNames.take(shortened(wish));
    return this.#within(() => ({
      shape: 'map',
      name,
      entries: makeField('entries', 1, 'map', values, this.#valueType(values, `${name}Entry`)),
    }));
  }

  #union(branches: readonly TypeSpec[], wish: string): UnionMessage {
    const name = this.#typeNames.take(shortened(wish));
    return this.#within(() => {
      let number = 0;
      return {
        shape: 'union',
        name,
        branches: branches.map((type) => {
          if (type.kind === 'null' || type.kind === 'never') return { type, field: null };
          number += 1;
          const its = this.#valueType(type, `${name}${pascalCase(type.kind)}`);
          return { type, field: makeField(BRANCH_NAMES[type.kind], number, 'presence', type, its) };
        }),
      };
    });
  }

  /** Notes the message after those it is made of, and how deep they stand. */
  #within<T extends ProtoMessage>(make: () => T): T {
    this.#depth += 1;
    this.#deepest = Math.max(this.#deepest, this.#depth);
    const message = make();
    this.#depth -= 1;
    this.#messages.push(message);
    return message;
  }
}

interface Naming {
  readonly name: string;
  /** All of the message. */
  readonly names: UniqueNames;
  readonly number: () => number;
  /** The name after which types for this field are named. */
  readonly hint: string;
}

const BRANCH_NAMES = {
  boolean: 'boolean',
  integer: 'integer',
  double: 'number',
  string: 'text',
  array: 'list',
  map: 'map',
  record: 'record',
  union: 'value',
} as const;

function makeField(name: string, number: number, rule: Rule, type: TypeSpec, its: ProtoType): ProtoField {
  const comment = type.kind === 'string' ? (type.format ?? null) : null;
  return { number, name, type: its, rule, packed: true, comment };
}

function fieldComment(key: string, name: string, type: TypeSpec): string | null {
  const notes = [];
  if (key !== name) notes.push(JSON.stringify(key));
  if (type.kind === 'string' && type.format !== undefined) notes.push(type.format);
  return notes.length === 0 ? null : notes.join(', ');
}
