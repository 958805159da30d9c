// Names of elements and attributes: prefix, namespace and local name, made once and shared by all that have
// them.

export interface QualifiedName {
  /** Empty where there is none. */
  readonly prefix: string;
  /** Of the namespace; empty where there is none. */
  readonly uri: string;
  readonly localName: string;
  /** As it stands in XML: `soap:Body`, `book`. */
  readonly qualified: string;
  /** All three parts, to find it by: names that XML holds for the same but for their prefixes differ. */
  readonly key: string;
}

export const XML_PREFIX = 'xml';
export const XML_URI = 'http://www.w3.org/XML/1998/namespace';

/** A prefix needs a namespace: throws where it has none. */
export function qualifiedName(localName: string, uri = '', prefix = ''): QualifiedName {
  if (prefix !== '' && uri === '') throw new Error(`the prefix ${prefix} of ${localName} has no namespace`);
  const qualified = prefix === '' ? localName : `${prefix}:${localName}`;
  // None of the parts can have a line feed in it.
  return { prefix, uri, localName, qualified, key: `${prefix}\n${uri}\n${localName}` };
}

/** What tells attributes of an element apart: prefixes do not. */
export function expandedName({ uri, localName }: QualifiedName): string {
  return uri === '' ? localName : `${uri}\n${localName}`;
}
