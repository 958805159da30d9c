// The reader of both XML forms by saxes: no tree is built.

import { SaxesParser } from 'saxes';
import type { DataSchema, DataValue } from '../data/schema.ts';
import type { CodecTaking } from './format.ts';
import { type XmlDocument, type XmlForm, xmlDocumentOf } from './xml-content.ts';
import { messageOf, xmlError } from './xml-errors.ts';
import { XmlValueBuilder } from './xml-value-builder.ts';

export function saxesCodec(form: XmlForm): CodecTaking<'text'> {
  return {
    name: 'saxes',
    takes: 'text',
    needs: [],
    library: { packageName: 'saxes', from: 'saxes', names: ['SaxesParser'] },
    bind(schema: DataSchema) {
      const document = xmlDocumentOf(schema, form);
      return (text) => readBySaxes(text, document);
    },
  };
}

function readBySaxes(text: string, document: XmlDocument): DataValue {
  const builder = new XmlValueBuilder(document);
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('doctype', () => {
    throw new Error('documents with a document type are refused');
  });
  // Of the tag being read; saxes tells of each before it tells of the tag.
  let attributeCount = 0;
  parser.on('attribute', () => {
    attributeCount += 1;
  });
  parser.on('opentag', ({ name, attributes }) => {
    builder.open(name, attributes, attributeCount);
    attributeCount = 0;
  });
  parser.on('text', (part) => builder.text(part));
  parser.on('cdata', (part) => builder.text(part));
  parser.on('closetag', () => builder.close());
  try {
    parser.write(text).close();
  } catch (thrown) {
    throw xmlError(messageOf(thrown), builder.place());
  }
  return builder.result!;
}
