// Every format there is. Adding one: a file beside this one and a line in the list.

import { ARROW } from './arrow/arrow.ts';
import { AVRO } from './avro/avro.ts';
import { BSON } from './bson/bson.ts';
import { CBOR } from './cbor/cbor.ts';
import { CSV } from './csv/csv.ts';
import { FAST_INFOSET } from './fast-infoset/fast-infoset.ts';
import { FLATBUFFERS } from './flatbuffers/flatbuffers.ts';
import type { Codec, Encoder, Format } from './format.ts';
import { JAVA_SERIALIZATION } from './java-serialization/java-serialization.ts';
import { JSON_FORMAT } from './json/json.ts';
import { JSON_COLUMNS } from './json/json-columns.ts';
import { MSGPACK } from './msgpack/msgpack.ts';
import { MSGPACK_RECORDS } from './msgpack/msgpack-records.ts';
import { PROTOBUF } from './protobuf/protobuf.ts';
import { SOAP } from './soap/soap.ts';
import { SOAP_SERIALIZED } from './soap/soap-serialized.ts';
import { THRIFT } from './thrift/thrift.ts';
import { XML } from './xml/xml.ts';
import { XML_ATTRIBUTES } from './xml/xml-attributes.ts';

export const FORMATS: readonly Format[] = [
  JSON_FORMAT,
  JSON_COLUMNS,
  XML,
  XML_ATTRIBUTES,
  FAST_INFOSET,
  CSV,
  PROTOBUF,
  AVRO,
  THRIFT,
  MSGPACK,
  MSGPACK_RECORDS,
  CBOR,
  BSON,
  ARROW,
  FLATBUFFERS,
  SOAP,
  SOAP_SERIALIZED,
  JAVA_SERIALIZATION,
];

export const FORMAT_NAMES: readonly string[] = FORMATS.map((format) => format.name);

/** Throws if there is none of that name, like the two below; callers check names beforehand. */
export function formatNamed(name: string): Format {
  return namedAmong('format', FORMATS, name);
}

/** A decoder of a format: `codecNamed('xml', 'saxes')`. */
export function codecNamed(formatName: string, codecName: string): Codec {
  return namedAmong(`${formatName} codec`, formatNamed(formatName).codecs, codecName);
}

/** An encoder of a format: `encoderNamed('json', 'JSON.stringify')`. */
export function encoderNamed(formatName: string, encoderName: string): Encoder {
  return namedAmong(`${formatName} encoder`, formatNamed(formatName).encoders, encoderName);
}

function namedAmong<T extends { readonly name: string }>(
  kind: string,
  members: readonly T[],
  name: string,
): T {
  const matching = members.find((member) => member.name === name);
  if (matching !== undefined) return matching;
  throw new Error(`no ${kind} named ${name}; there are ${members.map((member) => member.name).join(', ')}`);
}
