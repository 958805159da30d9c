// SOAP messages as other libraries write them, and messages that are broken or of another shape, for the
// tests of both readers.

import { flatSchema } from '../../../src/data/flat-schema.ts';
import type { DataValue } from '../../../src/data/schema.ts';

export const PAIRS_SCHEMA = flatSchema('Pairs', 'Pair', [
  { name: 'a', type: 'int32' },
  { name: 'b', type: 'string' },
]);

export const PAIRS: DataValue = [
  { a: 1, b: 'x&y' },
  { a: -2, b: '' },
];

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
const PAIR_ELEMENTS = '<pair><a>1</a><b>x&amp;y</b></pair><pair><a>-2</a><b></b></pair>';

const inBody = (content: string) => `<S:Envelope xmlns:S="${SOAP}"><S:Body>${content}</S:Body></S:Envelope>`;
const pairs = (content: string) => `<w:Pairs xmlns:w="urn:wirefare">${content}</w:Pairs>`;
const fault = (content: string) => inBody(`<S:Fault>${content}</S:Fault>`);

export const MESSAGES: Readonly<Record<string, string>> = {
  'JAX-WS RI': `<?xml version='1.0' encoding='UTF-8'?>${inBody(`<ns2:Pairs xmlns:ns2="urn:wirefare">${PAIR_ELEMENTS}</ns2:Pairs>`)}`,
  'prefixes declared outside, other prefixes in the body': `<S:Envelope xmlns:S="${SOAP}" xmlns:w="urn:wirefare"><T:Body xmlns:T="${SOAP}"><w:Pairs>${PAIR_ELEMENTS}</w:Pairs></T:Body></S:Envelope>`,
  'no prefix for the envelope': `<Envelope xmlns="${SOAP}"><Body>${`<w:Pairs xmlns:w="urn:wirefare" xmlns="">${PAIR_ELEMENTS}</w:Pairs>`}</Body></Envelope>`,
  'a header, comments and white space': `<?xml version="1.0"?>
<S:Envelope xmlns:S="${SOAP}" S:encodingStyle="none">
  <!-- a --><S:Header> text <t:Id xmlns:t="urn:t" S:mustUnderstand="0">1<t:Body/></t:Id></S:Header>
  <S:Body Id="b">
    <!-- b -->
    ${pairs(PAIR_ELEMENTS.replaceAll('><', '>\n<').replace('<b>\n<', '<b><'))}
  </S:Body>
</S:Envelope>
`,
  'attributes of XML Schema': inBody(
    `<w:Pairs xmlns:w="urn:wirefare" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:wirefare a.xsd">${PAIR_ELEMENTS}</w:Pairs>`,
  ),
};

interface Broken {
  readonly text: string;
  readonly expected: RegExp;
}

const refused = (text: string, expected: RegExp): Broken => ({ text, expected });

export const BROKEN_MESSAGES: Readonly<Record<string, Broken>> = {
  'a fault': refused(
    fault('<faultcode>S:Client</faultcode><faultstring>n is 0</faultstring><detail><e>x</e></detail>'),
    /^Error: XML: a SOAP fault, S:Client: n is 0$/,
  ),
  'a fault that says nothing': refused(fault(''), /a SOAP fault, without a code: without a reason$/),
  'a document type': refused(
    `<!DOCTYPE a [<!ENTITY b "c">]>${inBody(pairs(PAIR_ELEMENTS))}`,
    /document type/,
  ),
  'no envelope': refused(pairs(PAIR_ELEMENTS), /<\{urn:wirefare\}Pairs>, expected \{http:.*\}Envelope/),
  'SOAP 1.2': refused(
    inBody(pairs(PAIR_ELEMENTS)).replace(SOAP, 'http://www.w3.org/2003/05/soap-envelope'),
    /<\{http:\/\/www\.w3\.org\/2003\/05\/soap-envelope\}Envelope>, expected/,
  ),
  'an envelope without a body': refused(
    `<S:Envelope xmlns:S="${SOAP}"> </S:Envelope>`,
    /expected \{http:.*\}Body/,
  ),
  'a header without a body': refused(
    `<S:Envelope xmlns:S="${SOAP}"><S:Header/></S:Envelope>`,
    /the end of an element, expected \{http:.*\}Body/,
  ),
  'two headers': refused(
    `<S:Envelope xmlns:S="${SOAP}"><S:Header/><S:Header/><S:Body/></S:Envelope>`,
    /Header>, expected \{http:.*\}Body/,
  ),
  'an empty body': refused(inBody(''), /the end of an element, expected \{urn:wirefare\}Pairs/),
  'two bodies': refused(
    inBody(`${pairs('')}</S:Body><S:Body>${pairs('')}`),
    /<S:Body>, expected the end of .*Envelope/,
  ),
  'two elements in the body': refused(inBody(pairs('') + pairs('')), /<w:Pairs>, expected the end of .*Body/),
  'an element of another name': refused(inBody('<w:Others xmlns:w="urn:wirefare"/>'), /Others>, expected/),
  'an element of another namespace': refused(inBody('<w:Pairs xmlns:w="urn:other"/>'), /\{urn:other\}Pairs>/),
  'an element of no namespace': refused(inBody(`<Pairs>${PAIR_ELEMENTS}</Pairs>`), /<Pairs>, expected/),
  'text in the body': refused(inBody(`a${pairs('')}`), /"a" where only elements may stand/),
  'text behind the body': refused(
    inBody(pairs('')).replace('</S:Env', 'b</S:Env'),
    /"b" where only elements/,
  ),
  'attributes of the value': refused(
    inBody(`<w:Pairs xmlns:w="urn:wirefare" a="b">${PAIR_ELEMENTS}</w:Pairs>`),
    /attributes that nobody expects/,
  ),
  'a value of another shape': refused(
    inBody(pairs('<pair><a>1.5</a><b/></pair>')),
    /"1\.5" is not.*, in .*Pairs\/pair(\[1\])?\/a/,
  ),
  'half a message': refused(inBody(pairs(PAIR_ELEMENTS)).slice(0, 150), /^Error: XML: /),
  'nothing at all': refused('', /^Error: XML: /),
};
