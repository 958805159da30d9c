// The reader of both XML forms by saxes: no tree is built.

import { SaxesParser } from 'saxes';
import type { DataSchema, DataValue } from '../../data/schema.ts';
import type { CodecTaking, Library } from '../format.ts';
import { planXmlDocument, type XmlForm } from './xml-content.ts';
import { thrownMessage, xmlError } from './xml-errors.ts';
import { type Attributes, XmlValueBuilder } from './xml-value-builder.ts';

/** Receives the parts of a document as they come. */
export interface XmlListener {
  /** undefined until the value is complete. */
  readonly result: DataValue | undefined;
  /** `given` is how many attributes the element has. */
  open(name: string, attributes: Attributes, given: number): void;
  text(part: string): void;
  close(): void;
  /** The place of reading, for errors. */
  place(): string;
}

export const SAXES_LIBRARY: Library = { packageName: 'saxes', from: 'saxes', names: ['SaxesParser'] };

export function saxesCodec(form: XmlForm): CodecTaking<'text'> {
  return {
    name: 'saxes',
    takes: 'text',
    needs: [],
    library: SAXES_LIBRARY,
    bind(schema: DataSchema) {
      const document = planXmlDocument(schema, form);
      return (text) => readBySaxes(text, new XmlValueBuilder(document));
    },
  };
}

export function readBySaxes(text: string, listener: XmlListener): DataValue {
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('doctype', () => {
    throw new Error('documents with a document type are refused');
  });
  // How many attributes the tag has so far; saxes reports each of them before the tag.
  let attributeCount = 0;
  parser.on('attribute', () => {
    attributeCount += 1;
  });
  parser.on('opentag', ({ name, attributes }) => {
    listener.open(name, attributes, attributeCount);
    attributeCount = 0;
  });
  parser.on('text', (part) => listener.text(part));
  parser.on('cdata', (part) => listener.text(part));
  parser.on('closetag', () => listener.close());
  try {
    parser.write(text).close();
  } catch (thrown) {
    throw xmlError(thrownMessage(thrown), listener.place());
  }
  return listener.result!;
}
