// From the neutral schema to the messages of somebody's own .proto file: its numbers, types and enums. What the file cannot
// say of the data is refused, all of it at once.

import type { OwnEnum, OwnField, OwnMessage, OwnProto } from '../../data/own-proto.ts';
import type { DataSchema, Field, IntegerType, RecordType, StringType, TypeSpec } from '../../data/schema.ts';
import { CannotCarry } from '../cannot-carry.ts';
import { fieldFor, textsOf } from './own-names.ts';
import {
  fieldsOf,
  type ListMessage,
  type Member,
  type ProtoEnum,
  type ProtoField,
  type ProtoFile,
  type ProtoMessage,
  type ProtoType,
  type RecordMessage,
  type Rule,
  type WholeScalar,
} from './proto-file.ts';
import { UniqueNames } from './proto-names.ts';

const TWO_32 = 2 ** 32;
const SAFE = Number.MAX_SAFE_INTEGER;

/** What fits. Integers of data never need more than 2^53. */
const RANGES: Readonly<Record<WholeScalar, readonly [number, number]>> = {
  int32: [-TWO_32 / 2, TWO_32 / 2 - 1],
  sint32: [-TWO_32 / 2, TWO_32 / 2 - 1],
  sfixed32: [-TWO_32 / 2, TWO_32 / 2 - 1],
  uint32: [0, TWO_32 - 1],
  fixed32: [0, TWO_32 - 1],
  int64: [-SAFE, SAFE],
  sint64: [-SAFE, SAFE],
  sfixed64: [-SAFE, SAFE],
  uint64: [0, SAFE],
  fixed64: [0, SAFE],
};

/** Throws a CannotCarry that names everything the file has no place for. */
export function ownProtoFile(schema: DataSchema, own: OwnProto): ProtoFile {
  const mapping = new OwnMapping(own);
  const file = mapping.file(schema);
  if (mapping.problems.length > 0) {
    throw new CannotCarry(
      `Protobuf by the .proto file given cannot carry ${schema.name}: ${mapping.problems.join('; ')}`,
    );
  }
  return file;
}

/** What the file cannot say of the data, as far as their schema tells. */
export function ownProtoProblems(schema: DataSchema, own: OwnProto): readonly string[] {
  const mapping = new OwnMapping(own);
  mapping.file(schema);
  return mapping.problems;
}

class OwnMapping {
  readonly problems: string[] = [];
  readonly #own: OwnProto;
  readonly #names = new UniqueNames();
  readonly #messages: ProtoMessage[] = [];
  readonly #valueNames = new UniqueNames();
  readonly #enums = new Map<OwnEnum, ProtoEnum>();
  readonly #renamed = new Map<string, string>();

  constructor(own: OwnProto) {
    this.#own = own;
  }

  file({ name, root }: DataSchema): ProtoFile {
    const message = this.#root(name, root);
    const depth = depthOf(message);
    return {
      root: message,
      messages: this.#messages,
      enums: [...this.#enums.values()],
      nullEnum: null,
      depth,
      renamed: this.#renamed,
    };
  }

  #root(name: string, root: TypeSpec): ProtoMessage {
    if (root.kind === 'record') return this.#record(root, this.#message(this.#own.root), '');
    if (root.kind === 'array' && root.items.kind === 'record') {
      const message = this.#record(root.items, this.#message(this.#own.root), '[]');
      const type = { kind: 'message', message } as const;
      const items = {
        number: 1,
        name: 'items',
        type,
        rule: 'repeated',
        packed: true,
        comment: null,
      } as const;
      const list: ListMessage = { shape: 'list', name: this.#names.take(name), items };
      this.#messages.push(list);
      return list;
    }
    this.problems.push('the data are no record and no list of records');
    return { shape: 'list', name, items: null };
  }

  #message(name: string): OwnMessage {
    return this.#own.messages.find((message) => message.name === name)!;
  }

  #record(type: RecordType, own: OwnMessage, path: string): RecordMessage {
    const taken = new Set<OwnField>();
    const members = type.fields.map((field) => {
      const found = fieldFor(field.name, own.fields);
      if (found !== undefined) taken.add(found);
      return this.#member(field, found, `${path}.${field.name}`.replace(/^\./, ''), own);
    });
    for (const field of own.fields) {
      const missing = field.required && !taken.has(field);
      if (missing) this.problems.push(`${own.name}.${field.name} is required and the data do not have it`);
    }
    // One message of the file may stand for records of several shapes.
    const name = this.#names.take(lastPart(own.name));
    const message: RecordMessage = { shape: 'record', name, members };
    this.#messages.push(message);
    return message;
  }

  #member(field: Field, own: OwnField | undefined, path: string, message: OwnMessage): Member {
    const branches = field.type.kind === 'union' ? field.type.branches : [field.type];
    const rest = branches.filter(({ kind }) => kind !== 'null' && kind !== 'never');
    const nullable = branches.some(({ kind }) => kind === 'null');
    const absent = field.optional ? 'missing' : nullable ? 'null' : 'default';
    const nothing: Member = { key: field.name, field: null, silent: null, nullField: null, absent };
    const refuse = (what: string): Member => {
      this.problems.push(`${path} ${what}`);
      return nothing;
    };
    if (field.optional && nullable)
      return refuse('is null here and absent there, which is the same in a message');
    if (rest.length === 0) return nothing;
    if (own === undefined) return refuse(`has no field in ${message.name}`);
    if (rest.length > 1) return refuse('has values of several kinds');
    if (absent !== 'default' && own.required) return refuse(`may be absent, and ${message.name} requires it`);
    const type = this.#fieldType(rest[0]!, own, path, absent !== 'default');
    if (typeof type === 'string') return refuse(type);
    if (own.name !== field.name) this.#renamed.set(field.name, own.name);
    const { name, number, packed } = own;
    const rule: Rule = own.rule === 'implicit' && type.kind === 'message' ? 'presence' : own.rule;
    return { ...nothing, field: { name, number, type, rule, packed, comment: null } };
  }

  /** A sentence where it does not fit. */
  #fieldType(type: TypeSpec, own: OwnField, path: string, mayBeAbsent: boolean): ProtoType | string {
    if ((type.kind === 'array') !== (own.rule === 'repeated')) {
      return type.kind === 'array'
        ? 'is an array and its field not repeated'
        : 'is no array and its field repeated';
    }
    if (type.kind === 'array') {
      if (mayBeAbsent && type.mayBeEmpty)
        return 'is empty here and absent there, which is the same in a message';
      return this.#valueType(type.items, own, `${path}[]`);
    }
    if (own.rule === 'map') {
      if (type.kind !== 'map') return 'is a map in the .proto file and a record in the data';
      return mayBeAbsent
        ? 'may be absent, which for a map is to be empty'
        : this.#valueType(type.values, own, `${path}.*`);
    }
    return this.#valueType(type, own, path);
  }

  #valueType(type: TypeSpec, own: OwnField, path: string): ProtoType | string {
    const unfit = `is ${kindInWords(type)} and its field ${own.type}`;
    switch (type.kind) {
      case 'boolean':
        return own.type === 'bool' ? { kind: 'scalar', scalar: 'bool' } : unfit;
      case 'integer':
        return wholeType(type, own.type) ?? `is whole, ${type.min} to ${type.max}, and its field ${own.type}`;
      case 'double':
        return own.type === 'double' ? { kind: 'scalar', scalar: 'double' } : unfit;
      case 'string': {
        if (own.type === 'string') return { kind: 'scalar', scalar: 'string' };
        const enumeration = this.#own.enums.find(({ name }) => name === own.type);
        return enumeration === undefined ? unfit : this.#enumType(type, enumeration);
      }
      case 'record': {
        const message = this.#message(own.type);
        return message === undefined
          ? unfit
          : { kind: 'message', message: this.#record(type, message, path) };
      }
      default:
        return unfit;
    }
  }

  #enumType({ enum: seen }: StringType, own: OwnEnum): ProtoType {
    const known = this.#enums.get(own);
    if (known !== undefined) return { kind: 'enum', enumeration: known };
    const texts = textsOf(own, seen ?? []);
    const values = own.values.map(({ name, number }, i) => ({
      name: this.#valueNames.take(name),
      number,
      text: texts[i]!,
    }));
    const enumeration: ProtoEnum = { name: this.#names.take(lastPart(own.name)), values };
    this.#enums.set(own, enumeration);
    return { kind: 'enum', enumeration };
  }
}

function wholeType({ min, max }: IntegerType, type: string): ProtoType | null {
  if (type === 'double') return { kind: 'scalar', scalar: 'double' };
  if (!Object.hasOwn(RANGES, type)) return null;
  const scalar = type as WholeScalar;
  const [least, most] = RANGES[scalar];
  return min >= least && max <= most ? { kind: 'scalar', scalar } : null;
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

function kindInWords({ kind }: TypeSpec): string {
  return kind === 'array' || kind === 'integer' ? `an ${kind}` : kind === 'null' ? 'null' : `a ${kind}`;
}

function depthOf(message: ProtoMessage): number {
  const depths = fieldsOf(message).map(({ type }: ProtoField) =>
    type.kind === 'message' ? depthOf(type.message) : 0,
  );
  return 1 + Math.max(0, ...depths);
}
