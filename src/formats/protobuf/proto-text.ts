// The .proto file of a schema, for people and for programs in other languages.

import type { DataSchema } from '../../data/schema.ts';
import { planProtoFile } from './mapping.ts';
import {
  declaredFields,
  type ProtoEnum,
  type ProtoField,
  type ProtoFile,
  type ProtoMessage,
  type ProtoType,
} from './proto-file.ts';

/** The schema as a .proto file: it describes exactly the bytes that the encoders write. */
export function writeProto(schema: DataSchema): string {
  const file = planProtoFile(schema);
  const { nullEnum, enums, messages } = file;
  const nullText = nullEnum && `enum ${nullEnum.name} {\n  ${nullEnum.values[0]!.name} = 0;\n}\n`;
  return [
    'syntax = "proto3";\n',
    ...(nullText === null ? [] : [nullText]),
    ...enums.map(enumText),
    ...messages.map((message) => messageText(message, file)),
  ].join('\n');
}

function enumText({ name: enumName, values }: ProtoEnum): string {
  const lines = values.map(
    ({ name, number, text }) => `  ${name} = ${number};${comment(JSON.stringify(text))}\n`,
  );
  return `enum ${enumName} {\n${lines.join('')}}\n`;
}

function messageText(message: ProtoMessage, file: ProtoFile): string {
  const fields = declaredFields(message);
  if (message.shape === 'union' && fields.length > 1) {
    const lines = fields.map((field) => `    ${fieldText({ ...field, rule: 'implicit' }, file)}\n`);
    return `message ${message.name} {\n  oneof kind {\n${lines.join('')}  }\n}\n`;
  }
  const lines = fields.map((field) => `  ${fieldText(field, file)}\n`);
  return `message ${message.name} {\n${lines.join('')}}\n`;
}

function fieldText(field: ProtoField, file: ProtoFile): string {
  const { name, number, rule, type } = field;
  const its = typeText(type, file);
  const optional = rule === 'presence' && type.kind !== 'message';
  const before = rule === 'repeated' ? 'repeated ' : optional ? 'optional ' : '';
  const whole = rule === 'map' ? `map<string, ${its}>` : `${before}${its}`;
  const packing = field.packed || rule !== 'repeated' ? '' : ' [packed = false]';
  return `${whole} ${name} = ${number}${packing};${comment(field.comment)}`;
}

function typeText(type: ProtoType, { nullEnum }: ProtoFile): string {
  switch (type.kind) {
    case 'scalar':
      return type.scalar;
    case 'enum':
      return type.enumeration.name;
    case 'null':
      return nullEnum!.name;
    case 'message':
      return type.message.name;
  }
}

/** On one line, whatever the data's names hold. */
function comment(text: string | null): string {
  return text === null ? '' : ` // ${text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')}`;
}
