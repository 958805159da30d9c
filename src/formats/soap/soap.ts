// SOAP 1.1 as JAX-WS writes and reads it: the XML of format xml in an envelope. soap/envelope.ts describes
// the envelope.

import type { Encoder, Format } from '../format.ts';
import { XSI_DECLARATION } from '../xml/xml-content.ts';
import { mappedNames } from '../xml/xml-names.ts';
import { elementWriter, xmlGuard } from '../xml/xml-writer.ts';
import { ENVELOPE_END, ENVELOPE_START, planBodyElement, VALUE_NAMESPACE } from './envelope.ts';
import { soapDomParser } from './soap-dom.ts';
import { soapSaxes } from './soap-saxes.ts';

export const SOAP_CONTENT_TYPE = 'text/xml;charset=utf-8';

const encoder: Encoder = {
  name: 'wirefare-soap',
  refuse: (schema) => xmlGuard('SOAP', schema),
  bind(schema) {
    const { name, content, needsXsi } = planBodyElement(schema);
    const write = elementWriter(`w:${name}`, content);
    const declarations = ` xmlns:w="${VALUE_NAMESPACE}"${needsXsi ? XSI_DECLARATION : ''}`;
    const utf8 = new TextEncoder();
    return (value) => utf8.encode(ENVELOPE_START + write(value, declarations) + ENVELOPE_END);
  },
};

export const SOAP: Format = {
  name: 'soap',
  title: 'SOAP',
  contentType: SOAP_CONTENT_TYPE,
  needsSchema: true,
  keyOrder: 'kept',
  encoders: [encoder],
  codecs: [soapDomParser, soapSaxes],
  mapped: mappedNames,
};
