// XML with an attribute for every property that is a single value: <books><book title="…" …/>…</books>.
// xml-content.ts says how everything else stands there.

import type { Format } from '../format.ts';
import { domParserCodec } from './xml-dom.ts';
import { mappedNames } from './xml-names.ts';
import { saxesCodec } from './xml-saxes.ts';
import { xmlWriter } from './xml-writer.ts';

export const XML_ATTRIBUTES: Format = {
  name: 'xml-attributes',
  title: 'XML attributes',
  contentType: 'application/xml',
  needsSchema: true,
  // The order of attributes means nothing in XML.
  keyOrder: 'schema',
  encoders: [xmlWriter('attributes')],
  codecs: [domParserCodec('attributes'), saxesCodec('attributes')],
  mapped: mappedNames,
};
