// Protobuf in Java without code that protoc has made: methods that write the messages of the .proto file by
// the stream that such code writes to. Data are as Jackson reads them where nobody says as what.

import { planProtoFile } from '../../../formats/protobuf/mapping.ts';
import {
  type Member,
  type ProtoEnum,
  type ProtoField,
  type ProtoFile,
  type ProtoMessage,
  type ProtoType,
  writtenFields,
} from '../../../formats/protobuf/proto-file.ts';
import { writeProto } from '../../../formats/protobuf/proto-text.ts';
import { DEEPEST } from './protobuf.ts';
import type { Recipe, SnippetFile } from './snippet.ts';

export interface ProtobufInJava {
  readonly imports: readonly string[];
  /** Of the class. */
  readonly members: readonly string[];
  /** An expression that makes the body of `data`. */
  readonly body: string;
  readonly proto: SnippetFile;
}

/** null where the data have what these methods do not write. */
export function protobufInJava({ name, schema }: Pick<Recipe, 'name' | 'schema'>): ProtobufInJava | null {
  if (schema === null) return null;
  const file = planProtoFile(schema);
  if (!isWritable(file)) return null;
  const { root, messages, enums } = file;
  return {
    imports: [
      ...['com.google.protobuf.CodedOutputStream', 'java.io.ByteArrayOutputStream', 'java.io.IOException'],
      ...['java.util.List', 'java.util.Map'],
    ],
    members: [
      ...(enums.length === 0
        ? []
        : ['// The enums of the .proto file.', ...enums.map(tableOf), '', ...KNOWN]),
      ...WRITTEN,
      ...messages.flatMap((message) => [...methodOf(message), '']),
    ],
    body: `${bytesOf(root)}(data)`,
    proto: { name: `${name}.proto`, language: 'proto', code: writeProto(schema) },
  };
}

const KNOWN = [
  'private static int known(Map<String, Integer> numbers, Object text) {',
  '    var number = numbers.get((String) text);',
  '    if (number == null) {',
  '        throw new IllegalArgumentException(text + " is in no enum of the .proto file");',
  '    }',
  '    return number;',
  '}',
  '',
];

const WRITTEN = [
  'private interface Writing {',
  '    void to(CodedOutputStream out) throws IOException;',
  '}',
  '',
  'private static byte[] written(Writing writing) throws IOException {',
  '    var bytes = new ByteArrayOutputStream();',
  '    var out = CodedOutputStream.newInstance(bytes);',
  '    writing.to(out);',
  '    out.flush();',
  '    return bytes.toByteArray();',
  '}',
  '',
];

function isWritable({ messages, depth }: ProtoFile): boolean {
  return (
    depth < DEEPEST &&
    messages.every(
      (message) =>
        /^[A-Za-z]\w*$/.test(message.name) &&
        writtenFields(message).every(({ type }) => type.kind !== 'scalar' || type.scalar in SCALARS),
    )
  );
}

function methodOf(message: ProtoMessage): readonly string[] {
  const inside = linesOf(message);
  const head = `private static byte[] ${bytesOf(message)}(Object value) throws IOException {`;
  if (inside.length === 0) return [head, '    return new byte[0];', '}'];
  return [
    head,
    ...(message.shape === 'record' ? ['    var record = (Map<?, ?>) value;'] : []),
    '    return written(out -> {',
    ...inside.map((line) => `        ${line}`),
    '    });',
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
    case 'union':
      return message.branches.flatMap(({ type, field }) =>
        field === null ? [] : onlyIf(`value instanceof ${JAVA_TYPES[type.kind]}`, fieldLines(field, 'value')),
      );
  }
}

/** As Jackson reads them. */
const JAVA_TYPES: Readonly<Record<string, string>> = {
  boolean: 'Boolean',
  integer: 'Number',
  double: 'Number',
  string: 'String',
  array: 'List',
  map: 'Map',
  record: 'Map',
};

function memberLines({ key, field, nullField, absent }: Member): readonly string[] {
  // As JSON has it, so that nothing of a name ends the text; Java reads its escapes alike.
  const name = JSON.stringify(key);
  const value = `record.get(${name})`;
  const lines = field === null ? [] : fieldLines(field, value);
  return [
    ...(field === null || absent === 'default' ? lines : onlyIf(`${value} != null`, lines)),
    ...(nullField === null
      ? []
      : onlyIf(`record.containsKey(${name}) && ${value} == null`, [
          `out.writeEnum(${nullField.number}, 0);`,
        ])),
  ];
}

/** Of a value that is there. */
function fieldLines(field: ProtoField, value: string): readonly string[] {
  const { rule, type, number, packed } = field;
  switch (rule) {
    case 'presence':
      return [put('out', number, wireOf(type, value))];
    case 'implicit':
      return onlyIf(otherThanDefault(type, value), [put('out', number, wireOf(type, value))]);
    case 'map':
      return [
        `for (var entry : ((Map<?, ?>) ${value}).entrySet()) {`,
        `    out.writeByteArray(${number}, written(pair -> {`,
        '        pair.writeString(1, (String) entry.getKey());',
        `        ${put('pair', 2, wireOf(type, 'entry.getValue()'))}`,
        '    }));',
        '}',
      ];
    case 'repeated': {
      const each = wireOf(type, 'each');
      const list = `(List<?>) ${value}`;
      if (!packed || each.kind === 'String' || each.kind === 'ByteArray')
        return [`for (var each : ${list}) {`, `    ${put('out', number, each)}`, '}'];
      return onlyIf(`!(${list}).isEmpty()`, [
        `out.writeByteArray(${number}, written(items -> {`,
        `    for (var each : ${list}) {`,
        `        items.write${each.kind}NoTag(${each.value});`,
        '    }',
        '}));',
      ]);
    }
  }
}

function onlyIf(condition: string, lines: readonly string[]): readonly string[] {
  return [`if (${condition}) {`, ...lines.map((line) => `    ${line}`), '}'];
}

/** The method of the stream, and an expression of Java for the value. */
interface Wire {
  readonly kind: string;
  readonly value: string;
}

function put(into: string, number: number, { kind, value }: Wire): string {
  return `${into}.write${kind}(${number}, ${value});`;
}

function wireOf(type: ProtoType, value: string): Wire {
  switch (type.kind) {
    case 'enum':
      return { kind: 'Enum', value: `known(${numbersOf(type.enumeration)}, ${value})` };
    case 'null':
      return { kind: 'Enum', value: '0' };
    case 'message':
      return { kind: 'ByteArray', value: `${bytesOf(type.message)}(${value})` };
    case 'scalar':
      return SCALARS[type.scalar]!(value);
  }
}

const whole = (value: string) => `((Number) ${value}).longValue()`;
/** Throws where it is larger, instead of becoming another number. */
const ofFourBytes = (value: string) => `Math.toIntExact(${whole(value)})`;

/** Those that data lead to; a .proto file of one's own may have others. */
const SCALARS: Readonly<Record<string, (value: string) => Wire>> = {
  bool: (value) => ({ kind: 'Bool', value: `(Boolean) ${value}` }),
  double: (value) => ({ kind: 'Double', value: `((Number) ${value}).doubleValue()` }),
  string: (value) => ({ kind: 'String', value: `(String) ${value}` }),
  int32: (value) => ({ kind: 'Int32', value: ofFourBytes(value) }),
  sint32: (value) => ({ kind: 'SInt32', value: ofFourBytes(value) }),
  int64: (value) => ({ kind: 'Int64', value: whole(value) }),
  sint64: (value) => ({ kind: 'SInt64', value: whole(value) }),
};

function otherThanDefault(type: ProtoType, value: string): string {
  const wire = wireOf(type, value);
  switch (wire.kind) {
    case 'Bool':
      return wire.value;
    case 'String':
      return `!((String) ${value}).isEmpty()`;
    case 'Double':
      // By its bits: minus nought is another number.
      return `Double.doubleToRawLongBits(${wire.value}) != 0`;
    default:
      return `${wire.value} != 0`;
  }
}

function bytesOf({ name }: { readonly name: string }): string {
  return `bytesOf${name}`;
}

function numbersOf({ name }: ProtoEnum): string {
  return `NUMBERS_OF_${name}`;
}

function tableOf(enumeration: ProtoEnum): string {
  const entries = enumeration.values.map(
    ({ text, number }) => `Map.entry(${JSON.stringify(text)}, ${number})`,
  );
  return `private static final Map<String, Integer> ${numbersOf(enumeration)} = Map.ofEntries(${entries.join(', ')});`;
}
