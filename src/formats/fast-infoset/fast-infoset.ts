// Fast Infoset (ITU-T X.891, ISO/IEC 24824-1): what the format xml writes, in a binary form where names, and
// texts that come again, stand once. Read and written by code of our own, since there is no library for it.

import type { Format } from '../format.ts';
import { mappedNames } from '../xml/xml-names.ts';
import { fastInfosetCodec } from './decode.ts';
import { fastInfosetEncoder } from './encode.ts';

export const FAST_INFOSET: Format = {
  name: 'fast-infoset',
  title: 'Fast Infoset',
  contentType: 'application/fastinfoset',
  needsSchema: true,
  // Elements come in the order of the object's keys, like in XML.
  keyOrder: 'kept',
  encoders: [fastInfosetEncoder],
  codecs: [fastInfosetCodec],
  mapped: mappedNames,
};
