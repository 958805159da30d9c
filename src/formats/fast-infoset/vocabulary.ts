// The names and texts that a document refers to by index, from earlier in the document or from the initial
// vocabulary at its start (X.891, clause 8). Indices count from 1 in the standard and from 0 here, as in the
// bytes.

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

  /** There is no limit: the standard ends tables at 2^20 entries, the Java library does not. */
  add(entry: T): void {
    this.#entries.push(entry);
  }

  /** Throws if there is no such entry. */
  at(index: number): T {
    const entry = this.#entries[index];
    if (entry !== undefined) return entry;
    throw new Problem(`entry ${index + 1} of the table of ${this.#what}, which has ${this.#entries.length}`);
  }
}

/**
 * A few bytes can refer to a long text, and to a long namespace, again and again; this keeps what they make
 * within what can be read. A document is given more the longer it is.
 */
class Budget {
  readonly #what: string;
  #left: number;

  /** `characters`: at most, of all together. */
  constructor(what: string, characters: number) {
    this.#what = what;
    this.#left = characters;
  }

  spend(characters: number): void {
    this.#left -= characters;
    if (this.#left < 0)
      throw new Problem(`${this.#what} of more characters than such a document should make`);
  }
}

/** Texts, each of which counts whenever it is referred to. */
class TextTable extends Table<string> {
  readonly #budget: Budget;

  constructor(what: string, budget: Budget) {
    super(what);
    this.#budget = budget;
  }

  override at(index: number): string {
    const text = super.at(index);
    this.#budget.spend(text.length);
    return text;
  }
}

/** Characters that any document may make of texts by reference, and of names. */
const LEAST_BUDGET = 2 ** 26;
/** The most that the Java library makes of a byte, unless told otherwise. */
const MOST_CHARACTERS_A_BYTE = 31;
/**
 * The longest name that is looked up, with its prefix and namespace. V8 gives all longer strings of one
 * length the same hash.
 */
const MOST_NAME_CHARACTERS = 10_000;

export interface NameParts {
  readonly prefix: string;
  readonly uri: string;
  readonly localName: string;
}

/** The name of an attribute, and the last element that had one of that name, whatever the prefix. */
export interface AttributeName extends QualifiedName {
  readonly last: { element: number };
}

export class Vocabulary {
  readonly prefixes = new Table<string>('prefixes', [XML_PREFIX]);
  readonly uris = new Table<string>('namespaces', [XML_URI]);
  readonly localNames = new Table<string>('local names');
  readonly otherUris = new Table<string>('other URIs');
  readonly otherNames: Table<string>;
  readonly attributeValues: Table<string>;
  readonly texts: Table<string>;
  readonly otherTexts: Table<string>;
  readonly elementNames = new Table<QualifiedName>('element names');
  readonly attributeNames = new Table<AttributeName>('attribute names');
  readonly #names: Budget;
  readonly #lastByName = new Map<string, { element: number }>();

  /** `documentBytes`: how long the document is. */
  constructor(documentBytes: number) {
    const characters = LEAST_BUDGET + documentBytes * MOST_CHARACTERS_A_BYTE;
    const repeated = new Budget('texts that are referred to', characters);
    this.#names = new Budget('names', characters);
    this.otherNames = new TextTable('other names', repeated);
    this.attributeValues = new TextTable('attribute values', repeated);
    this.texts = new TextTable('texts', repeated);
    this.otherTexts = new TextTable('other texts', repeated);
  }

  addElementName(parts: NameParts): QualifiedName {
    const name = this.#named(parts);
    this.elementNames.add(name);
    return name;
  }

  addAttributeName(parts: NameParts): AttributeName {
    const plain = this.#named(parts);
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

  #named({ prefix, uri, localName }: NameParts): QualifiedName {
    const characters = prefix.length + uri.length + localName.length;
    if (characters > MOST_NAME_CHARACTERS)
      throw new Problem(`a name of more than ${MOST_NAME_CHARACTERS} characters`);
    this.#names.spend(characters);
    return qualifiedName(localName, uri, prefix);
  }
}
