// What our encoders and decoders are held against: the call of the library that a program would write for the
// same objects, or where there is no library the plainest hand-written code. Prepared outside the timing, as
// ours are.

import { create, createFileRegistry, type DescMessage, fromBinary, toBinary } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import * as msgpack from '@msgpack/msgpack';
import { tableFromArrays, tableFromIPC, tableToIPC } from '@uwdata/flechette';
import avsc from 'avsc/etc/browser/avsc-types.js';
import * as bson from 'bson';
import { Decoder as CborDecoder } from 'cbor-x/decode';
import { Encoder as CborEncoder } from 'cbor-x/encode';
import { autoType, csvParse } from 'd3-dsv';
import { Packr } from 'msgpackr/pack';
import { Unpackr } from 'msgpackr/unpack';
import { Unpackr as UnpackrWithoutEval } from 'msgpackr/unpack-no-eval';
import Papa from 'papaparse';
import protobuf from 'protobufjs';
import descriptors from 'protobufjs/ext/descriptor.js';
import type { DataRecord, DataSchema, DataValue } from '../../src/data/schema.ts';
import { listedRecord } from '../../src/data/schema.ts';
import { arrowField } from '../../src/formats/arrow/arrow-types.ts';
import { avroPlan } from '../../src/formats/avro/avro-schema.ts';
import { planProtoFile } from '../../src/formats/protobuf/mapping.ts';
import { writeProto } from '../../src/formats/protobuf/proto-text.ts';
import { bareFlatbuffersDecoder, bareFlatbuffersEncoder } from './bare-flatbuffers.ts';
import { bareInfosetDecoder, bareInfosetEncoder } from './bare-infoset.ts';
import { bareAttributes, bareElements, bareSaxes, bareSoap } from './bare-xml.ts';

/** One library call; a decoder gives what the library gives, plain objects or not. */
export type BareCall = (input: never) => unknown;

/** `FORMAT/LIBRARY` → the call prepared for a schema. Thrift is not here: its calls are generated code. */
type BareCalls = Readonly<Record<string, (schema: DataSchema) => BareCall | null>>;

const utf8 = new TextEncoder();

export const BARE_ENCODERS: BareCalls = {
  'json/JSON.stringify': () => (value: DataValue) => utf8.encode(JSON.stringify(value)),
  'json-columns/JSON.stringify': () => (records: DataRecord[]) =>
    utf8.encode(JSON.stringify(toColumns(records))),
  'xml/wirefare-xml': forBooks((books: DataRecord[]) => utf8.encode(bareElements(books))),
  'soap/wirefare-soap': forBooks((books: DataRecord[]) => utf8.encode(bareSoap(books))),
  'xml-attributes/wirefare-xml': forBooks((books: DataRecord[]) => utf8.encode(bareAttributes(books))),
  'fast-infoset/wirefare-fast-infoset': (schema) => (schema.name === 'Books' ? bareInfosetEncoder() : null),
  'csv/wirefare-csv': () => (records: DataRecord[]) => utf8.encode(Papa.unparse(records)),
  'protobuf/protobufjs': (schema) => {
    const { type, wrap } = protobufjsType(schema);
    return (value: DataValue) => type.encode(wrap(value)).finish();
  },
  'protobuf/protobuf-es': (schema) => {
    const descriptor = protobufEsSchema(schema);
    const wrap = wrapper(schema, 'items');
    return (value: DataValue) => toBinary(descriptor, create(descriptor, wrap(value) as never));
  },
  'avro/avsc': (schema) => {
    const type = avscType(schema);
    return (value: DataValue) => type.toBuffer(value);
  },
  'msgpack/msgpackr': () => {
    const packr = new Packr({ useRecords: false, variableMapSize: true });
    return (value: DataValue) => packr.pack(value);
  },
  'msgpack/@msgpack/msgpack': () => (value: DataValue) => msgpack.encode(value),
  'msgpack-records/msgpackr': () => {
    const packr = new Packr();
    return (value: DataValue) => packr.pack(value);
  },
  'cbor/cbor-x': () => {
    const encoder = new CborEncoder({ useRecords: false, variableMapSize: true });
    return (value: DataValue) => encoder.encode(value);
  },
  'bson/bson': (schema) => {
    const wrap = wrapper(schema, 'items');
    return (value: DataValue) => bson.serialize(wrap(value));
  },
  'arrow/flechette': (schema) => {
    const fields = listedRecord(schema)!.fields;
    const types = Object.fromEntries(fields.map((field) => [field.name, arrowField(field).type]));
    return (records: DataRecord[]) =>
      tableToIPC(tableFromArrays(toColumns(records) as never, { types }), { format: 'stream' });
  },
  'flatbuffers/flatbuffers': bareFlatbuffersEncoder,
};

export const BARE_DECODERS: BareCalls = {
  'json/JSON.parse': () => (text: string) => JSON.parse(text),
  'json-columns/JSON.parse': () => (text: string) => toRecords(JSON.parse(text).columns),
  'xml/saxes': forBooks(bareSaxes),
  'xml-attributes/saxes': forBooks(bareSaxes),
  'soap/saxes': forBooks(bareSaxes),
  'fast-infoset/wirefare-fast-infoset': forBooks(bareInfosetDecoder),
  'csv/papaparse': () => (text: string) => Papa.parse(text, { header: true, dynamicTyping: true }).data,
  'csv/d3-dsv': () => (text: string) => csvParse(text, autoType),
  'protobuf/protobufjs': (schema) => {
    const { type } = protobufjsType(schema);
    return (bytes: Uint8Array) => type.decode(bytes);
  },
  'protobuf/protobuf-es': (schema) => {
    const descriptor = protobufEsSchema(schema);
    return (bytes: Uint8Array) => fromBinary(descriptor, bytes);
  },
  'avro/avsc': (schema) => {
    const type = avscType(schema);
    return (bytes: Uint8Array) =>
      type.fromBuffer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  },
  'msgpack/msgpackr': () => {
    const unpackr = new Unpackr({ useRecords: false });
    return (bytes: Uint8Array) => unpackr.unpack(bytes);
  },
  'msgpack/@msgpack/msgpack': () => (bytes: Uint8Array) => msgpack.decode(bytes),
  'msgpack-records/msgpackr': () => {
    const unpackr = new Unpackr();
    return (bytes: Uint8Array) => unpackr.unpack(bytes);
  },
  'msgpack-records/msgpackr-no-eval': () => {
    const unpackr = new UnpackrWithoutEval();
    return (bytes: Uint8Array) => unpackr.unpack(bytes);
  },
  'cbor/cbor-x': () => {
    const decoder = new CborDecoder({ useRecords: false });
    return (bytes: Uint8Array) => decoder.decode(bytes);
  },
  'bson/bson': () => (bytes: Uint8Array) => bson.deserialize(bytes),
  'arrow/flechette': () => (bytes: Uint8Array) => tableFromIPC(bytes).toArray(),
  'flatbuffers/flatbuffers': bareFlatbuffersDecoder,
};

/** A list stands in a message with one field; any other root is a message itself. */
function wrapper({ root }: DataSchema, field: string): (value: DataValue) => DataRecord {
  return root.kind === 'array' ? (value) => ({ [field]: value }) : (value) => value as DataRecord;
}

function forBooks(call: BareCall): (schema: DataSchema) => BareCall | null {
  return ({ name }) => (name === 'Books' ? call : null);
}

function protobufjsType(schema: DataSchema) {
  const { root } = protobuf.parse(writeProto(schema), { keepCase: true });
  return { type: root.lookupType(planProtoFile(schema).root.name), wrap: wrapper(schema, 'items') };
}

/** protoc's part, the compiled description of the file, is done by protobufjs. */
function protobufEsSchema(schema: DataSchema): DescMessage {
  const { root } = protobuf.parse(writeProto(schema), { keepCase: true });
  const files = root.toDescriptor('proto3');
  const bytes = descriptors.FileDescriptorSet.encode(files).finish();
  const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, bytes));
  return registry.getMessage(planProtoFile(schema).root.name)!;
}

function avscType(schema: DataSchema) {
  return avsc.Type.forSchema(avroPlan(schema).schema, { wrapUnions: false });
}

function toColumns(records: readonly DataRecord[]): Record<string, DataValue[]> {
  const names = Object.keys(records[0]!);
  return Object.fromEntries(names.map((name) => [name, records.map((record) => record[name]!)]));
}

function toRecords(columns: Readonly<Record<string, DataValue[]>>): DataRecord[] {
  const entries = Object.entries(columns);
  return entries[0]![1].map((_, i) =>
    Object.fromEntries(entries.map(([name, column]) => [name, column[i]!])),
  );
}
