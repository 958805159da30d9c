// The decoder of the format: the reader's elements and texts, made into values by the rules of the format
// xml.

import type { DataSchema, DataValue } from '../../data/schema.ts';
import type { CodecTaking } from '../format.ts';
import { planXmlDocument } from '../xml/xml-content.ts';
import { thrownMessage } from '../xml/xml-errors.ts';
import type { XmlListener } from '../xml/xml-saxes.ts';
import { type Attributes, XmlValueBuilder } from '../xml/xml-value-builder.ts';
import { InfosetError } from './document-error.ts';
import { type Declaration, type InfosetAttribute, InfosetReader } from './reader.ts';

export const fastInfosetCodec: CodecTaking<'bytes'> = {
  name: 'wirefare-fast-infoset',
  takes: 'bytes',
  needs: [],
  library: { packageName: 'wirefare', from: 'wirefare/fast-infoset-reader', names: ['InfosetReader'] },
  bind(schema: DataSchema) {
    const document = planXmlDocument(schema, 'elements');
    return (bytes) => readByInfoset(bytes, new XmlValueBuilder(document));
  },
};

/**
 * Reads a document for any listener to XML. The listener gets the same events as for the same document in
 * text, including declarations of namespaces.
 */
export function readByInfoset(bytes: Uint8Array, listener: XmlListener): DataValue {
  const reader = new InfosetReader(bytes);
  try {
    readInto(listener, reader);
  } catch (thrown) {
    if (thrown instanceof InfosetError) throw thrown;
    const place = listener.place();
    throw new InfosetError(`${thrownMessage(thrown)}${place === '' ? '' : `, in ${place}`}`, reader.offset);
  }
  return listener.result!;
}

function readInto(listener: XmlListener, reader: InfosetReader): void {
  for (;;) {
    switch (reader.next()) {
      case 'start':
        open(listener, reader);
        break;
      case 'text':
        listener.text(reader.text);
        break;
      case 'end':
        listener.close();
        break;
      case 'document-end':
        return;
    }
  }
}

const NO_ATTRIBUTES: Attributes = Object.freeze(Object.create(null));

function open(listener: XmlListener, { name, attributes, declarations }: InfosetReader): void {
  const attributeCount = attributes.length + declarations.length;
  const named = attributeCount === 0 ? NO_ATTRIBUTES : byName(attributes, declarations);
  listener.open(name.qualified, named, attributeCount);
}

function byName(attributes: readonly InfosetAttribute[], declarations: readonly Declaration[]): Attributes {
  const values: Record<string, string> = Object.create(null);
  for (const { prefix, uri } of declarations) values[prefix === '' ? 'xmlns' : `xmlns:${prefix}`] = uri;
  for (const { name, value } of attributes) values[name.qualified] = value;
  return values;
}
