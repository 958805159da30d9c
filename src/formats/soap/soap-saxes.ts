// The reader of SOAP messages by saxes: the envelope is read here, what is in it as any other XML.

import type { DataValue } from '../../data/schema.ts';
import type { CodecTaking } from '../format.ts';
import { isSpace, sayElementEnd, strayText, unexpected } from '../xml/xml-errors.ts';
import { readBySaxes, SAXES_LIBRARY, type XmlListener } from '../xml/xml-saxes.ts';
import { type Attributes, XmlValueBuilder } from '../xml/xml-value-builder.ts';
import {
  type BodyElement,
  faultError,
  isNamed,
  planBodyElement,
  type QualifiedName,
  requireNamed,
  SOAP_NAMESPACE,
  VALUE_NAMESPACE,
} from './envelope.ts';

export const soapSaxes: CodecTaking<'text'> = {
  name: 'saxes',
  takes: 'text',
  needs: [],
  library: SAXES_LIBRARY,
  bind(schema) {
    const element = planBodyElement(schema);
    return (text) => readBySaxes(text, new EnvelopeReader(element));
  },
};

/** Prefix → namespace, '' for none; without a prototype, so that no prefix is there that was not declared. */
type Scope = Readonly<Record<string, string>>;

const NO_SCOPE: Scope = Object.freeze(Object.create(null));

/** Levels of the envelope, by how many elements are open. */
const IN_ENVELOPE = 1;
const IN_BODY = 2;

class EnvelopeReader implements XmlListener {
  readonly #element: BodyElement;
  readonly #builder: XmlValueBuilder;
  /** The number of open elements. */
  #depth = 0;
  readonly #scopes: Scope[] = [NO_SCOPE];
  /** The element whose parts are being read. */
  #inside: 'envelope' | 'header' | 'value' | 'fault' = 'envelope';
  #isHeaderOver = false;
  #isBodyOver = false;
  readonly #fault = new FaultText();

  constructor(element: BodyElement) {
    this.#element = element;
    this.#builder = new XmlValueBuilder(element);
  }

  get result(): DataValue | undefined {
    return this.#builder.result;
  }

  open(name: string, attributes: Attributes, given: number): void {
    if (this.#inside === 'value') this.#builder.open(name, attributes, given);
    else if (this.#inside === 'fault') this.#fault.open(name);
    else if (this.#inside === 'envelope') this.#openPart(name, attributes, given);
    this.#depth += 1;
  }

  text(part: string): void {
    if (this.#inside === 'value') this.#builder.text(part);
    else if (this.#inside === 'fault') this.#fault.text(part);
    else if (this.#inside === 'envelope' && !isSpace(part)) throw new Error(strayText(part));
  }

  close(): void {
    this.#depth -= 1;
    if (this.#inside === 'value') this.#builder.close();
    else if (this.#inside === 'fault') this.#fault.close();
    if (this.#inside === 'envelope') this.#closePart();
    else if (this.#depth === (this.#inside === 'header' ? IN_ENVELOPE : IN_BODY)) this.#leave();
  }

  place(): string {
    return this.#inside === 'value' ? this.#builder.place() : '';
  }

  #openPart(name: string, attributes: Attributes, given: number): void {
    const scope = scopeWithin(this.#scopes.at(-1)!, attributes);
    const elementName = qualified(name, scope);
    if (this.#depth === 0) requireNamed(elementName, SOAP_NAMESPACE, 'Envelope');
    else if (this.#depth === IN_ENVELOPE) {
      if (this.#isBodyOver) throw new Error(unexpected(name, sayElementEnd('Envelope')));
      if (!this.#isHeaderOver && isNamed(elementName, SOAP_NAMESPACE, 'Header')) this.#inside = 'header';
      else requireNamed(elementName, SOAP_NAMESPACE, 'Body');
    } else {
      if (this.result !== undefined) throw new Error(unexpected(name, sayElementEnd('Body')));
      this.#openValue(elementName, attributes, given);
    }
    if (this.#inside === 'envelope') this.#scopes.push(scope);
  }

  #openValue(found: QualifiedName, attributes: Attributes, given: number): void {
    if (isNamed(found, SOAP_NAMESPACE, 'Fault')) {
      this.#inside = 'fault';
      return;
    }
    requireNamed(found, VALUE_NAMESPACE, this.#element.name);
    this.#inside = 'value';
    this.#builder.open(this.#element.name, attributes, given);
  }

  #closePart(): void {
    this.#scopes.pop();
    if (this.#depth === IN_ENVELOPE) {
      if (this.result === undefined) requireNamed(null, VALUE_NAMESPACE, this.#element.name);
      this.#isBodyOver = true;
    } else if (!this.#isBodyOver) requireNamed(null, SOAP_NAMESPACE, 'Body');
  }

  /** The header, the value or the fault has ended. */
  #leave(): void {
    if (this.#inside === 'fault') throw this.#fault.error();
    if (this.#inside === 'header') this.#isHeaderOver = true;
    this.#inside = 'envelope';
  }
}

/** Collects what a fault says in its child elements. */
class FaultText {
  #depth = 0;
  #name = '';
  readonly #texts = new Map<string, string>();

  open(name: string): void {
    this.#depth += 1;
    if (this.#depth === 1) this.#name = localName(name);
  }

  text(part: string): void {
    if (this.#depth > 0) this.#texts.set(this.#name, (this.#texts.get(this.#name) ?? '') + part);
  }

  close(): void {
    this.#depth -= 1;
  }

  error(): Error {
    return faultError(this.#texts.get('faultcode') ?? '', this.#texts.get('faultstring') ?? '');
  }
}

function scopeWithin(around: Scope, attributes: Attributes): Scope {
  const declared = Object.keys(attributes).filter((name) => name === 'xmlns' || name.startsWith('xmlns:'));
  if (declared.length === 0) return around;
  const scope: Record<string, string> = Object.assign(Object.create(null), around);
  for (const name of declared) scope[name.slice('xmlns:'.length)] = attributes[name]!;
  return scope;
}

function qualified(name: string, scope: Scope): QualifiedName {
  const colon = name.indexOf(':');
  const namespace = scope[colon === -1 ? '' : name.slice(0, colon)] ?? '';
  return { namespace: namespace === '' ? null : namespace, local: localName(name) };
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
