// A cursor over a Fast Infoset document: elements with their names, namespaces and attributes, texts,
// comments and instructions, one after the other, as a StAX reader gives them. Whatever is wrong is an
// InfosetError with the offset.
//
//   const reader = new InfosetReader(bytes);
//   for (let event = reader.next(); event !== 'document-end'; event = reader.next()) …

import { ByteReader } from './byte-reader.ts';
import { InfosetError, Problem } from './document-error.ts';
import { INDEX_ON_SECOND_BIT, INDEX_ON_THIRD_BIT } from './lengths.ts';
import { type QualifiedName, qualifiedName } from './names.ts';
import { readPrologue } from './prologue.ts';
import { readIdentifier, readIndex, readText, readValue } from './strings.ts';
import { type AttributeName, type NameParts, Vocabulary } from './vocabulary.ts';

/** A text may come in several parts, one after the other. */
export type InfosetEvent = 'start' | 'end' | 'text' | 'comment' | 'instruction' | 'document-end';

export interface InfosetAttribute {
  readonly name: QualifiedName;
  readonly value: string;
}

/**
 * Declares a namespace. Without a prefix it is the namespace of elements without a prefix; without a URI it
 * ends a declaration.
 */
export interface Declaration {
  readonly prefix: string;
  readonly uri: string;
}

const NO_ATTRIBUTES: readonly InfosetAttribute[] = [];
const NO_DECLARATIONS: readonly Declaration[] = [];
const NO_NAME = qualifiedName('');

const TERMINATOR = 0xf0;
const DOUBLE_TERMINATOR = 0xff;
const NAMESPACES_FOLLOW = 0x38;

export class InfosetReader {
  /** The name of the element that starts or ends. */
  name: QualifiedName = NO_NAME;
  /** The attributes of the element that starts. */
  attributes: readonly InfosetAttribute[] = NO_ATTRIBUTES;
  declarations: readonly Declaration[] = NO_DECLARATIONS;
  /** The text of a text, a comment or an instruction. */
  text = '';
  /** The target of an instruction. */
  target = '';
  readonly #bytes: ByteReader;
  readonly #vocabulary: Vocabulary;
  /** The elements that are open. */
  readonly #open: QualifiedName[] = [];
  #elements = 0;
  /** Ends that were read but not told: one, after two ends in a byte. */
  #endsLeft = 0;
  #isOver = false;

  /** Throws where the bytes do not begin as a document does. */
  constructor(bytes: Uint8Array) {
    this.#bytes = new ByteReader(bytes);
    this.#vocabulary = new Vocabulary(bytes.length);
    this.#guarded(() => readPrologue(this.#bytes, this.#vocabulary));
  }

  /** The offset of the next byte, from 0. */
  get offset(): number {
    return this.#bytes.offset;
  }

  next(): InfosetEvent {
    try {
      return this.#next();
    } catch (thrown) {
      throw this.#withPlace(thrown);
    }
  }

  #guarded(read: () => void): void {
    try {
      read();
    } catch (thrown) {
      throw this.#withPlace(thrown);
    }
  }

  #withPlace(thrown: unknown): unknown {
    // A RangeError is a text longer than any string can be.
    const isOfDocument = thrown instanceof Problem || thrown instanceof RangeError;
    return isOfDocument ? new InfosetError(thrown.message, this.#bytes.offset) : thrown;
  }

  #next(): InfosetEvent {
    if (this.#endsLeft > 0) return this.#end(this.#endsLeft - 1);
    if (this.#isOver) return 'document-end';
    const lead = this.#bytes.byte();
    if (lead < 0x80) return this.#element(lead);
    if (lead < 0xc0) return this.#characters(lead);
    if (lead === TERMINATOR) return this.#end(0);
    if (lead === DOUBLE_TERMINATOR) return this.#end(1);
    if (lead === 0xe2) return this.#comment();
    if (lead === 0xe1) return this.#instruction();
    if (lead >= 0xc4 && lead <= 0xc7) throw new Problem('documents with a document type are refused');
    if (lead >= 0xc8 && lead <= 0xcb) throw new Problem('references to entities are refused');
    throw new Problem(`a byte ${hex(lead)} where an element, text or an end should begin`);
  }

  /** `after`: how many ends the byte has besides this one. */
  #end(after: number): InfosetEvent {
    this.#endsLeft = after;
    const name = this.#open.pop();
    if (name !== undefined) {
      this.name = name;
      return 'end';
    }
    this.#endsLeft = 0;
    if (this.#elements === 0) throw new Problem('a document without an element');
    if (after > 0) throw new Problem('an end where nothing is open');
    if (this.#bytes.offset < this.#bytes.length) throw new Problem('bytes behind the end of the document');
    this.#isOver = true;
    return 'document-end';
  }

  #characters(lead: number): InfosetEvent {
    if (this.#open.length === 0) throw new Problem('text outside the outermost element');
    this.text = readText(this.#bytes, lead, this.#vocabulary.texts);
    return 'text';
  }

  #comment(): InfosetEvent {
    this.text = readValue(this.#bytes, this.#vocabulary.otherTexts);
    return 'comment';
  }

  #instruction(): InfosetEvent {
    this.target = readIdentifier(this.#bytes, this.#vocabulary.otherNames);
    this.text = readValue(this.#bytes, this.#vocabulary.otherTexts);
    return 'instruction';
  }

  #element(lead: number): InfosetEvent {
    if (this.#open.length === 0 && this.#elements > 0) throw new Problem('a second outermost element');
    this.#elements += 1;
    let bits = lead & 0x3f;
    this.declarations = NO_DECLARATIONS;
    if (bits === NAMESPACES_FOLLOW) {
      this.declarations = this.#declared();
      bits = this.#bytes.byte();
      if (bits > 0x3f) throw new Problem('no name of an element behind its namespaces');
    }
    this.name = this.#elementName(bits);
    this.#open.push(this.name);
    this.attributes = (lead & 0x40) === 0 ? NO_ATTRIBUTES : this.#attributeList();
    return 'start';
  }

  #declared(): readonly Declaration[] {
    const bytes = this.#bytes;
    const { prefixes, uris } = this.#vocabulary;
    const declarations: Declaration[] = [];
    let lead = bytes.byte();
    for (; lead >= 0xcc && lead <= 0xcf; lead = bytes.byte()) {
      const prefix = (lead & 2) === 0 ? '' : readIdentifier(bytes, prefixes);
      const uri = (lead & 1) === 0 ? '' : readIdentifier(bytes, uris);
      declarations.push({ prefix, uri });
    }
    if (lead !== TERMINATOR) throw new Problem(`a byte ${hex(lead)} among the namespaces of an element`);
    return declarations;
  }

  #elementName(bits: number): QualifiedName {
    const vocabulary = this.#vocabulary;
    if (bits < 0x3c) return vocabulary.elementNames.at(readIndex(this.#bytes, bits, INDEX_ON_THIRD_BIT));
    return vocabulary.addElementName(this.#literalName(bits & 3));
  }

  /** A name in its parts: `flags` say whether it has a prefix and a namespace. */
  #literalName(flags: number): NameParts {
    if (flags === 2) throw new Problem('a name with a prefix but no namespace');
    const { prefixes, uris, localNames } = this.#vocabulary;
    const prefix = (flags & 2) === 0 ? '' : readIdentifier(this.#bytes, prefixes);
    const uri = (flags & 1) === 0 ? '' : readIdentifier(this.#bytes, uris);
    return { prefix, uri, localName: readIdentifier(this.#bytes, localNames) };
  }

  #attributeList(): readonly InfosetAttribute[] {
    const attributes: InfosetAttribute[] = [];
    let lead = this.#bytes.byte();
    for (; lead < 0x80; lead = this.#bytes.byte()) {
      const name = this.#attributeName(lead);
      if (name.last.element === this.#elements) throw new Problem(`two attributes ${name.qualified}`);
      name.last.element = this.#elements;
      attributes.push({ name, value: readValue(this.#bytes, this.#vocabulary.attributeValues) });
    }
    if (lead === DOUBLE_TERMINATOR) this.#endsLeft = 1;
    else if (lead !== TERMINATOR) throw new Problem(`a byte ${hex(lead)} among the attributes of an element`);
    return attributes;
  }

  #attributeName(bits: number): AttributeName {
    const vocabulary = this.#vocabulary;
    if (bits < 0x78) return vocabulary.attributeNames.at(readIndex(this.#bytes, bits, INDEX_ON_SECOND_BIT));
    if (bits > 0x7b) throw new Problem('a name of no form');
    return vocabulary.addAttributeName(this.#literalName(bits & 3));
  }
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}
