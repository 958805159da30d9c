// Protobuf in Go without code that protoc has made: functions that write the messages of the .proto file by
// the package that Go's Protobuf is made of. Data are as encoding/json reads them.

import { planProtoFile } from '../../../formats/protobuf/mapping.ts';
import {
  type Member,
  NULL_VALUE,
  type ProtoEnum,
  type ProtoField,
  type ProtoFile,
  type ProtoMessage,
  type ProtoType,
  writtenFields,
} from '../../../formats/protobuf/proto-file.ts';
import { writeProto } from '../../../formats/protobuf/proto-text.ts';
import { type GoPart, goText } from './go-code.ts';
import { DEEPEST, OF_THESE_DATA } from './protobuf.ts';
import type { Recipe } from './snippet.ts';

/** null where the data have what these functions do not write. */
export function protobufInGo({ name, schema }: Pick<Recipe, 'name' | 'schema'>): GoPart | null {
  if (schema === null) return null;
  const file = planProtoFile(schema);
  if (!isWritable(file)) return null;
  const messages = file.messages.flatMap((message) => [...functionOf(message), '']);
  const enums = file.enums.map(tableOf);
  const body = messages.join('\n');
  const used = HELPERS.filter(({ name: helper }) => body.includes(`${helper}(`));
  return {
    imports: [
      ...['fmt', 'google.golang.org/protobuf/encoding/protowire'],
      ...(file.messages.some(hasDoubles) ? ['math'] : []),
    ],
    code: [
      ...(enums.length === 0 ? [] : ['// The enums of the .proto file.', ...enums, '']),
      ...encodeFunction(file),
      ...messages,
      // What a packed list calls itself.
      ...withTheirOwn(used).flatMap(({ code }) => [...code, '']),
    ],
    files: [{ name: `${name}.proto`, language: 'proto', code: writeProto(schema) }],
    notes: [
      'this writes the messages of the .proto file without code of protoc: where you have structs of protoc-gen-go, fill those, and proto.Marshal writes the same',
      OF_THESE_DATA,
    ],
  };
}

function hasDoubles(message: ProtoMessage): boolean {
  return writtenFields(message).some(({ type }) => type.kind === 'scalar' && type.scalar === 'double');
}

function isWritable({ messages, enums, depth }: ProtoFile): boolean {
  return (
    depth < DEEPEST &&
    // A .proto file of one's own may have others.
    enums.every(({ values }) => values.every(({ number }) => number >= 0)) &&
    messages.every(
      (message) =>
        /^[A-Za-z]\w*$/.test(message.name) &&
        writtenFields(message).every(({ type }) => type.kind !== 'scalar' || isKnown(type)),
    )
  );
}

function encodeFunction({ root }: ProtoFile): readonly string[] {
  return [
    'func encode(data any) (body []byte, err error) {',
    '\t// What the .proto file has no place for is told, instead of becoming something else.',
    '\tdefer func() {',
    '\t\tif fault := recover(); fault != nil {',
    '\t\t\terr = fmt.Errorf("not as the .proto file says: %v", fault)',
    '\t\t}',
    '\t}()',
    `\treturn ${bytesOf(root)}(data), nil`,
    '}',
    '',
  ];
}

function functionOf(message: ProtoMessage): readonly string[] {
  const inside = linesOf(message);
  if (inside.length === 0) return [`func ${bytesOf(message)}(any) []byte { return nil }`];
  return [
    `func ${bytesOf(message)}(value any) []byte {`,
    ...(message.shape === 'record' ? ['\trecord := value.(map[string]any)'] : []),
    '\tvar out []byte',
    ...inside.map((line) => `\t${line}`),
    '\treturn out',
    '}',
  ];
}

function linesOf(message: ProtoMessage): readonly string[] {
  switch (message.shape) {
    case 'record':
      return message.members.flatMap(memberLines);
    case 'list':
      return message.items === null ? [] : fieldLines(message.items, 'value');
    case 'map':
      return fieldLines(message.entries, 'value');
    case 'union': {
      const cases = message.branches.flatMap(({ type, field }) =>
        field === null ? [] : [`case ${GO_TYPES[type.kind]}:`, ...indented(fieldLines(field, 'value'))],
      );
      return cases.length === 0 ? [] : ['switch value.(type) {', ...cases, '}'];
    }
  }
}

/** As encoding/json reads them. */
const GO_TYPES: Readonly<Record<string, string>> = {
  boolean: 'bool',
  integer: 'float64',
  double: 'float64',
  string: 'string',
  array: '[]any',
  map: 'map[string]any',
  record: 'map[string]any',
};

function memberLines({ key, field, nullField, absent }: Member): readonly string[] {
  const value = `record[${goText(key)}]`;
  const isAlways = absent === 'default';
  const written = field === null ? [] : fieldLines(field, isAlways ? value : 'own');
  return [
    ...(isAlways || field === null
      ? written
      : [`if own := ${value}; own != nil {`, ...indented(written), '}']),
    ...(nullField === null
      ? []
      : [
          `if own, has := ${value}; has && own == nil {`,
          `\tout = putVarint(out, ${nullField.number}, 0) // ${NULL_VALUE}`,
          '}',
        ]),
  ];
}

/** Of a value that is there. */
function fieldLines(field: ProtoField, value: string): readonly string[] {
  const { rule, type, number, packed } = field;
  switch (rule) {
    case 'presence':
      return [put('out', number, wireOf(type, value))];
    case 'implicit':
      return [`if ${isOtherThanDefault(type, value)} {`, `\t${put('out', number, wireOf(type, value))}`, '}'];
    case 'map': {
      const wire = wireOf(type, 'each');
      return [
        // A variable that nothing asks for is a mistake to Go.
        `for key${type.kind === 'null' ? '' : ', each'} := range ${value}.(map[string]any) {`,
        '\tentry := putBytes(nil, 1, []byte(key))',
        `\t${put('entry', 2, wire)}`,
        `\tout = putBytes(out, ${number}, entry)`,
        '}',
      ];
    }
    case 'repeated': {
      const wire = wireOf(type, 'each');
      if (packed && wire.kind !== 'Bytes')
        return [
          `out = putPacked(out, ${number}, ${value}, func(items []byte, each any) []byte {`,
          `\treturn protowire.Append${wire.kind}(items, ${wire.value})`,
          '})',
        ];
      return [
        `for ${type.kind === 'null' ? '' : '_, each := '}range ${value}.([]any) {`,
        `\t${put('out', number, wire)}`,
        '}',
      ];
    }
  }
}

/** How a value goes on the wire, and an expression of Go for it. */
interface Wire {
  readonly kind: 'Varint' | 'Fixed64' | 'Bytes';
  readonly value: string;
}

function put(into: string, number: number, { kind, value }: Wire): string {
  return `${into} = put${kind}(${into}, ${number}, ${value})`;
}

function wireOf(type: ProtoType, value: string): Wire {
  switch (type.kind) {
    case 'enum':
      return { kind: 'Varint', value: `known(${numbersOf(type.enumeration)}, ${value})` };
    case 'null':
      return { kind: 'Varint', value: '0' };
    case 'message':
      return { kind: 'Bytes', value: `${bytesOf(type.message)}(${value})` };
    case 'scalar':
      return SCALARS[type.scalar]!(value);
  }
}

const signed = (value: string): Wire => ({ kind: 'Varint', value: `uint64(int64(${value}.(float64)))` });
const unsigned = (value: string): Wire => ({ kind: 'Varint', value: `uint64(${value}.(float64))` });
const zigZag = (value: string): Wire => ({
  kind: 'Varint',
  value: `protowire.EncodeZigZag(int64(${value}.(float64)))`,
});

/** Those that data lead to, and some more of a .proto file of one's own. */
const SCALARS: Readonly<Record<string, (value: string) => Wire>> = {
  bool: (value) => ({ kind: 'Varint', value: `protowire.EncodeBool(${value}.(bool))` }),
  double: (value) => ({ kind: 'Fixed64', value: `math.Float64bits(${value}.(float64))` }),
  string: (value) => ({ kind: 'Bytes', value: `[]byte(${value}.(string))` }),
  int32: signed,
  int64: signed,
  uint32: unsigned,
  uint64: unsigned,
  sint32: zigZag,
  sint64: zigZag,
};

function isKnown({ scalar }: Extract<ProtoType, { kind: 'scalar' }>): boolean {
  return scalar in SCALARS;
}

function isOtherThanDefault(type: ProtoType, value: string): string {
  if (type.kind !== 'scalar') return `${wireOf(type, value).value} != 0`;
  switch (type.scalar) {
    case 'bool':
      return `${value}.(bool)`;
    case 'string':
      return `${value}.(string) != ""`;
    case 'double':
      // By its bits: minus nought is another number.
      return `${wireOf(type, value).value} != 0`;
    default:
      return `${value}.(float64) != 0`;
  }
}

interface Helper {
  readonly name: string;
  readonly code: readonly string[];
}

const HELPERS: readonly Helper[] = [
  {
    name: 'known',
    code: [
      'func known(numbers map[string]uint64, text any) uint64 {',
      '\tnumber, has := numbers[text.(string)]',
      '\tif !has {',
      '\t\tpanic(fmt.Sprintf("%q is in no enum", text))',
      '\t}',
      '\treturn number',
      '}',
    ],
  },
  {
    name: 'putPacked',
    code: [
      'func putPacked(out []byte, number protowire.Number, list any, put func(items []byte, each any) []byte) []byte {',
      '\tvar items []byte',
      '\tfor _, each := range list.([]any) {',
      '\t\titems = put(items, each)',
      '\t}',
      '\tif len(items) == 0 {',
      '\t\treturn out',
      '\t}',
      '\treturn putBytes(out, number, items)',
      '}',
    ],
  },
  putter('Varint', 'uint64'),
  putter('Fixed64', 'uint64'),
  putter('Bytes', '[]byte'),
];

function putter(kind: Wire['kind'], type: string): Helper {
  return {
    name: `put${kind}`,
    code: [
      `func put${kind}(out []byte, number protowire.Number, value ${type}) []byte {`,
      `\treturn protowire.Append${kind}(protowire.AppendTag(out, number, protowire.${kind}Type), value)`,
      '}',
    ],
  };
}

function withTheirOwn(used: readonly Helper[]): readonly Helper[] {
  const called = used.flatMap(({ code }) =>
    HELPERS.filter(({ name }) => code.join('\n').includes(`${name}(`)),
  );
  return HELPERS.filter((helper) => used.includes(helper) || called.includes(helper));
}

function bytesOf({ name }: { readonly name: string }): string {
  return `bytesOf${name}`;
}

function numbersOf({ name }: ProtoEnum): string {
  return `numbersOf${name}`;
}

function tableOf(enumeration: ProtoEnum): string {
  const values = enumeration.values.map(({ text, number }) => `${goText(text)}: ${number}`);
  return `var ${numbersOf(enumeration)} = map[string]uint64{${values.join(', ')}}`;
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `\t${line}`);
}
