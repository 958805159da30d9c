// SOAP with a serialized payload, as in the study dauda-2018: the body of the envelope is one text, the
// base64 of the object in Java's serialization.

import type { DataRecord, DataSchema, DataValue } from '../../data/schema.ts';
import type { CodecTaking, Encoder, Format, Library } from '../format.ts';
import { javaDecoder, javaEncoder } from '../java-serialization/java-serialization.ts';
import { base64Bytes, base64Length, putBase64 } from './base64.ts';
import { ENVELOPE_END, ENVELOPE_START, VALUE_NAMESPACE } from './envelope.ts';
import { SOAP_CONTENT_TYPE } from './soap.ts';
import { soapDomParser } from './soap-dom.ts';
import { soapSaxes } from './soap-saxes.ts';

const SERIALIZED: DataSchema = {
  name: 'Serialized',
  root: {
    kind: 'record',
    name: 'Serialized',
    fields: [{ name: 'payload', type: { kind: 'string' }, optional: false }],
    orderVaries: false,
  },
};

const READER: Library = {
  packageName: 'wirefare',
  from: 'wirefare/java-serialization-reader',
  names: ['base64Bytes', 'streamReading'],
};

const READER_WITH_SAXES: Library = {
  packageName: 'wirefare',
  from: 'wirefare/java-serialization-reader-with-saxes',
  names: ['SaxesParser', ...READER.names],
};

const START = `${ENVELOPE_START}<w:Serialized xmlns:w="${VALUE_NAMESPACE}"><payload>`;
const END = `</payload></w:Serialized>${ENVELOPE_END}`;

const encoder: Encoder = {
  name: 'wirefare-soap',
  refuse: javaEncoder.refuse,
  bind(schema) {
    const serialize = javaEncoder.bind(schema);
    const start = new TextEncoder().encode(START);
    const end = new TextEncoder().encode(END);
    return (value) => {
      const payload = serialize(value);
      const length = base64Length(payload.length);
      const out = new Uint8Array(start.length + length + end.length);
      out.set(start);
      putBase64(payload, out, start.length);
      out.set(end, start.length + length);
      return out;
    };
  },
};

/**
 * A codec of format soap reads the envelope, and the codec of format java-serialization reads its content.
 */
function serializedCodec(envelope: CodecTaking<'text'>, library: Library): CodecTaking<'text'> {
  return {
    ...envelope,
    library,
    bind(schema) {
      const open = envelope.bind(SERIALIZED);
      const deserialize = javaDecoder.bind(schema);
      return (text) => deserialize(base64Bytes(payloadText(open(text))));
    },
  };
}

function payloadText(value: DataValue): string {
  return (value as DataRecord).payload as string;
}

export const SOAP_SERIALIZED: Format = {
  name: 'soap-serialized',
  title: 'SOAP, serialized Java object',
  contentType: SOAP_CONTENT_TYPE,
  needsSchema: true,
  keyOrder: 'schema',
  encoders: [encoder],
  codecs: [serializedCodec(soapDomParser, READER), serializedCodec(soapSaxes, READER_WITH_SAXES)],
};
