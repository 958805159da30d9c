// What an answer is made of, and by which codec a page turns it into objects: one of ours that gives, from
// the very bytes that came, the values that were read. An answer that none decodes is measured as bytes.

import { isUtf8 } from 'node:buffer';
import { type Problem, UserError } from '../../base/errors.ts';
import { firstDifference } from '../../data/equal.ts';
import { inferSchema } from '../../data/infer/infer-schema.ts';
import type { DataSchema, DataValue, TypeSpec } from '../../data/schema.ts';
import { NO_CODEC } from '../../factors/codec.ts';
import { formatNamed } from '../../formats/catalogue.ts';
import type { Codec } from '../../formats/format.ts';
import { decodeByOwnProto } from '../../formats/protobuf/read-own-proto.ts';
import type { Payload } from '../../payload/payload.ts';
import { payloadName } from '../../payload/payload-name.ts';
import { payloadFromSource } from '../../payload/read-payload.ts';
import type { RawSource } from '../../payload/source.ts';
import { kindByContent, type SourceKind } from '../../payload/source-kind.ts';
import { printable } from '../../payload/source-text.ts';
import { type ProtoText, wrongSchema } from '../payload/own-proto.ts';

export interface Decodable {
  readonly name: string;
  readonly format: string;
  /** The one of pages. */
  readonly codec: string;
  readonly value: DataValue;
  readonly schema: DataSchema;
  readonly notes: readonly string[];
}

/** Media types of formats whose bodies tell their values by themselves. */
const BINARY: readonly (readonly [RegExp, string])[] = [
  [/^application\/(x-|vnd\.)?msgpack$/, 'msgpack'],
  [/^application\/cbor$|\+cbor$/, 'cbor'],
];

const PROTOBUF_TYPE = /^application\/(x-|vnd\.google\.)?protobuf$/;

/** The formats that a kind of text may be in as ours write it. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  json: ['json'],
  csv: ['csv'],
  xml: ['xml', 'xml-attributes'],
};

/** What is read here and written in none of our formats. */
const OF_NO_FORMAT: Readonly<Partial<Record<SourceKind, string>>> = {
  ndjson: 'NDJSON, a text for each line, which no decoder here reads',
  tsv: 'a table with tabs, and the decoder here reads commas',
};

/** Media types of which anything may be, a table too. */
const SAYS_NOTHING = /^(text\/plain|(application|binary)\/octet-stream)?$/;

/**
 * `proto`: of Protobuf, which many servers send without its media type. Throws a UserError where it says that
 * it is JSON and is none, or where it is not what `proto` says.
 */
export async function decodable(
  source: RawSource,
  contentType: string,
  proto: ProtoText | null,
): Promise<Decodable> {
  const type = printable(contentType.split(';')[0]!.trim().toLowerCase());
  const name = payloadName(source.stem);
  const saysNothing = SAYS_NOTHING.test(type) && source.kind === null;
  if (PROTOBUF_TYPE.test(type) || (proto !== null && saysNothing)) return fromProtobuf(source, name, proto);
  const found = asItSays(source, type, name);
  if (proto === null) return found;
  const says = source.kind ?? type;
  // One schema may be given for several servers, of which another sends Protobuf.
  const note = `${source.label}: the schema in ${proto.file} was not used, since this answer says that it is ${says}, not Protobuf`;
  return { ...found, notes: [...found.notes, note] };
}

function asItSays(source: RawSource, type: string, name: string): Decodable {
  const binary = BINARY.find(([pattern]) => pattern.test(type))?.[1];
  if (binary !== undefined)
    return (
      fromBinary(source, name, binary) ??
      asBytes(name, `${type} that no library here decodes into plain values`)
    );
  if (!isText(source, type))
    return asBytes(name, type === '' ? 'what it is nobody says' : `nothing here decodes ${type}`);
  if (isEmptyList(source)) return asBytes(name, 'a list without a record has nothing to decode');
  const read = readText(source, name);
  if (typeof read === 'string') return asBytes(name, read);
  const { value, schema, notes, today } = read;
  for (const format of TEXTS[today.format] ?? []) {
    for (const codec of formatNamed(format).codecs.filter(({ needs }) => !needs.includes('dom'))) {
      if (!givesValue(codec, source.bytes, schema, value)) continue;
      return { name, format, codec: codec.name, value, schema: withoutTexts(schema), notes };
    }
  }
  const ofNoFormat = OF_NO_FORMAT[source.kind ?? kindByContent(source.label, source.bytes)];
  return asBytes(
    name,
    ofNoFormat ?? `${today.format} that is written in another way than the decoders here read`,
  );
}

/** Its bytes tell no names, so that only the user's own file says what they are. */
function fromProtobuf({ bytes, label }: RawSource, name: string, proto: ProtoText | null): Decodable {
  if (proto === null)
    return asBytes(name, 'Protobuf tells no names: --schema FILE.proto:Message says what it is');
  const found = decodeByOwnProto(name, bytes, proto.text, proto.message);
  if ('problems' in found)
    throw wrongSchema(
      proto.file,
      found.problems.map((what) => `${label}: ${what}`),
    );
  const { value, schema } = found;
  const codec = formatNamed('protobuf').codecs.find((each) => givesValue(each, bytes, schema, value));
  if (codec === undefined) return asBytes(name, 'Protobuf that the decoders here read in another way');
  return { name, format: 'protobuf', codec: codec.name, value, schema, notes: [] };
}

/** null where its values are none that JSON could say too: dates, extensions, whole numbers beyond 2^53. */
function fromBinary({ bytes }: RawSource, name: string, format: string): Decodable | null {
  const codec = formatNamed(format).codecs[0]!;
  try {
    const value = decodedBy(codec, bytes, { name, root: { kind: 'null' } });
    if (firstDifference(JSON.parse(JSON.stringify(value)) as DataValue, value) !== null) return null;
    const schema = withoutTexts(inferSchema(name, value));
    return { name, format, codec: codec.name, value, schema, notes: [] };
  } catch {
    return null;
  }
}

/**
 * Records keep the schema, and what a server answers may be secret: they are not to tell which texts come
 * again and again in it. No codec here asks for them; those of Protobuf come from the user's own file.
 */
function withoutTexts({ root, ...rest }: DataSchema): DataSchema {
  return { ...rest, root: withoutEnums(root) };
}

function withoutEnums(type: TypeSpec): TypeSpec {
  switch (type.kind) {
    case 'string': {
      const { enum: _, ...rest } = type;
      return rest;
    }
    case 'array':
      return { ...type, items: withoutEnums(type.items) };
    case 'map':
      return { ...type, values: withoutEnums(type.values) };
    case 'record':
      return {
        ...type,
        fields: type.fields.map((field) => ({ ...field, type: withoutEnums(field.type) })),
      };
    case 'union':
      return { ...type, branches: type.branches.map(withoutEnums) };
    case 'null':
    case 'boolean':
    case 'integer':
    case 'double':
    case 'never':
      return type;
  }
}

function isText({ kind, label, bytes }: RawSource, type: string): boolean {
  if (kind !== null) return true;
  if (!isUtf8(bytes)) return false;
  try {
    const byContent = kindByContent(label, bytes);
    // A comma in the first line makes no table of a script.
    return SAYS_NOTHING.test(type) || !['csv', 'tsv'].includes(byContent);
  } catch {
    return false;
  }
}

function isEmptyList({ bytes }: RawSource): boolean {
  return bytes.length < 1_000 && /^\s*\[\s*\]\s*$/.test(new TextDecoder().decode(bytes));
}

/** Why not, where nobody promised JSON: one that is broken is a mistake, which is thrown. */
function readText(source: RawSource, name: string): Payload | string {
  try {
    return payloadFromSource(source, name, {});
  } catch (thrown) {
    const isPromised = source.kind === 'json' || source.kind === 'ndjson';
    if (!(thrown instanceof UserError) || isPromised) throw thrown;
    const [{ path, what }] = thrown.problems as [Problem];
    const [why] = what.split('\n', 1) as [string];
    return path === '' ? why : `${path}: ${why}`;
  }
}

function givesValue(codec: Codec, bytes: Uint8Array, schema: DataSchema, value: DataValue): boolean {
  try {
    return firstDifference(decodedBy(codec, bytes, schema), value, { keyOrder: 'kept' }) === null;
  } catch {
    return false;
  }
}

function decodedBy(codec: Codec, bytes: Uint8Array, schema: DataSchema): DataValue {
  const text = () => new TextDecoder().decode(bytes);
  switch (codec.takes) {
    case 'json':
      return codec.bind(schema)(JSON.parse(text()));
    case 'text':
      return codec.bind(schema)(text());
    case 'bytes':
      return codec.bind(schema)(bytes);
  }
}

function asBytes(name: string, why: string): Decodable {
  const note = `the answer is measured as bytes, without decoding: ${why}`;
  const schema: DataSchema = { name, root: { kind: 'null' } };
  return { name, format: 'bytes', codec: NO_CODEC, value: null, schema, notes: [note] };
}
