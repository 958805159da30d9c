// XML with a child element for every property: <books><book><title>…</title>…</book>…</books>. xml-content.ts
// says how everything else stands there.

import type { Format } from '../format.ts';
import { domParserCodec } from './xml-dom.ts';
import { mappedNames } from './xml-names.ts';
import { saxesCodec } from './xml-saxes.ts';
import { xmlWriter } from './xml-writer.ts';

export const XML: Format = {
  name: 'xml',
  title: 'XML',
  contentType: 'application/xml',
  needsSchema: true,
  // Elements come in the order of the object's keys, which need not be the schema's.
  keyOrder: 'kept',
  encoders: [xmlWriter('elements')],
  codecs: [domParserCodec('elements'), saxesCodec('elements')],
  mapped: mappedNames,
};
