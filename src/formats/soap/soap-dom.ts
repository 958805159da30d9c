// The reader of SOAP messages by the browser's own parser.

import type { CodecTaking } from '../format.ts';
import { domReader, firstIn, nextTo } from '../xml/xml-dom.ts';
import { sayElementEnd, unexpected } from '../xml/xml-errors.ts';
import {
  faultError,
  isNamed,
  planBodyElement,
  type QualifiedName,
  requireNamed,
  SOAP_NAMESPACE,
  VALUE_NAMESPACE,
} from './envelope.ts';

export const soapDomParser: CodecTaking<'text'> = {
  name: 'domparser',
  takes: 'text',
  needs: ['dom'],
  library: null,
  bind(schema) {
    const { name, content } = planBodyElement(schema);
    return domReader(content, (top) => valueIn(top, name));
  },
};

/** The element in the body, which is of that name. */
function valueIn(top: Element, name: string): Element {
  requireNamed(qualifiedName(top), SOAP_NAMESPACE, 'Envelope');
  const body = bodyIn(top);
  const value = firstIn(body);
  if (value !== null && isNamed(qualifiedName(value), SOAP_NAMESPACE, 'Fault')) throw faultIn(value);
  requireNamed(value === null ? null : qualifiedName(value), VALUE_NAMESPACE, name);
  requireEnd(nextTo(value!), body);
  return value!;
}

function bodyIn(envelope: Element): Element {
  const first = firstIn(envelope);
  const hasHeader = first !== null && isNamed(qualifiedName(first), SOAP_NAMESPACE, 'Header');
  const body = hasHeader ? nextTo(first) : first;
  requireNamed(body === null ? null : qualifiedName(body), SOAP_NAMESPACE, 'Body');
  requireEnd(nextTo(body!), envelope);
  return body!;
}

function requireEnd(after: Element | null, around: Element): void {
  if (after !== null) throw new Error(unexpected(after.tagName, sayElementEnd(around.tagName)));
}

function qualifiedName({ namespaceURI, localName }: Element): QualifiedName {
  return { namespace: namespaceURI, local: localName };
}

function faultIn(fault: Element): Error {
  const childText = (name: string) =>
    Array.from(fault.children).find(({ localName }) => localName === name)?.textContent ?? '';
  return faultError(childText('faultcode'), childText('faultstring'));
}
