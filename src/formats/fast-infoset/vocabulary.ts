// What a document refers to by index: names and texts that stood in it before, or in the initial vocabulary at its start
// (X.891, clause 8). Indices count from 1 in the standard and from 0 here, as in the bytes.

import { Problem } from './document-error.ts';
import { expandedName, type QualifiedName, qualifiedName, XML_PREFIX, XML_URI } from './names.ts';

export class Table<T> {
  readonly #what: string;
  readonly #entries: T[];

  /** `what`: for people, `element names`. */
  constructor(what: string, builtIn: readonly T[] = []) {
    this.#what = what;
    this.#entries = [...builtIn];
  }

  /** Whatever their number: the standard ends tables at 2^20 entries, the Java library does not. */
  add(entry: T): void {
    this.#entries.push(entry);
  }

  /** Throws where there is none. */
  at(index: number): T {
    const entry = this.#entries[index];
    if (entry !== undefined) return entry;
    throw new Problem(`entry ${index + 1} of the table of ${this.#what}, which has ${this.#entries.length}`);
  }
}

/** The name of an attribute, and the last element that had one of that name, whatever the prefix. */
export interface AttributeName extends QualifiedName {
  readonly last: { element: number };
}

export class Vocabulary {
  readonly prefixes = new Table<string>('prefixes', [XML_PREFIX]);
  readonly uris = new Table<string>('namespaces', [XML_URI]);
  readonly localNames = new Table<string>('local names');
  readonly otherNames = new Table<string>('other names');
  readonly otherUris = new Table<string>('other URIs');
  readonly attributeValues = new Table<string>('attribute values');
  readonly texts = new Table<string>('texts');
  readonly otherTexts = new Table<string>('other texts');
  readonly elementNames = new Table<QualifiedName>('element names');
  readonly attributeNames = new Table<AttributeName>('attribute names');
  readonly #lastByName = new Map<string, { element: number }>();

  addElementName(name: QualifiedName): QualifiedName {
    this.elementNames.add(name);
    return name;
  }

  addAttributeName({ localName, uri, prefix }: QualifiedName): AttributeName {
    const plain = qualifiedName(localName, uri, prefix);
    const expanded = expandedName(plain);
    let last = this.#lastByName.get(expanded);
    if (last === undefined) {
      last = { element: 0 };
      this.#lastByName.set(expanded, last);
    }
    const name = { ...plain, last };
    this.attributeNames.add(name);
    return name;
  }
}
