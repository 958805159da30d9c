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

/**
 * Parts of texts that are put together, characters of all. A few bytes can refer to a long text again and again; nothing
 * but documents made to fill the memory goes beyond this.
 */
const MOST_JOINED = 2 ** 28;

function readInto(builder: XmlValueBuilder, reader: InfosetReader): void {
  let joined = 0;
  let isFirst = false;
  for (;;) {
    switch (reader.next()) {
      case 'start':
        isFirst = true;
        builder.open(reader.name.qualified, byName(reader.attributes), reader.attributes.length);
        break;
      case 'text':
        if (!isFirst) joined += reader.text.length;
        if (joined > MOST_JOINED) throw new Error(`texts in parts of more than ${MOST_JOINED} characters`);
        isFirst = false;
        builder.text(reader.text);
        break;
      case 'end':
        isFirst = false;
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
