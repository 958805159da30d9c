// The reader of both XML forms by the browser's own parser: the parser builds a tree, from which the values
// are taken.

import type { DataRecord, DataValue } from '../../data/schema.ts';
import type { CodecTaking } from '../format.ts';
import { put } from '../shared/plain-record.ts';
import type { Slots } from '../shared/record-builder.ts';
import {
  type ChoiceContent,
  type Content,
  chosen,
  type ListContent,
  type MapContent,
  NIL,
  planXmlDocument,
  type RecordContent,
  TYPE,
  type XmlForm,
} from './xml-content.ts';
import {
  isDeclaration,
  isSpace,
  NOT_ALL_ATTRIBUTES,
  sayElementEnd,
  strayText,
  thrownMessage,
  unexpected,
  xmlError,
} from './xml-errors.ts';
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

/** Node.ELEMENT_NODE and the like, which are no globals outside pages. */
const ELEMENT = 1;
const TEXT = 3;
const CDATA = 4;

export function domParserCodec(form: XmlForm): CodecTaking<'text'> {
  return {
    name: 'domparser',
    takes: 'text',
    needs: ['dom'],
    library: null,
    bind(schema) {
      const { name, content } = planXmlDocument(schema, form);
      return domReader(content, (top) => {
        if (top.tagName !== name) throw new Error(unexpected(top.tagName, name));
        return top;
      });
    },
  };
}

/**
 * `valueAt` finds the element with the value, from the outermost element; it throws if the document is not as
 * it must be.
 */
export function domReader(content: Content, valueAt: (top: Element) => Element): (text: string) => DataValue {
  const parser = new DOMParser();
  return (text) => {
    refuseDocumentType(text);
    return readDocument(parser.parseFromString(text, 'application/xml'), content, valueAt);
  };
}

function readDocument(parsed: Document, content: Content, valueAt: (top: Element) => Element): DataValue {
  const top = parsed.documentElement;
  try {
    const complaint = complaintIn(top);
    if (complaint !== null) throw new Error(complaint);
    return readElement(valueAt(top), content, 0);
  } catch (thrown) {
    throw xmlError(thrownMessage(thrown), thrown instanceof Misplaced ? elementPath(thrown.element) : '');
  }
}

/** An error and the element in which it was found. */
class Misplaced extends Error {
  readonly element: Element;

  constructor(element: Element, message: string) {
    super(message);
    this.element = element;
  }
}

/** `known` is how many of its attributes were read already. */
function readElement(element: Element, content: Content, known: number): DataValue {
  try {
    return valueIn(element, content, known);
  } catch (thrown) {
    throw thrown instanceof Misplaced ? thrown : new Misplaced(element, thrownMessage(thrown));
  }
}

function valueIn(element: Element, content: Content, known: number): DataValue {
  if (content.kind === 'choice') return choiceFrom(element, content, known);
  if (content.kind === 'record') return recordFrom(element, content, known);
  if (content.kind === 'nil') return nilFrom(element, known);
  checkAttributes(element, known);
  switch (content.kind) {
    case 'scalar':
      return content.read(textIn(element));
    case 'list':
      return listFrom(element, content);
    case 'map':
      return mapFrom(element, content);
  }
}

function choiceFrom(element: Element, content: ChoiceContent, known: number): DataValue {
  const nil = element.getAttribute(NIL);
  const type = element.getAttribute(TYPE);
  // The attribute nil is counted when null is read.
  return valueIn(element, chosen(content, nil, type), type === null ? known : known + 1);
}

function textIn(element: Element): string {
  const inside = element.firstElementChild;
  if (inside !== null) throw new Error(unexpected(inside.tagName, sayElementEnd(element.tagName)));
  return element.textContent!;
}

function nilFrom(element: Element, known: number): null {
  requireNil(element.tagName, element.getAttribute(NIL));
  checkAttributes(element, known + 1);
  if (!isSpace(textIn(element))) throw new Error(strayText(element.textContent!));
  return null;
}

function listFrom(element: Element, content: ListContent): DataValue {
  const values: DataValue[] = [];
  for (let each = firstIn(element); each !== null; each = nextTo(each)) {
    values.push(readElement(each, itemNamed(content, each.tagName, element.tagName), 0));
  }
  return values;
}

function mapFrom(element: Element, content: MapContent): DataRecord {
  const out: DataRecord = {};
  for (let each = firstIn(element); each !== null; each = nextTo(each)) {
    const entry = entryNamed(content, each.tagName, element.tagName);
    const key = checkEntryKey(content, out, each.getAttribute(content.keyName));
    put(out, key, readElement(each, entry, 1));
  }
  return out;
}

function recordFrom(element: Element, content: RecordContent, known: number): DataRecord {
  const slots: Slots = [];
  const came: number[] | null = content.anyOrder ? [] : null;
  checkAttributes(element, known + fillFromAttributes(element, content, slots, came));
  let at = 0;
  if (content.text !== null && element.firstElementChild === null) {
    const record = { content, slots, came, at, name: element.tagName };
    fillFromText(record, element.textContent!);
    return finishRecord(record);
  }
  for (let child = firstIn(element); child !== null; child = nextTo(child)) {
    at = fieldNamed({ content, slots, came, at, name: element.tagName }, child.tagName);
    putIn(content, slots, at, readElement(child, content.fields[at]!.child!, 0));
  }
  return finishRecord({ content, slots, came, at, name: element.tagName });
}

/** Returns how many attributes it found. */
function fillFromAttributes(
  element: Element,
  content: RecordContent,
  slots: Slots,
  came: number[] | null,
): number {
  if (came !== null) {
    const record = { content, slots, came, at: 0, name: element.tagName };
    return fillInOrder(
      record,
      () => element.getAttributeNames(),
      (name) => element.getAttribute(name)!,
    );
  }
  const { fields } = content;
  let count = 0;
  for (let i = 0; i < fields.length; i++) {
    const field = fields[i]!;
    if (field.attribute === null) continue;
    const text = element.getAttribute(field.attributeName);
    if (text === null) {
      checkMissing(field);
    } else {
      count += 1;
      slots[i] = readAttribute(field, text);
    }
  }
  return count;
}

function checkAttributes(element: Element, expected: number): void {
  const count = element.hasAttributes() ? element.attributes.length : 0;
  if (count === expected) return;
  const names = element.getAttributeNames().filter((name) => !isDeclaration(name));
  if (names.length !== expected) throw new Error(NOT_ALL_ATTRIBUTES);
}

export function firstIn(element: Element): Element | null {
  return elementFrom(element.firstChild);
}

export function nextTo(element: Element): Element | null {
  return elementFrom(element.nextSibling);
}

/** The first element from here on; between elements there may be comments and white space, but no text. */
function elementFrom(start: Node | null): Element | null {
  let node = start;
  while (node !== null && node.nodeType !== ELEMENT) {
    if (node.nodeType === TEXT || node.nodeType === CDATA) {
      if (!isSpace(node.nodeValue!)) throw new Error(strayText(node.nodeValue!));
    }
    node = node.nextSibling;
  }
  return node as Element | null;
}

/**
 * A parser's complaint. Firefox makes it the document; Chromium makes it the first element or a page of HTML.
 */
function complaintIn(top: Element): string | null {
  if (top.tagName === 'html') return top.querySelector('parsererror')?.textContent ?? null;
  const first = top.tagName === 'parsererror' ? top : top.firstElementChild;
  // Elements of our own documents have no namespace.
  return first?.tagName === 'parsererror' && first.namespaceURI !== null ? first.textContent : null;
}

/** `/things/thing[2]`: with positions among elements of that name if there are several. */
function elementPath(element: Element): string {
  const { parentElement, tagName } = element;
  if (parentElement === null) return `/${tagName}`;
  const alike = Array.from(parentElement.children).filter((child) => child.tagName === tagName);
  const position = alike.length === 1 ? '' : `[${alike.indexOf(element) + 1}]`;
  return `${elementPath(parentElement)}/${tagName}${position}`;
}

const SPACE = /[\t\n\r ]/;

/**
 * Throws where a <!DOCTYPE comes before the first element; it reads no further. Documents with a document
 * type are refused because entities that stand for other entities could make gigabytes of a few lines, and
 * nothing that is measured has any.
 */
export function refuseDocumentType(text: string): void {
  let at = text.startsWith('\ufeff') ? 1 : 0;
  for (;;) {
    while (SPACE.test(text[at] ?? '')) at++;
    const end = text.startsWith('<?', at) ? '?>' : text.startsWith('<!--', at) ? '-->' : null;
    if (end === null) break;
    const closed = text.indexOf(end, at);
    if (closed === -1) break;
    at = closed + end.length;
  }
  if (text.startsWith('<!DOCTYPE', at)) throw new Error('XML: documents with a document type are refused');
}
