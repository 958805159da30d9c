// The neutral schema as JSON Schema (draft 2020-12), for people and their tools: it accepts exactly what the
// schema describes, except for the order of keys, which JSON Schema cannot express.

import type { DataSchema, Field, StringFormat, StringType, TypeSpec } from './schema.ts';

export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

/** The whole document; the same schema gives the same text. */
export function toJsonSchema({ name, root }: DataSchema): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: name,
    ...(jsonType(root) as object),
  };
}

function jsonType(type: TypeSpec): JsonSchema {
  switch (type.kind) {
    case 'null':
    case 'boolean':
      return { type: type.kind };
    case 'integer':
      return { type: 'integer', minimum: type.min, maximum: type.max };
    case 'double':
      return { type: 'number' };
    case 'string':
      return stringType(type);
    case 'array':
      return { type: 'array', items: jsonType(type.items), ...(type.mayBeEmpty ? {} : { minItems: 1 }) };
    case 'map':
      return { type: 'object', additionalProperties: jsonType(type.values) };
    case 'record':
      return recordType(type.name, type.fields);
    case 'union':
      return { anyOf: type.branches.map(jsonType) };
    case 'never':
      return false;
  }
}

function stringType({ enum: values, format }: StringType): JsonSchema {
  if (values !== undefined) return { type: 'string', enum: values };
  return format === undefined ? { type: 'string' } : { type: 'string', ...FORMATS[format] };
}

const FORMATS: Readonly<Record<StringFormat, object>> = {
  'date-time': { format: 'date-time' },
  date: { format: 'date' },
  uuid: { format: 'uuid' },
  uri: { format: 'uri' },
  base64: { contentEncoding: 'base64' },
};

function recordType(title: string, fields: readonly Field[]): JsonSchema {
  const required = fields.filter(({ optional }) => !optional).map(({ name }) => name);
  return {
    title,
    type: 'object',
    // fromEntries makes an own property of `__proto__` too.
    properties: Object.fromEntries(fields.map(({ name, type }) => [name, jsonType(type)])),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}
