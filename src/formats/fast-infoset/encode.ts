// The encoder of the format: what the format xml writes, element by element, as Fast Infoset; the mapping is
// that of xml-content.ts. Prepared once for a schema.

import type { DataRecord, DataValue } from '../../data/schema.ts';
import type { Encoder } from '../format.ts';
import { branchFinder } from '../shared/branch.ts';
import { makeGuard } from '../shared/guard.ts';
import { scalarWriter, type WriteText } from '../shared/scalar-text.ts';
import {
  type ChoiceContent,
  type Content,
  ENTRY,
  type ListContent,
  type MapContent,
  planXmlDocument,
  type RecordContent,
  type ScalarContent,
  type TextContent,
  type XmlField,
} from '../xml/xml-content.ts';
import { TEXT } from '../xml/xml-names.ts';
import { characterProblem } from '../xml/xml-text.ts';
import { type QualifiedName, qualifiedName } from './names.ts';
import { InfosetWriter } from './writer.ts';

const XSI_PREFIX = 'xsi';
const XSI_URI = 'http://www.w3.org/2001/XMLSchema-instance';
const NIL_NAME = qualifiedName('nil', XSI_URI, XSI_PREFIX);
const TYPE_NAME = qualifiedName('type', XSI_URI, XSI_PREFIX);

export const fastInfosetEncoder: Encoder = {
  name: 'wirefare-fast-infoset',
  refuse: (schema) =>
    makeGuard('Fast Infoset', schema, {
      nonFinite: true,
      negativeZero: true,
      loneSurrogates: true,
      anyName: true,
      badString: characterProblem,
    }),
  bind(schema) {
    const { name, content, needsXsi } = planXmlDocument(schema, 'elements');
    const top = qualifiedName(name);
    const write = contentWriter(content);
    let expected: number | undefined;
    return (value) => {
      const writer = new InfosetWriter(expected);
      writer.startElement(top);
      if (needsXsi) declareXsi(writer);
      write(writer, value);
      writer.endElement();
      const bytes = writer.finish();
      expected = bytes.length + SPARE_BYTES;
      return bytes;
    };
  },
};

/** So that another document of the same length does not make the writer grow at its end. */
const SPARE_BYTES = 1_024;

/** For the element started last; whatever contents need it say so (`needsXsi`). */
function declareXsi(writer: InfosetWriter): void {
  writer.declare(XSI_PREFIX, XSI_URI);
}

/** Writes the content of an element that was started: its attributes and everything in it. */
type WriteContent = (writer: InfosetWriter, value: DataValue) => void;

const unescaped: WriteText = (value) => value as string;

/** Prepares the content of an element, whatever its name is: SOAP's elements use it too. */
function contentWriter(content: Content): WriteContent {
  switch (content.kind) {
    case 'scalar': {
      const textOf = scalarWriter(content.type, unescaped);
      return (writer, value) => writer.text(textOf(value));
    }
    case 'nil':
      return (writer) => writer.attribute(NIL_NAME, 'true');
    case 'list':
      return listWriter(content);
    case 'map':
      return mapWriter(content);
    case 'record':
      return content.anyOrder ? orderedRecordWriter(content) : recordWriter(content);
    case 'choice':
      return choiceWriter(content);
  }
}

function elementWriter(name: QualifiedName, content: Content): WriteContent {
  if (content.kind === 'scalar') {
    const textOf = scalarWriter(content.type, unescaped);
    return (writer, value) => writer.leaf(name, textOf(value));
  }
  const write = contentWriter(content);
  return (writer, value) => {
    writer.startElement(name);
    write(writer, value);
    writer.endElement();
  };
}

function listWriter({ itemName, item }: ListContent): WriteContent {
  return item === null ? () => {} : eachWriter(elementWriter(qualifiedName(itemName), item));
}

function eachWriter(write: WriteContent): WriteContent {
  return (writer, value) => {
    for (const each of value as readonly DataValue[]) write(writer, each);
  };
}

function mapWriter({ keyName, values }: MapContent): WriteContent {
  if (values === null) return () => {};
  const entryName = qualifiedName(ENTRY);
  const keyAttribute = qualifiedName(keyName);
  const write = contentWriter(values);
  return (writer, value) => {
    const map = value as DataRecord;
    for (const key of Object.keys(map)) {
      writer.startElement(entryName);
      writer.attribute(keyAttribute, key);
      write(writer, map[key]!);
      writer.endElement();
    }
  };
}

function choiceWriter({ branches }: ChoiceContent): WriteContent {
  const indexOf = branchFinder(branches.map(({ type }) => type));
  const writers = branches.map(({ content }) => contentWriter(content));
  return (writer, value) => {
    const index = indexOf(value);
    const { mark } = branches[index]!;
    if (mark !== '') writer.attribute(TYPE_NAME, mark);
    writers[index]!(writer, value);
  };
}

/** One property of a record. */
interface Part {
  readonly property: string;
  /** Every object inherits something of that name, so that what is absent looks present. */
  readonly isInherited: boolean;
  readonly write: WriteContent;
}

function makePart({ property }: XmlField, write: WriteContent): Part {
  return { property, isInherited: property in Object.prototype, write };
}

function recordWriter(content: RecordContent): WriteContent {
  const { fields } = content;
  const writeAttributes = partsWriter(fields.flatMap(attributeParts));
  const writeChildren = childrenWriter(content);
  return (writer, value) => {
    writeAttributes(writer, value);
    writeChildren(writer, value);
  };
}

function partsWriter(parts: readonly Part[]): WriteContent {
  return (writer, value) => {
    const record = value as DataRecord;
    for (const { property, isInherited, write } of parts) {
      const each = isInherited && !Object.hasOwn(record, property) ? undefined : record[property];
      if (each !== undefined) write(writer, each);
    }
  };
}

function attributeParts(field: XmlField): Part[] {
  if (field.attribute === null) return [];
  const write = attributeWriter(field, field.attribute);
  if (field.child === null) return [makePart(field, write)];
  return [makePart(field, (writer, value) => (value === null ? undefined : write(writer, value)))];
}

function attributeWriter({ attributeName }: XmlField, { type }: ScalarContent): WriteContent {
  const name = qualifiedName(attributeName);
  const textOf = scalarWriter(type, unescaped);
  return (writer, value) => writer.attribute(name, textOf(value));
}

function childrenWriter({ fields, text }: RecordContent): WriteContent {
  const writeElements = partsWriter(fields.flatMap(childParts));
  if (text === null) return writeElements;
  const others = fields.filter(({ property, child }) => property !== TEXT && child !== null);
  const textOf = scalarWriter(text.type, unescaped);
  return (writer, value) => {
    const record = value as DataRecord;
    const ownText = record[TEXT];
    if (canBeText(ownText, text) && !others.some((field) => hasElement(field, record)))
      writer.text(textOf(ownText!));
    else writeElements(writer, value);
  };
}

/** Whether there is an element for the property. */
function hasElement({ property, attribute, repeats }: XmlField, record: DataRecord): boolean {
  if (!Object.hasOwn(record, property)) return false;
  const value = record[property]!;
  if (attribute !== null) return value === null;
  return !repeats || (value as readonly DataValue[]).length > 0;
}

/** Where text is empty it looks absent. */
function canBeText(value: DataValue | undefined, { optional }: TextContent): boolean {
  return value !== undefined && value !== null && !(optional && value === '');
}

function childParts(field: XmlField): Part[] {
  if (field.child === null) return [];
  const write = elementsWriter(field, field.child);
  if (field.attribute === null) return [makePart(field, write)];
  // A value that may be an attribute is an element only if it is null.
  return [makePart(field, (writer, value) => (value === null ? write(writer, value) : undefined))];
}

/** An element for the property, or one for each item. */
function elementsWriter({ name, repeats }: XmlField, child: Content): WriteContent {
  const write = elementWriter(qualifiedName(name), child);
  return repeats ? eachWriter(write) : write;
}

/** In the order of the object's keys, where that is not the schema's. */
function orderedRecordWriter({ fields, text }: RecordContent): WriteContent {
  const elements = new Map(fields.map((field) => [field.property, elementsWriter(field, field.child!)]));
  const attributes = new Map(
    fields.flatMap((field) =>
      field.attribute === null ? [] : [[field.property, attributeWriter(field, field.attribute)]],
    ),
  );
  const textOf = text === null ? null : scalarWriter(text.type, unescaped);
  return (writer, value) => {
    const record = value as DataRecord;
    const keys = Object.keys(record);
    const last = keys.length - 1;
    for (let i = 0; i <= last; i++) {
      const key = keys[i]!;
      const each = record[key]!;
      const attribute = writer.isTagOpen && each !== null ? attributes.get(key) : undefined;
      if (attribute !== undefined) attribute(writer, each);
      else if (text !== null && key === TEXT && i === last && writer.isTagOpen && canBeText(each, text))
        writer.text(textOf!(each));
      else elements.get(key)!(writer, each);
    }
  };
}
