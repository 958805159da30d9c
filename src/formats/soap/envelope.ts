// What stands around a value in a SOAP 1.1 message, document/literal with one bare part, as in JAX-WS. The
// element inside the body is named after the schema, in a namespace of its own; everything in it is as in
// format xml, in no namespace. The decoders take the prefixes and the header that any SOAP library writes,
// the encoder writes no white space.

import type { DataSchema } from '../../data/schema.ts';
import { type Content, planXmlDocument } from '../xml/xml-content.ts';
import { unexpected } from '../xml/xml-errors.ts';
import { xmlName } from '../xml/xml-names.ts';

export const SOAP_NAMESPACE = 'http://schemas.xmlsoap.org/soap/envelope/';
export const VALUE_NAMESPACE = 'urn:wirefare';

export const ENVELOPE_START = `<soap:Envelope xmlns:soap="${SOAP_NAMESPACE}"><soap:Body>`;
export const ENVELOPE_END = '</soap:Body></soap:Envelope>';

/** The element in the body: `BooksRequest`, `Books`. */
export interface BodyElement {
  readonly name: string;
  readonly content: Content;
  /** Whether any attribute of XML Schema may come. */
  readonly needsXsi: boolean;
}

export function planBodyElement(schema: DataSchema): BodyElement {
  const { content, needsXsi } = planXmlDocument(schema, 'elements');
  return { name: xmlName(schema.name), content, needsXsi };
}

/** A name with the namespace of its prefix. */
export interface QualifiedName {
  /** null if it is in none, or if the prefix was never declared. */
  readonly namespace: string | null;
  readonly local: string;
}

export function isNamed(found: QualifiedName, namespace: string, local: string): boolean {
  return found.local === local && found.namespace === namespace;
}

/** Throws unless it is of that name; null is the end of the element around it. */
export function requireNamed(found: QualifiedName | null, namespace: string, local: string): void {
  if (found === null) throw new Error(unexpected(null, shown({ namespace, local })));
  if (!isNamed(found, namespace, local)) {
    throw new Error(unexpected(shown(found), shown({ namespace, local })));
  }
}

/** `{urn:wirefare}Books`, as it is usual where prefixes say nothing. */
export function shown({ namespace, local }: QualifiedName): string {
  return namespace === null ? local : `{${namespace}}${local}`;
}

/** The error for an answer that is a fault. */
export function faultError(code: string, text: string): Error {
  return new Error(`a SOAP fault, ${code.trim() || 'without a code'}: ${text.trim() || 'without a reason'}`);
}
