// Protobuf by protobufjs: the .proto file, and functions that make its messages of the data and back. What a
// message cannot hold as it is (a name that is no identifier, null, a value of several kinds, a list of
// lists) is changed by them as the encoders that were measured change it.

import type { DataSchema } from '../../../data/schema.ts';
import { planProtoFile } from '../../../formats/protobuf/mapping.ts';
import type {
  Member,
  ProtoEnum,
  ProtoField,
  ProtoFile,
  ProtoMessage,
  UnionMessage,
} from '../../../formats/protobuf/proto-file.ts';
import { writeProto } from '../../../formats/protobuf/proto-text.ts';
import {
  access,
  kindTest,
  mapped,
  mappedValues,
  objectFunction,
  propertyName,
  quoted,
} from './javascript.ts';
import type { NoSnippet, Recipe } from './snippet.ts';

export interface ProtobufCode {
  /** The .proto file. */
  readonly proto: string;
  /** The message of all the data. */
  readonly root: string;
  /** JavaScript: tables and functions, those that others call first. */
  readonly toMessages: readonly string[];
  readonly fromMessages: readonly string[];
  /** Whether whole numbers may come as objects, if nobody asks for numbers. */
  readonly hasLongs: boolean;
  /** An expression that makes the root message of `data`, or the data of `message`. */
  readonly toMessage: string;
  readonly fromMessage: string;
}

/** Messages within messages beyond which libraries refuse to read. */
export const DEEPEST = 100;

/** null where the data have what these functions do not change. */
export function protobufCode(schema: DataSchema | null): ProtobufCode | null {
  if (schema === null) return null;
  const file = planProtoFile(schema);
  if (!isWritable(file)) return null;
  const { root, messages, enums } = file;
  const proto = writeProto(schema);
  return {
    proto,
    root: root.name,
    hasLongs: /\b(u?int|sint|s?fixed)64\b/.test(withoutComments(proto)),
    toMessages: [
      ...(enums.length > 0 ? KNOWN : []),
      ...enums.map((each) => `const ${numbersOf(each)} = ${numbersLiteral(each)};`),
      ...messages.map((message) => `const to${message.name} = ${toCode(message)};`),
    ],
    fromMessages: [
      ...(enums.length > 0 ? KNOWN : []),
      ...enums.map((each) => `const ${textsOf(each)} = ${textsLiteral(each)};`),
      ...messages.map((message) => `const from${message.name} = ${fromCode(message)};`),
    ],
    toMessage: `to${root.name}(data)`,
    fromMessage: `from${root.name}(message)`,
  };
}

/** A text that the enum lacks would be read as its first one. */
const KNOWN = [
  'const known = (table, key) => {',
  '  if (Object.hasOwn(table, key)) return table[key];',
  "  throw new RangeError(JSON.stringify(key) + ' is in no enum of the .proto file');",
  '};',
];

/** What the .proto file rests on. */
export const OF_THESE_DATA =
  'the .proto file is of the data that were measured: widen it where yours hold other texts, larger numbers or more';

/** Why there is no snippet of Protobuf for this page or server. */
export function noProtobuf({ codec, schema }: Recipe, server: string | null): NoSnippet {
  return {
    why:
      codec === 'protobufjs' || (server !== null && !BY_PROTOBUFJS.includes(server))
        ? `no snippet is tried of data ${schema === null ? 'whose schema the record does not hold' : 'like these: nested that deep, or named as what every object has'}`
        : `${codec} takes code that protoc-gen-es makes of the .proto file (wirefare schema prints it): no snippet of that is tried here`,
  };
}

const BY_PROTOBUFJS: readonly string[] = ['Express', 'Fastify'];

/**
 * Libraries see the .proto file without what it says to people, so that it can stand between quotes of code.
 */
export function withoutComments(proto: string): string {
  return proto.replaceAll(/ \/\/.*$/gm, '').trimEnd();
}

function isWritable({ messages, enums, depth }: ProtoFile): boolean {
  return (
    depth < DEEPEST &&
    enums.every(({ values }) => values.every(({ text }) => text !== '__proto__')) &&
    messages.every((message) => {
      if (!/^[A-Za-z]\w*$/.test(message.name)) return false;
      // Objects seem to have such a property where they do not.
      if (message.shape === 'record') return message.members.every(({ key }) => !(key in Object.prototype));
      if (message.shape !== 'union') return true;
      const kinds = message.branches.map(({ type }) => kindTest(type, 'value'));
      return new Set(kinds).size === kinds.length;
    })
  );
}

// To messages. protobufjs leaves out what is undefined.

function toCode(message: ProtoMessage): string {
  switch (message.shape) {
    case 'record':
      return objectFunction('record', message.members.flatMap(toProperties));
    case 'list':
      return objectFunction(
        'items',
        message.items === null ? [] : [`items: ${toField(message.items, 'items')}`],
      );
    case 'map':
      return objectFunction('map', [`entries: ${toField(message.entries, 'map')}`]);
    case 'union':
      return toUnion(message);
  }
}

function toProperties({ key, field, nullField, absent }: Member): readonly string[] {
  const value = access('record', key);
  const isPlain = field !== null && toEach(field, 'each') === 'each';
  const present = field === null ? null : toField(field, value);
  const guarded =
    present === null || isPlain || absent === 'default'
      ? present
      : `${value} == null ? undefined : ${present}`;
  return [
    ...(field === null ? [] : [`${field.name}: ${guarded}`]),
    ...(nullField === null ? [] : [`${nullField.name}: ${value} === null ? 0 : undefined`]),
  ];
}

function toUnion({ branches }: UnionMessage): string {
  const cases = branches.flatMap(({ type, field }) =>
    field === null
      ? []
      : [`  if (${kindTest(type, 'value')}) return { ${field.name}: ${toField(field, 'value')} };`],
  );
  return ['(value) => {', ...cases, '  return {};', '}'].join('\n');
}

/** Of a value that is there. */
function toField(field: ProtoField, value: string): string {
  return eachOf(
    field,
    value,
    toEach(field, field.rule === 'repeated' || field.rule === 'map' ? 'each' : value),
  );
}

function toEach({ type }: ProtoField, value: string): string {
  if (type.kind === 'enum') return `known(${numbersOf(type.enumeration)}, ${value})`;
  if (type.kind === 'null') return '0';
  return type.kind === 'message' ? `to${type.message.name}(${value})` : value;
}

// From messages. What was not sent is no own property, and its default is that of the class.

function fromCode(message: ProtoMessage): string {
  switch (message.shape) {
    case 'record':
      return objectFunction('message', message.members.map(fromProperty));
    case 'list':
      return `(message) => ${message.items === null ? '[]' : fromField(message.items)}`;
    case 'map':
      return `(message) => ${fromField(message.entries)}`;
    case 'union':
      return `(message) => ${fromUnion(message)}`;
  }
}

function fromProperty({ key, field, nullField, absent }: Member): string {
  const name = propertyName(key);
  const value = field === null ? 'null' : fromField(field);
  const ifThere = (there: string, other: string) =>
    field === null ? 'null' : `${thereTest(field)} ${there} ${other}`;
  switch (absent) {
    case 'default':
      return `${name}: ${value}`;
    case 'null':
      return `${name}: ${ifThere(`? ${value}`, ': null')}`;
    case 'array':
      return `${name}: []`;
    case 'record':
      return `${name}: {}`;
    case 'missing': {
      const own = ifThere('&&', `{ ${name}: ${value} }`);
      return nullField === null ? `...(${own})` : `...(${thereTest(nullField)} ? { ${name}: null } : ${own})`;
    }
  }
}

function fromUnion({ branches }: UnionMessage): string {
  const cases = branches.flatMap(({ field }) =>
    field === null ? [] : [`${thereTest(field)} ? ${fromField(field)} : `],
  );
  return `${cases.join('')}null`;
}

function fromField(field: ProtoField): string {
  const value = `message.${field.name}`;
  return eachOf(
    field,
    value,
    fromEach(field, field.rule === 'repeated' || field.rule === 'map' ? 'each' : value),
  );
}

function fromEach({ type }: ProtoField, value: string): string {
  if (type.kind === 'enum') return `known(${textsOf(type.enumeration)}, ${value})`;
  if (type.kind === 'null') return 'null';
  return type.kind === 'message' ? `from${type.message.name}(${value})` : value;
}

function thereTest({ name, rule }: ProtoField): string {
  return rule === 'repeated' ? `message.${name}.length > 0` : `Object.hasOwn(message, '${name}')`;
}

// Both ways.

/** `each`: what becomes of `each` one of several, or of the value where it is one. */
function eachOf({ rule }: ProtoField, value: string, each: string): string {
  if (rule === 'repeated') return mapped(value, each);
  return rule === 'map' ? mappedValues(value, each) : each;
}

function numbersOf({ name }: ProtoEnum): string {
  return `${name}Numbers`;
}

function textsOf({ name }: ProtoEnum): string {
  return `${name}Texts`;
}

function numbersLiteral({ values }: ProtoEnum): string {
  return `{ ${values.map(({ text, number }) => `${propertyName(text)}: ${number}`).join(', ')} }`;
}

function textsLiteral({ values }: ProtoEnum): string {
  return `{ ${values.map(({ text, number }) => `${number}: ${quoted(text)}`).join(', ')} }`;
}
