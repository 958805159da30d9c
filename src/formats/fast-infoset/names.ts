// Names of elements and attributes: prefix, namespace and local name, made once and shared by all elements
// and attributes that have them.

export interface QualifiedName {
  /** Empty if there is none. */
  readonly prefix: string;
  /** The namespace's URI; empty if there is none. */
  readonly uri: string;
  readonly localName: string;
  /** The name as XML writes it: `soap:Body`, `book`. */
  readonly qualified: string;
  /**
   * A key made of all three parts. Names that differ only in their prefixes are the same in XML, but have
   * different keys.
   */
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

/** What distinguishes the attributes of an element; their prefixes do not. */
export function expandedName({ uri, localName }: QualifiedName): string {
  return uri === '' ? localName : `${uri}\n${localName}`;
}
