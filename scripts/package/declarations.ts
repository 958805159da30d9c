// index.d.ts and index.js of the package: types of what verbs print with --json, of records and of study
// files, and their JSON Schemas. That is all that the package is to programs; what measures is the command.

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '../../src/base/places.ts';
import { OUTPUT_SCHEMA } from '../../src/cli/json/output-schema.ts';
import { DEFINITIONS, type JsonSchema } from '../outputs/json-type.ts';
import type { OutputSchemas } from '../outputs/output-schemas.ts';

type NameOf = (definition: string) => string;
type StudySchema = JsonSchema & { readonly $defs: Readonly<Record<string, JsonSchema>> };

const STUDY_SCHEMA = 'docs/reference/study.schema.json';
const HEAD = '// Made from the JSON Schemas in docs/reference.';

export function writeDeclarations(stage: string): void {
  writeFileSync(path.join(stage, 'index.d.ts'), declarations());
  writeFileSync(path.join(stage, 'index.js'), RUNTIME);
}

export function declarations(): string {
  const { verbs, files, $defs } = readJson<OutputSchemas>(OUTPUT_SCHEMA);
  const study = readJson<StudySchema>(STUDY_SCHEMA);
  const asItIs: NameOf = (name) => name;
  const inStudy: NameOf = (name) =>
    `StudyFile${name.replaceAll(/(?:^|\W)(\w)/g, (_, first: string) => first.toUpperCase())}`;
  const object = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
    type: 'object',
    properties,
    required: Object.keys(properties),
  });
  const parts = [
    HEAD,
    declared('JsonOutputs', { description: 'What verbs print with --json.', ...object(verbs) }, asItIs),
    declared('JsonFiles', { description: 'Files of a record.', ...object(files) }, asItIs),
    `/** The JSON Schema (draft 2020-12) of what a verb prints, or of a record's file; it stands alone. */
export declare function outputSchema(name: keyof JsonOutputs | keyof JsonFiles): object;`,
    declared('StudyFile', { ...study, description: 'A study, as YAML has it.' }, inStudy),
    ...Object.entries(study.$defs).map(([name, schema]) => declared(inStudy(name), schema, inStudy)),
    ...Object.entries($defs).map(([name, schema]) => declared(name, schema, asItIs)),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** The same as `wirefare schema --json-of`. */
const RUNTIME = `${HEAD}

import { readFileSync } from 'node:fs';
import { cutSchema } from './src/cli/json/cut-schema.js';

const schemas = JSON.parse(readFileSync(new URL('./${OUTPUT_SCHEMA}', import.meta.url), 'utf8'));

export function outputSchema(name) {
  const schema = cutSchema(schemas, name);
  if (schema === null) throw new RangeError(\`\${name} is neither a verb with --json nor a file of a record\`);
  return schema;
}
`;

function declared(name: string, schema: JsonSchema, nameOf: NameOf): string {
  return `${comment(schema, '')}export type ${name} = ${typed(schema, nameOf, '')};`;
}

function typed(schema: JsonSchema | boolean, nameOf: NameOf, indent: string): string {
  if (typeof schema === 'boolean') return 'unknown';
  const { $ref, anyOf, items, prefixItems, type } = schema;
  const inner = (each: JsonSchema | boolean) => typed(each, nameOf, indent);
  if ($ref !== undefined) return nameOf($ref.slice(DEFINITIONS.length));
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (anyOf !== undefined) return anyOf.map(inner).join(' | ');
  if (prefixItems !== undefined) return `readonly [${prefixItems.map(inner).join(', ')}]`;
  switch (type) {
    case 'array':
      return `readonly (${inner(items ?? true)})[]`;
    case 'object':
      return objectType(schema, nameOf, indent);
    case 'integer':
      return 'number';
    case 'null':
    case 'string':
    case 'number':
    case 'boolean':
      return type;
    default:
      return 'unknown';
  }
}

function objectType(schema: JsonSchema, nameOf: NameOf, indent: string): string {
  const { properties = {}, required = [], additionalProperties: others = true } = schema;
  const deeper = `${indent}  `;
  const members = Object.entries(properties).map(([name, each]) => {
    const mark = required.includes(name) ? '' : '?';
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
    return `${comment(each, deeper)}${deeper}readonly ${key}${mark}: ${typed(each, nameOf, deeper)};`;
  });
  // Members of any name only where there are no others: TypeScript wants their types to agree.
  if (members.length === 0)
    return others === false
      ? 'Record<string, never>'
      : `Readonly<Record<string, ${typed(others, nameOf, indent)}>>`;
  return `{\n${members.join('\n')}\n${indent}}`;
}

function comment({ description = '' }: JsonSchema, indent: string): string {
  return description === '' ? '' : `${indent}/** ${description.replaceAll('*/', '*\\/')} */\n`;
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(path.join(PROJECT_ROOT, file), 'utf8')) as T;
}
