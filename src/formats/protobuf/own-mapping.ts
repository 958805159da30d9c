// Maps the neutral schema to the messages of a user's own .proto file: its numbers, types and enums.
// Everything in the data that the file cannot express is refused at once.

import type { OwnEnum, OwnField, OwnMessage, OwnProto } from '../../data/own-proto.ts';
import type { DataSchema, Field, RecordType, StringType, TypeSpec } from '../../data/schema.ts';
import { CannotCarry } from '../shared/cannot-carry.ts';
import { branchesBesideNull, mayBeNull } from '../shared/field-presence.ts';
import {
  type ListMessage,
  type Member,
  type ProtoEnum,
  type ProtoField,
  type ProtoFile,
  type ProtoMessage,
  type ProtoType,
  type RecordMessage,
  type Rule,
  type UnionMessage,
  writtenFields,
} from './proto-file.ts';
import { enumTextsInData, fieldFor, UniqueNames } from './proto-names.ts';
import { ownScalarFor } from './whole-scalars.ts';

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

/** What the file cannot express of the data, as far as their schema shows. */
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
    const depth = messageDepth(message);
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
    const rootMessage = this.#message(this.#own.root);
    if (root.kind === 'record') return this.#record(root, rootMessage, '');
    if (root.kind === 'array' && root.items.kind === 'record')
      return this.#rootList(name, root.items, rootMessage);
    this.problems.push('the data are no record and no list of records');
    return { shape: 'list', name, items: null };
  }

  /** The message of the file where that is a list and the records are its items; else one that repeats it. */
  #rootList(name: string, items: RecordType, own: OwnMessage): ListMessage {
    const only = onlyListField(own);
    const item = only === null ? undefined : this.#message(only.type);
    const isItem = items.fields.some((field) => fieldFor(field.name, own.fields) !== undefined);
    if (only !== null && item !== undefined && !isItem) {
      return this.#list(own.name, only, { kind: 'message', message: this.#record(items, item, '[]') });
    }
    const field = { name: 'items', number: 1, packed: true };
    return this.#list(name, field, { kind: 'message', message: this.#record(items, own, '[]') });
  }

  #list(name: string, field: Pick<OwnField, 'name' | 'number' | 'packed'>, type: ProtoType): ListMessage {
    const { name: fieldName, number, packed } = field;
    const items: ProtoField = { name: fieldName, number, type, rule: 'repeated', packed, comment: null };
    const list: ListMessage = { shape: 'list', name: this.#names.take(lastPart(name)), items };
    this.#messages.push(list);
    return list;
  }

  /** A message that is one oneof: each kind of value takes the first field that suits it. */
  #union(branches: readonly TypeSpec[], own: OwnMessage, path: string): UnionMessage | string {
    const left = [...own.fields];
    const branchFields = branches.map((type) => {
      if (type.kind === 'null' || type.kind === 'never') return { type, field: null };
      const at = left.findIndex((field) => suits(type, field, this.#own));
      if (at === -1) return null;
      const [chosen] = left.splice(at, 1);
      const its = this.#valueType(type, chosen!, path);
      if (typeof its === 'string') return null;
      const { name, number, packed } = chosen!;
      const field: ProtoField = { name, number, type: its, rule: 'presence', packed, comment: null };
      return { type, field };
    });
    const known = branchFields.filter((branch) => branch !== null);
    if (known.length < branchFields.length) return `has values of more kinds than ${own.name}`;
    const union: UnionMessage = {
      shape: 'union',
      name: this.#names.take(lastPart(own.name)),
      branches: known,
    };
    this.#messages.push(union);
    return union;
  }

  #message(name: string): OwnMessage {
    return this.#own.messages.find((message) => message.name === name)!;
  }

  #record(type: RecordType, own: OwnMessage, path: string): RecordMessage {
    const usedFields = new Set<OwnField>();
    const members = type.fields.map((field) => {
      const ownField = fieldFor(field.name, own.fields);
      if (ownField !== undefined) usedFields.add(ownField);
      return this.#member(field, ownField, `${path}.${field.name}`.replace(/^\./, ''), own);
    });
    for (const field of own.fields) {
      const missing = field.required && !usedFields.has(field);
      if (missing) this.problems.push(`${own.name}.${field.name} is required and the data do not have it`);
    }
    // One message of the file may stand for records of several shapes.
    const name = this.#names.take(lastPart(own.name));
    const message: RecordMessage = { shape: 'record', name, members };
    this.#messages.push(message);
    return message;
  }

  #member(field: Field, own: OwnField | undefined, path: string, message: OwnMessage): Member {
    const rest = branchesBesideNull(field.type).filter(({ kind }) => kind !== 'never');
    const nullable = mayBeNull(field.type);
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
    if (absent !== 'default' && own.required) return refuse(`may be absent, and ${message.name} requires it`);
    const only: TypeSpec = rest.length === 1 ? rest[0]! : { kind: 'union', branches: rest };
    const type = this.#fieldType(only, own, path, absent !== 'default');
    if (typeof type === 'string') return refuse(type);
    if (own.name !== field.name) this.#renamed.set(field.name, own.name);
    const { name, number, packed } = own;
    const rule: Rule = own.rule === 'implicit' && type.kind === 'message' ? 'presence' : own.rule;
    return { ...nothing, field: { name, number, type, rule, packed, comment: null } };
  }

  /** A sentence where it does not fit. */
  #fieldType(type: TypeSpec, own: OwnField, path: string, mayBeAbsent: boolean): ProtoType | string {
    if (own.rule === 'repeated') {
      if (type.kind !== 'array') return 'is no array and its field repeated';
      if (mayBeAbsent && type.mayBeEmpty) {
        return 'is empty here and absent there, which is the same in a message';
      }
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
        return ownScalarFor(type, own.type) ?? sayUnfitWhole(type, own);
      case 'double':
        if (own.type === 'double' || own.type === 'float') return { kind: 'scalar', scalar: own.type };
        return type.whole === undefined
          ? unfit
          : (ownScalarFor(type.whole, own.type) ?? sayUnfitWhole(type.whole, own));
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
      case 'array': {
        const message = this.#message(own.type);
        const items = message === undefined ? null : onlyListField(message);
        if (items === null) return 'is an array and its field not repeated';
        const its = this.#valueType(type.items, items, `${path}[]`);
        return typeof its === 'string' ? its : { kind: 'message', message: this.#list(own.type, items, its) };
      }
      case 'union': {
        const message = this.#message(own.type);
        if (message === undefined || !isOneof(message)) return 'has values of several kinds';
        const its = this.#union(type.branches, message, path);
        return typeof its === 'string' ? its : { kind: 'message', message: its };
      }
      default:
        return unfit;
    }
  }

  #enumType({ enum: seen }: StringType, own: OwnEnum): ProtoType {
    const known = this.#enums.get(own);
    if (known !== undefined) return { kind: 'enum', enumeration: known };
    const texts = enumTextsInData(own, seen ?? []);
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

/** The field of a message that is a list and nothing else. */
function onlyListField({ fields }: OwnMessage): OwnField | null {
  const [only] = fields;
  return fields.length === 1 && only!.rule === 'repeated' ? only! : null;
}

function isOneof({ fields }: OwnMessage): boolean {
  return fields.length > 0 && fields.every(({ oneof }) => oneof !== null && oneof === fields[0]!.oneof);
}

/** By kind alone: whether the values fit is another question. */
function suits(type: TypeSpec, field: OwnField, { messages, enums }: OwnProto): boolean {
  const message = messages.find(({ name }) => name === field.type);
  switch (type.kind) {
    case 'boolean':
      return field.type === 'bool';
    case 'string':
      return field.type === 'string' || enums.some(({ name }) => name === field.type);
    case 'array':
      return message !== undefined && onlyListField(message) !== null;
    case 'record':
      return message !== undefined && type.fields.every(({ name }) => fieldFor(name, message.fields));
    case 'integer':
      return ownScalarFor(type, field.type) !== null;
    case 'double':
      return (
        field.type === 'double' || (type.whole !== undefined && ownScalarFor(type.whole, field.type) !== null)
      );
    default:
      return field.type === 'double';
  }
}

function sayUnfitWhole({ min, max }: { min: number; max: number }, { type }: OwnField): string {
  return `is whole, ${min} to ${max}, and its field ${type}`;
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

function kindInWords({ kind }: TypeSpec): string {
  return kind === 'array' || kind === 'integer' ? `an ${kind}` : kind === 'null' ? 'null' : `a ${kind}`;
}

function messageDepth(message: ProtoMessage): number {
  const depths = writtenFields(message).map(({ type }: ProtoField) =>
    type.kind === 'message' ? messageDepth(type.message) : 0,
  );
  return 1 + Math.max(0, ...depths);
}
