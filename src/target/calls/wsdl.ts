// The description of what /soap takes: WSDL 1.1 with the schema of every request and answer, as clients are
// generated from it. The schema and the format xml use the same plan, so the schema says what the format
// writes.

import { planBodyElement, VALUE_NAMESPACE } from '../../formats/soap/envelope.ts';
import type { Content, ScalarContent, XmlField } from '../../formats/xml/xml-content.ts';
import { DESCRIBED, type Described } from './operations.ts';

/** What the format soap-serialized posts, whichever operation the object asks for. */
const SERIALIZED = { name: 'serialized' };
const SERIALIZED_ELEMENT =
  '<xs:element name="Serialized"><xs:complexType><xs:sequence><xs:element name="payload" type="xs:base64Binary"/></xs:sequence></xs:complexType></xs:element>';

const INT32 = { min: -2_147_483_648, max: 2_147_483_647 };

/**
 * Describes every operation of the service, even if this process does not keep its data: JAX-WS refuses a
 * port whose description has fewer operations than the interface. `address` is where requests go:
 * `http://127.0.0.1:40123/soap`.
 */
export function writeWsdl(address: string): string {
  const each = (text: (operation: Described) => string) => DESCRIBED.map(text).join('');
  const elements = each(({ requestSchema, answerSchema }) =>
    [requestSchema, answerSchema]
      .map(planBodyElement)
      .map(({ name, content }) => element(name, content, ''))
      .join(''),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<wsdl:definitions name="Wirefare" targetNamespace="${VALUE_NAMESPACE}" xmlns:w="${VALUE_NAMESPACE}" \
xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" \
xmlns:xs="http://www.w3.org/2001/XMLSchema"><wsdl:types><xs:schema targetNamespace="${VALUE_NAMESPACE}">${elements}\
${SERIALIZED_ELEMENT}</xs:schema></wsdl:types>${each(messages)}${messageElement('serializedIn', 'Serialized')}${messageElement('serializedOut', 'Serialized')}<wsdl:portType name="Wirefare">${each(portOperation)}${portOperation(SERIALIZED)}</wsdl:portType>\
<wsdl:binding name="WirefareSoap" type="w:Wirefare"><soap:binding transport="http://schemas.xmlsoap.org/soap/http" \
style="document"/>${each(boundOperation)}${boundOperation(SERIALIZED)}</wsdl:binding><wsdl:service name="WirefareService"><wsdl:port name="Wirefare" \
binding="w:WirefareSoap"><soap:address location="${escaped(address)}"/></wsdl:port></wsdl:service></wsdl:definitions>
`;
}

function messages({ name, requestSchema, answerSchema }: Described): string {
  return messageElement(`${name}In`, requestSchema.name) + messageElement(`${name}Out`, answerSchema.name);
}

function messageElement(name: string, element: string): string {
  return `<wsdl:message name="${name}"><wsdl:part name="body" element="w:${element}"/></wsdl:message>`;
}

function portOperation({ name }: Pick<Described, 'name'>): string {
  const [input, output] = [`<wsdl:input message="w:${name}In"/>`, `<wsdl:output message="w:${name}Out"/>`];
  return `<wsdl:operation name="${name}">${input}${output}</wsdl:operation>`;
}

function boundOperation({ name }: Pick<Described, 'name'>): string {
  const body = '<soap:body use="literal"/>';
  const bound = `<wsdl:input>${body}</wsdl:input><wsdl:output>${body}</wsdl:output>`;
  return `<wsdl:operation name="${name}"><soap:operation soapAction=""/>${bound}</wsdl:operation>`;
}

function element(name: string, content: Content, occurs: string): string {
  const start = `<xs:element name="${name}"${occurs}`;
  if (content.kind === 'scalar') return `${start} type="xs:${xsdType(content)}"/>`;
  return `${start}><xs:complexType><xs:sequence>${children(content)}</xs:sequence></xs:complexType></xs:element>`;
}

function children(content: Content): string {
  switch (content.kind) {
    case 'record':
      return content.fields.map(fieldElement).join('');
    case 'list':
      return element(content.itemName, content.item!, ' minOccurs="0" maxOccurs="unbounded"');
    default:
      throw new Error(`no operation has ${content.kind} in its messages`);
  }
}

function fieldElement({ name, child, optional, repeats }: XmlField): string {
  const least = optional ? ' minOccurs="0"' : '';
  return element(name, child!, repeats ? `${least} maxOccurs="unbounded"` : least);
}

function xsdType({ type }: ScalarContent): string {
  if (type.kind !== 'integer') return type.kind;
  return type.min >= INT32.min && type.max <= INT32.max ? 'int' : 'long';
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
