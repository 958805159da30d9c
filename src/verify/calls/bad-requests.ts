// Bodies that are no request of an operation: cut off, with a field missing, of another type or out of range.
// Each is made with the lab's own encoders for a schema that allows it, so only in formats that carry their
// own structure can a field be missing or of another type.

import type { DataRecord, DataSchema, DataValue, Field, RecordType, TypeSpec } from '../../data/schema.ts';
import { encoded, requestSchema } from './call-request.ts';

export interface BadBody {
  /** `without id`. */
  readonly what: string;
  readonly body: Uint8Array;
}

const SELF_DESCRIBING = ['json', 'xml', 'soap', 'fast-infoset', 'msgpack', 'cbor', 'bson'];

/** Its readers cannot tell that a part is missing: that is left to verifiers, which most languages lack. */
const UNCHECKED = ['flatbuffers'];

/** In those of XML every number is a text, too. */
const TYPED = ['json', 'msgpack', 'cbor', 'bson'];

/** `good` is a request of the operation. */
export function* badBodies(
  operation: string,
  format: string,
  good: DataRecord,
  maxN: number,
): Generator<BadBody> {
  const schema = requestSchema(operation);
  const body = encoded(format, schema, good);
  if (!UNCHECKED.includes(format))
    yield { what: 'cut off', body: body.subarray(0, Math.floor(body.length / 2)) };
  yield { what: 'of another format', body: Buffer.from('%% wirefare-invented %%') };
  for (const [what, request] of outOfRange(operation, good, maxN)) {
    yield { what, body: encoded(format, schema, request) };
  }
  if (!SELF_DESCRIBING.includes(format)) return;
  const { fields } = schema.root as RecordType;
  for (const { name } of fields.filter(({ optional }) => !optional)) {
    const { [name]: _, ...without } = good;
    yield { what: `without ${name}`, body: encoded(format, changed(schema, name, null), without) };
  }
  for (const field of fields) {
    const other = field.name in good ? ofAnotherType(field, format) : null;
    if (other === null) continue;
    const [type, value] = other;
    const request = { ...good, [field.name]: value };
    yield {
      what: `with ${field.name} ${JSON.stringify(value)}`,
      body: encoded(format, changed(schema, field.name, type), request),
    };
  }
}

function outOfRange(operation: string, good: DataRecord, maxN: number): [string, DataRecord][] {
  const bad: readonly [string, DataValue][] =
    operation === 'checkname'
      ? [
          ['maxPoints', 0],
          ['maxPoints', 101],
        ]
      : operation === 'getroute'
        ? [
            ['time', '24:00'],
            ['date', '27.06.2011'],
          ]
        : operation === 'init'
          ? []
          : [
              ['n', 0],
              ['n', maxN + 1],
            ];
  return bad.map(([name, value]) => [`with ${name} ${value}`, { ...good, [name]: value }]);
}

/** The field optional, or of another type. */
function changed(schema: DataSchema, name: string, type: TypeSpec | null): DataSchema {
  const root = schema.root as RecordType;
  const fields = root.fields.map((field) =>
    field.name !== name ? field : type === null ? { ...field, optional: true } : { ...field, type },
  );
  return { ...schema, root: { ...root, fields } };
}

const TEXT: TypeSpec = { kind: 'string' };
const NUMBER: TypeSpec = { kind: 'double' };

/** null where the format could not tell. */
function ofAnotherType({ type }: Field, format: string): [TypeSpec, DataValue] | null {
  switch (type.kind) {
    case 'integer':
    case 'boolean':
      return [TEXT, 'several'];
    case 'string':
      return TYPED.includes(format) ? [NUMBER, 12.5] : null;
    case 'record':
    case 'array':
      return TYPED.includes(format) ? [TEXT, 'several'] : null;
    default:
      return null;
  }
}
