// The JSON Schema of an answer, from which Fastify makes a serializer (fast-json-stringify).

import { Refused } from '../contract/refused.js';

const SIMPLE = { string: 'string', integer: 'integer', double: 'number', boolean: 'boolean', null: 'null' };

/** Kept, because Fastify remembers serializers by the schema that they were made of. */
const schemas = new Map();

/** Refuses data of which the serializer would write something else. */
export function answerSchema(stored) {
  const schema = schemas.get(stored) ?? schemaOf(stored.type);
  schemas.set(stored, schema);
  return schema;
}

/** A type of the neutral schema, as people's own data bring it. */
function schemaOf(type) {
  switch (type.kind) {
    case 'array':
      return { type: 'array', items: schemaOf(type.items) };
    case 'map':
      return { type: 'object', additionalProperties: schemaOf(type.values) };
    case 'record':
      return recordSchema(type);
    case 'union':
      return unionSchema(type.branches);
    case 'never':
      return {};
    default:
      return { type: SIMPLE[type.kind] };
  }
}

function recordSchema({ fields, orderVaries }) {
  if (orderVaries) throw refused('an object whose members come in several orders');
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, type }) => [name, schemaOf(type)])),
    required: fields.filter(({ optional }) => !optional).map(({ name }) => name),
  };
}

function unionSchema(branches) {
  const [first, second, ...more] = branches;
  if (first.kind !== 'null' || more.length > 0) throw refused('values of several types in one place');
  return { ...schemaOf(second), nullable: true };
}

function refused(what) {
  const detail = `a schema for fast-json-stringify does not describe ${what}`;
  return new Refused(501, detail, { parameter: 'format' });
}
