// Protobuf in Python by the classes that protoc makes of the .proto file, which take dicts: functions that
// make those of the data, as json reads them.

import { planProtoFile } from '../../../../formats/protobuf/mapping.ts';
import type { Member, ProtoField, ProtoFile, ProtoMessage } from '../../../../formats/protobuf/proto-file.ts';
import { writeProto } from '../../../../formats/protobuf/proto-text.ts';
import { DEEPEST, OF_THESE_DATA } from '../protobuf.ts';
import type { Recipe } from '../snippet.ts';
import {
  access,
  definition,
  dict,
  functionNames,
  kindTest,
  mapped,
  mappedValues,
  type PythonBody,
  pythonText,
} from './code.ts';

/** null where the data have what these functions do not change. */
export function protobufInPython({ name, schema }: Pick<Recipe, 'name' | 'schema'>): PythonBody | null {
  if (schema === null) return null;
  const file = planProtoFile(schema);
  if (!isWritable(file)) return null;
  // What begins with a digit is no module.
  const stem = /^\d/.test(name) ? `data-${name}` : name;
  const module = `${stem.replaceAll('-', '_')}_pb2`;
  const made = new Messages();
  const tables = file.enums.map(({ name: enumName, values }) => {
    const entries = values.map(({ text, number }) => `${pythonText(text)}: ${number}`);
    return `${made.numbersOf(enumName)} = {${entries.join(', ')}}`;
  });
  return {
    packages: ['protobuf', 'grpcio-tools'],
    beside: [`import ${module}`],
    setup: [
      ...(tables.length === 0 ? [] : ['# The enums of the .proto file.', ...tables, '']),
      '',
      ...file.messages.map((message) => made.definitionOf(message)),
    ],
    body: `${module}.${file.root.name}(**${made.call(file.root, 'DATA')}).SerializeToString()`,
    files: [{ name: `${stem}.proto`, language: 'proto', code: writeProto(schema) }],
    commands: [`python -m grpc_tools.protoc --proto_path=. --python_out=. ${stem}.proto`],
    notes: [OF_THESE_DATA],
  };
}

/** Names that a module cannot give away by a dot. */
const KEYWORDS = ['None', 'True', 'False'];

function isWritable({ root, messages, depth }: ProtoFile): boolean {
  return (
    depth < DEEPEST &&
    /^[A-Za-z]\w*$/.test(root.name) &&
    !KEYWORDS.includes(root.name) &&
    messages.every((message) => {
      if (message.shape !== 'union') return true;
      const kinds = message.branches.map(({ type }) => kindTest(type, 'value'));
      return new Set(kinds).size === kinds.length;
    })
  );
}

class Messages {
  readonly #functionOf = functionNames('to');
  readonly #tableOf = functionNames('numbers_of');

  numbersOf(enumName: string): string {
    return this.#tableOf(enumName).toUpperCase();
  }

  call({ name }: ProtoMessage, value: string): string {
    return `${this.#functionOf(name)}(${value})`;
  }

  definitionOf(message: ProtoMessage): string {
    const name = this.#functionOf(message.name);
    switch (message.shape) {
      case 'record':
        return definition(name, 'record', 'dict', dict(message.members.flatMap((each) => this.#of(each))));
      case 'list': {
        const { items } = message;
        return definition(name, 'items', 'list', dict(items === null ? [] : [this.#entry(items, 'items')]));
      }
      case 'map':
        return definition(name, 'values', 'dict', dict([this.#entry(message.entries, 'values')]));
      case 'union': {
        const cases = message.branches.flatMap(({ type, field }) =>
          field === null
            ? []
            : [`    if ${kindTest(type, 'value')}:`, `        return {${this.#entry(field, 'value')}}`],
        );
        return [`def ${name}(value: object) -> dict:`, ...cases, '    return {}', '', ''].join('\n');
      }
    }
  }

  /** What is None is not written. */
  #of({ key, field, nullField, absent }: Member): readonly string[] {
    const own = access('record', key);
    const got = absent === 'missing' ? `record.get(${pythonText(key)})` : own;
    const made = field === null ? null : this.#value(field, own);
    const isSafe = absent === 'default' || made === own;
    return [
      ...(field === null
        ? []
        : [
            `"${field.name}": ${isSafe && made === own ? got : isSafe ? made : `None if ${got} is None else ${made}`}`,
          ]),
      ...(nullField === null
        ? []
        : [`"${nullField.name}": 0 if record.get(${pythonText(key)}, 0) is None else None`]),
    ];
  }

  #entry(field: ProtoField, value: string): string {
    return `"${field.name}": ${this.#value(field, value)}`;
  }

  /** Of a value that is there. */
  #value(field: ProtoField, value: string): string {
    if (field.rule === 'repeated') return mapped(value, this.#each(field, 'each'));
    return field.rule === 'map' ? mappedValues(value, this.#each(field, 'each')) : this.#each(field, value);
  }

  #each({ type }: ProtoField, value: string): string {
    switch (type.kind) {
      case 'scalar':
        return value;
      case 'enum':
        return `${this.numbersOf(type.enumeration.name)}[${value}]`;
      case 'null':
        return '0';
      case 'message':
        return this.call(type.message, value);
    }
  }
}
