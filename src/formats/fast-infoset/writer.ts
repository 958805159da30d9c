// Writes a Fast Infoset document element by element, as a StAX writer does. Names go into the tables, and so
// do texts and attribute values of fewer than 32 characters, which is where the Java library draws the line.
//
//   const writer = new InfosetWriter();
//   writer.startElement(qualifiedName('Envelope', SOAP, 'soap'));
//   writer.declare('soap', SOAP);
//   …
//   writer.endElement();
//   const bytes = writer.finish();

import { ByteWriter } from './byte-writer.ts';
import {
  INDEX_ON_FOURTH_BIT,
  INDEX_ON_SECOND_BIT,
  INDEX_ON_THIRD_BIT,
  type IndexForm,
  LENGTH_ON_FIFTH_BIT,
  LENGTH_ON_SECOND_BIT,
  LENGTH_ON_SEVENTH_BIT,
  MOST_ENTRIES,
} from './lengths.ts';
import { type QualifiedName, XML_PREFIX, XML_URI } from './names.ts';

/** The first guess for a document of unknown size. */
const EXPECTED_BYTES = 1_024;
const LEAST_LONG_CHARACTERS = 32;

const TERMINATOR = 0xf0;
const DOUBLE_TERMINATOR = 0xff;

/** Entry → its index. */
type Indices = Map<string, number>;

export class InfosetWriter {
  readonly #bytes: ByteWriter;
  readonly #prefixes: Indices = new Map([[XML_PREFIX, 0]]);
  readonly #uris: Indices = new Map([[XML_URI, 0]]);
  readonly #localNames: Indices = new Map();
  readonly #elementNames: Indices = new Map();
  readonly #attributeNames: Indices = new Map();
  readonly #attributeValues: Indices = new Map();
  readonly #texts: Indices = new Map();
  /** The name of the element that was started, until it has content. */
  #pending: QualifiedName | null = null;
  #declarations: string[] = [];
  #attributes: (readonly [name: QualifiedName, value: string])[] = [];
  /** Half bytes that end something and are not written yet, since two of them make one byte. */
  #ends = 0;
  #depth = 0;

  /** `expected`: bytes that the document may have. */
  constructor(expected = EXPECTED_BYTES) {
    this.#bytes = new ByteWriter(expected);
    for (const byte of [0xe0, 0x00, 0x00, 0x01, 0x00]) this.#bytes.byte(byte);
  }

  /** Whether the last started element has no content yet, so that attributes may come. */
  get isTagOpen(): boolean {
    return this.#pending !== null;
  }

  /** The prefix and namespace of a name are to be declared in this element or in one around it. */
  startElement(name: QualifiedName): void {
    this.#writePending();
    this.#pending = name;
    this.#depth += 1;
  }

  /** A namespace, for the element started last. */
  declare(prefix: string, uri: string): void {
    this.#requireTag();
    this.#declarations.push(prefix, uri);
  }

  attribute(name: QualifiedName, value: string): void {
    this.#requireTag();
    this.#attributes.push([name, value]);
  }

  /** An empty one writes nothing. */
  text(text: string): void {
    if (text === '') return;
    this.#writePending();
    this.#writeText(text);
  }

  /** An element that has a text and nothing else. */
  leaf(name: QualifiedName, text: string): void {
    this.#writePending();
    this.#writeEnds();
    this.#writeName(name, this.#elementNames, 0, 0x3c, INDEX_ON_THIRD_BIT);
    if (text !== '') this.#writeText(text);
    this.#ends = 1;
  }

  endElement(): void {
    if (this.#depth === 0) throw new Error('no element is open');
    this.#writePending();
    this.#depth -= 1;
    this.#ends += 1;
  }

  /** The whole document; nothing can be written behind it. */
  finish(): Uint8Array {
    if (this.#depth > 0) throw new Error(`${this.#depth} elements are open`);
    this.#ends += 1;
    this.#writeEnds();
    return this.#bytes.written();
  }

  #writeText(text: string): void {
    this.#writeEnds();
    const known = knownIndex(text, this.#texts);
    if (known !== undefined) this.#bytes.index(0xa0, known, INDEX_ON_FOURTH_BIT);
    else this.#bytes.text(isAdded(text, this.#texts) ? 0x90 : 0x80, text, LENGTH_ON_SEVENTH_BIT);
  }

  #requireTag(): void {
    if (this.#pending === null)
      throw new Error('attributes and namespaces come before what is in an element');
  }

  #writePending(): void {
    const name = this.#pending;
    if (name === null) return;
    this.#pending = null;
    this.#writeEnds();
    const attributeFlag = this.#attributes.length > 0 ? 0x40 : 0;
    let lead = attributeFlag;
    if (this.#declarations.length > 0) {
      this.#writeDeclarations(attributeFlag);
      lead = 0;
    }
    this.#writeName(name, this.#elementNames, lead, 0x3c, INDEX_ON_THIRD_BIT);
    if (attributeFlag !== 0) this.#writeAttributes();
  }

  #writeDeclarations(attributeFlag: number): void {
    this.#bytes.byte(attributeFlag | 0x38);
    for (let i = 0; i < this.#declarations.length; i += 2) {
      const prefix = this.#declarations[i]!;
      const uri = this.#declarations[i + 1]!;
      this.#bytes.byte(0xcc | (prefix === '' ? 0 : 2) | (uri === '' ? 0 : 1));
      if (prefix !== '') this.#writeIdentifier(prefix, this.#prefixes);
      if (uri !== '') this.#writeIdentifier(uri, this.#uris);
    }
    this.#bytes.byte(TERMINATOR);
    this.#declarations = [];
  }

  #writeAttributes(): void {
    for (const [name, value] of this.#attributes) {
      this.#writeName(name, this.#attributeNames, 0, 0x78, INDEX_ON_SECOND_BIT);
      const known = knownIndex(value, this.#attributeValues);
      if (value === '') this.#bytes.byte(0xff);
      else if (known !== undefined) this.#bytes.index(0x80, known, INDEX_ON_SECOND_BIT);
      else this.#bytes.text(isAdded(value, this.#attributeValues) ? 0x40 : 0, value, LENGTH_ON_FIFTH_BIT);
    }
    this.#attributes = [];
    this.#ends = 1;
  }

  #writeName(name: QualifiedName, known: Indices, lead: number, literalFlag: number, form: IndexForm): void {
    const index = known.get(name.key);
    if (index !== undefined) {
      this.#bytes.index(lead, index, form);
      return;
    }
    const { prefix, uri, localName } = name;
    this.#bytes.byte(lead | literalFlag | (prefix === '' ? 0 : 2) | (uri === '' ? 0 : 1));
    if (prefix !== '') this.#writeDeclared(prefix, this.#prefixes);
    if (uri !== '') this.#writeDeclared(uri, this.#uris);
    this.#writeIdentifier(localName, this.#localNames);
    add(name.key, known);
  }

  /** Readers look for a name's prefix and namespace in the tables only. */
  #writeDeclared(text: string, table: Indices): void {
    const known = table.get(text);
    if (known === undefined) throw new Error(`${JSON.stringify(text)} was not declared`);
    this.#bytes.index(0x80, known, INDEX_ON_SECOND_BIT);
  }

  #writeIdentifier(text: string, table: Indices): void {
    const known = table.get(text);
    if (known !== undefined) {
      this.#bytes.index(0x80, known, INDEX_ON_SECOND_BIT);
    } else {
      this.#bytes.text(0, text, LENGTH_ON_SECOND_BIT);
      add(text, table);
    }
  }

  #writeEnds(): void {
    for (; this.#ends >= 2; this.#ends -= 2) this.#bytes.byte(DOUBLE_TERMINATOR);
    if (this.#ends === 1) this.#bytes.byte(TERMINATOR);
    this.#ends = 0;
  }
}

/**
 * The index of a text. Long texts are not looked up, because that alone would take longer than writing them.
 */
function knownIndex(text: string, table: Indices): number | undefined {
  return text.length < LEAST_LONG_CHARACTERS ? table.get(text) : undefined;
}

/** Whether a text that its table has not goes there; then it does. */
function isAdded(text: string, table: Indices): boolean {
  return text.length < LEAST_LONG_CHARACTERS && add(text, table);
}

/** Answers whether there was room. */
function add(entry: string, table: Indices): boolean {
  if (table.size >= MOST_ENTRIES) return false;
  table.set(entry, table.size);
  return true;
}
