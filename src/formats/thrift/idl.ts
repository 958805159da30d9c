// The Thrift IDL of any data, for programs in other languages: their generated code writes and reads the same
// bytes.

import type { DataSchema } from '../../data/schema.ts';
import { legalNames } from '../shared/legal-names.ts';
import { type ThriftStruct, type ThriftType, type ThriftUnion, thriftPlan } from './plan.ts';
import { isReservedInThrift } from './words.ts';

/** The IDL as text: definitions stand before their use, and the struct that is sent stands last. */
export function writeThriftIdl(schema: DataSchema): string {
  const definitions: string[] = [];
  define(thriftPlan(schema).root, definitions);
  // A struct that is used in several places was defined as often.
  return `${[...new Set(definitions)].join('\n\n')}\n`;
}

/** Returns how to refer to a type, after adding its definition to `definitions` if it needs one. */
function define(type: ThriftType, definitions: string[]): string {
  switch (type.kind) {
    case 'list':
      return `list<${define(type.items, definitions)}>`;
    case 'map':
      return `map<string, ${define(type.values, definitions)}>`;
    case 'enum': {
      const symbols = type.symbols.map((symbol, number) => `  ${symbol} = ${number}`);
      definitions.push(block('enum', type.name, symbols));
      return type.name;
    }
    case 'struct':
      definitions.push(structDefinition(type, definitions));
      return type.name;
    case 'union':
      definitions.push(unionDefinition(type, definitions));
      return type.name;
    default:
      return type.kind;
  }
}

function structDefinition({ name, fields }: ThriftStruct, definitions: string[]): string {
  const lines = fields.map((field, i) => {
    // A field that is always null is never sent, but it has a number.
    if (field.type === null) return `  // ${i + 1}: ${field.name} is always null`;
    const requirement = field.missing === null ? 'required' : 'optional';
    return `  ${i + 1}: ${requirement} ${define(field.type, definitions)} ${field.name}`;
  });
  return block('struct', name, lines);
}

function unionDefinition({ name, branches, of }: ThriftUnion, definitions: string[]): string {
  const names = legalNames(
    of.map(({ kind }) => kind),
    isReservedInThrift,
  );
  const lines = branches.map((branch, i) => `  ${i + 1}: ${define(branch, definitions)} ${names[i]}`);
  return block('union', name, lines);
}

function block(kind: string, name: string, lines: readonly string[]): string {
  return lines.length === 0 ? `${kind} ${name} {\n}` : `${kind} ${name} {\n${lines.join('\n')}\n}`;
}
