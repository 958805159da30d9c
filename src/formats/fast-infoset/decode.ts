// The decoder of the format: the reader's elements and texts, made into values by the rules of the format xml.

import type { DataSchema, DataValue } from '../../data/schema.ts';
import type { CodecTaking } from '../format.ts';
import { type XmlDocument, xmlDocumentOf } from '../xml-content.ts';
import { messageOf } from '../xml-errors.ts';
import { type Attributes, XmlValueBuilder } from '../xml-value-builder.ts';
import { InfosetError } from './document-error.ts';
import { type InfosetAttribute, InfosetReader } from './reader.ts';

export const fastInfosetCodec: CodecTaking<'bytes'> = {
  name: 'wirefare-fast-infoset',
  takes: 'bytes',
  needs: [],
  library: { packageName: 'wirefare', from: 'wirefare/fast-infoset-reader', names: ['InfosetReader'] },
  bind(schema: DataSchema) {
    const document = xmlDocumentOf(schema, 'elements');
    return (bytes) => readDocument(bytes, document);
  },
};

function readDocument(bytes: Uint8Array, document: XmlDocument): DataValue {
  const reader = new InfosetReader(bytes);
  const builder = new XmlValueBuilder(document);
  try {
    readInto(builder, reader);
  } catch (thrown) {
    if (thrown instanceof InfosetError) throw thrown;
    const place = builder.place();
    throw new InfosetError(`${messageOf(thrown)}${place === '' ? '' : `, in ${place}`}`, reader.offset);
  }
  return builder.result!;
}

function readInto(builder: XmlValueBuilder, reader: InfosetReader): void {
  for (;;) {
    switch (reader.next()) {
      case 'start':
        builder.open(reader.name.qualified, byName(reader.attributes), reader.attributes.length);
        break;
      case 'text':
        builder.text(reader.text);
        break;
      case 'end':
        builder.close();
        break;
      case 'document-end':
        return;
    }
  }
}

const NO_ATTRIBUTES: Attributes = Object.freeze(Object.create(null));

function byName(attributes: readonly InfosetAttribute[]): Attributes {
  if (attributes.length === 0) return NO_ATTRIBUTES;
  const values: Record<string, string> = Object.create(null);
  for (const { name, value } of attributes) values[name.qualified] = value;
  return values;
}
