// Builds values from the parts of a document as a parser reports them, for the readers that build no tree. A
// value goes to its place when its element ends.

import type { DataValue } from '../../data/schema.ts';
import { put } from '../shared/plain-record.ts';
import { type Content, chosen, NIL, type ScalarContent, TYPE, type XmlDocument } from './xml-content.ts';
import {
  isDeclaration,
  isSpace,
  NOT_ALL_ATTRIBUTES,
  sayElementEnd,
  strayText,
  unexpected,
} from './xml-errors.ts';
import { type Frame, framePath, openFrame, type RecordFrame, stepIn } from './xml-frames.ts';
import {
  checkEntryKey,
  checkMissing,
  entryNamed,
  fieldNamed,
  fillFromText,
  fillInOrder,
  finishRecord,
  itemNamed,
  putIn,
  readAttribute,
  requireNil,
} from './xml-rules.ts';

/**
 * Attributes by their names, in an object without a prototype, so that it has nothing that the document does
 * not have.
 */
export type Attributes = Readonly<Record<string, string>>;

export class XmlValueBuilder {
  /** The value, once the outermost element has ended. */
  result: DataValue | undefined = undefined;
  readonly #document: XmlDocument;
  #frame: Frame | null = null;
  /** The content of the open element if it holds no elements. */
  #leaf: ScalarContent | 'nil' | null = null;
  #leafName = '';
  #text = '';

  constructor(document: XmlDocument) {
    this.#document = document;
  }

  /**
   * `given` is how many attributes the element has, with declarations of namespaces if the parser counts
   * them.
   */
  open(name: string, attributes: Attributes, given: number): void {
    if (this.#leaf !== null) throw new Error(unexpected(name, sayElementEnd(this.#leafName)));
    const isEntry = this.#frame?.kind === 'map';
    const count = this.#begin(this.#opened(name, attributes), name, attributes) + (isEntry ? 1 : 0);
    if (count !== given) checkOthers(attributes, count);
  }

  text(part: string): void {
    const frame = this.#frame;
    if (this.#leaf !== null && this.#leaf !== 'nil') this.#text += part;
    else if (this.#leaf === null && frame?.kind === 'record' && frame.text !== null) frame.text += part;
    else if (!isSpace(part)) throw new Error(strayText(part));
  }

  close(): void {
    if (this.#leaf !== null) {
      const value = this.#leaf === 'nil' ? null : this.#leaf.read(this.#text);
      this.#leaf = null;
      this.#put(value);
      return;
    }
    const frame = this.#frame!;
    if (frame.kind === 'record' && frame.text !== null) fillFromText(frame, frame.text);
    const value = frame.kind === 'record' ? finishRecord(frame) : frame.values;
    this.#frame = frame.parent;
    this.#put(value);
  }

  /** The place of reading: `/things/thing[2]/label`. */
  place(): string {
    const around = this.#frame === null ? '' : framePath(this.#frame);
    return this.#leaf === null ? around : around + stepIn(this.#frame, this.#leafName);
  }

  /** The content of the element that opens. */
  #opened(name: string, attributes: Attributes): Content {
    const frame = this.#frame;
    if (frame === null) {
      if (name !== this.#document.name) throw new Error(unexpected(name, this.#document.name));
      return this.#document.content;
    }
    switch (frame.kind) {
      case 'record':
        endText(frame);
        frame.at = fieldNamed(frame, name);
        return frame.content.fields[frame.at]!.child!;
      case 'list':
        return itemNamed(frame.content, name, frame.name);
      case 'map': {
        const entry = entryNamed(frame.content, name, frame.name);
        frame.key = checkEntryKey(frame.content, frame.values, attributes[frame.content.keyName] ?? null);
        return entry;
      }
    }
  }

  /** Returns how many of the attributes it understood. */
  #begin(content: Content, name: string, attributes: Attributes): number {
    switch (content.kind) {
      case 'scalar':
        this.#leaf = content;
        this.#leafName = name;
        this.#text = '';
        return 0;
      case 'nil':
        requireNil(name, attributes[NIL] ?? null);
        this.#leaf = 'nil';
        this.#leafName = name;
        return 1;
      case 'choice': {
        const type = attributes[TYPE] ?? null;
        const actual = chosen(content, attributes[NIL] ?? null, type);
        return this.#begin(actual, name, attributes) + (type === null ? 0 : 1);
      }
      default: {
        const frame = openFrame(content, name, this.#frame);
        this.#frame = frame;
        return frame.kind === 'record' ? fillFromAttributes(frame, attributes) : 0;
      }
    }
  }

  #put(value: DataValue): void {
    const frame = this.#frame;
    if (frame === null) this.result = value;
    else if (frame.kind === 'list') frame.values.push(value);
    else if (frame.kind === 'map') put(frame.values, frame.key, value);
    else putIn(frame.content, frame.slots, frame.at, value);
  }
}

/** An element that has elements has no other text. */
function endText(frame: RecordFrame): void {
  if (frame.text === null) return;
  if (!isSpace(frame.text)) throw new Error(strayText(frame.text));
  frame.text = null;
}

/** Returns how many attributes it found. */
function fillFromAttributes(frame: RecordFrame, attributes: Attributes): number {
  const { content, slots, came } = frame;
  if (came !== null)
    return fillInOrder(
      frame,
      () => Object.keys(attributes),
      (name) => attributes[name]!,
    );
  const { fields } = content;
  let count = 0;
  for (let i = 0; i < fields.length; i++) {
    const field = fields[i]!;
    if (field.attribute === null) continue;
    const text = attributes[field.attributeName];
    if (text === undefined) {
      checkMissing(field);
    } else {
      count += 1;
      slots[i] = readAttribute(field, text);
    }
  }
  return count;
}

/** There may be more attributes than were understood if they only declare something. */
function checkOthers(attributes: Attributes, understood: number): void {
  const names = Object.keys(attributes).filter((name) => !isDeclaration(name));
  if (names.length !== understood) throw new Error(NOT_ALL_ATTRIBUTES);
}
