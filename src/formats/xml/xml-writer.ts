// The writer of both XML forms: it makes closures once for a schema, and they put the text together as it
// comes.

import type { DataRecord, DataSchema, DataValue } from '../../data/schema.ts';
import type { Encoder } from '../format.ts';
import { branchFinder } from '../shared/branch.ts';
import { makeGuard } from '../shared/guard.ts';
import { scalarWriter } from '../shared/scalar-text.ts';
import {
  type ChoiceContent,
  type Content,
  ENTRY,
  type ListContent,
  type MapContent,
  NIL,
  planXmlDocument,
  type RecordContent,
  type ScalarContent,
  type TextContent,
  TYPE,
  type XmlField,
  type XmlForm,
  XSI_DECLARATION,
} from './xml-content.ts';
import { TEXT } from './xml-names.ts';
import { attributeText, characterProblem, elementText } from './xml-text.ts';

// The declaration that libxml writes, and so PHP's SimpleXML and lxml. UTF-8 is XML's default.
const XML_DECLARATION = '<?xml version="1.0"?>\n';
const END_OF_FILE = '\n';

/** `attributes` is what the tag holds already: ` key="a"` or nothing. */
export type WriteElement = (value: DataValue, attributes: string) => string;

export function xmlWriter(form: XmlForm): Encoder {
  return {
    name: 'wirefare-xml',
    refuse: (schema) => xmlGuard('XML', schema),
    bind(schema) {
      const write = documentWriter(schema, form);
      const utf8 = new TextEncoder();
      return (value) => utf8.encode(write(value));
    },
  };
}

/** `title` is the format's name for people. */
export function xmlGuard(title: string, schema: DataSchema): (value: DataValue) => void {
  return makeGuard(title, schema, {
    nonFinite: true,
    negativeZero: true,
    loneSurrogates: true,
    anyName: true,
    badString: characterProblem,
  });
}

function documentWriter(schema: DataSchema, form: XmlForm): (value: DataValue) => string {
  const { name, content, needsXsi } = planXmlDocument(schema, form);
  const write = elementWriter(name, content);
  const declarations = needsXsi ? XSI_DECLARATION : '';
  return (value) => XML_DECLARATION + write(value, declarations) + END_OF_FILE;
}

export function elementWriter(name: string, content: Content): WriteElement {
  switch (content.kind) {
    case 'scalar': {
      const write = scalarWriter(content.type, elementText);
      return (value, attributes) => `<${name}${attributes}>${write(value)}</${name}>`;
    }
    case 'nil':
      return (_, attributes) => `<${name}${attributes} ${NIL}="true"/>`;
    case 'list':
      return listWriter(name, content);
    case 'map':
      return mapWriter(name, content);
    case 'record':
      return recordWriter(name, content);
    case 'choice':
      return choiceWriter(name, content);
  }
}

function listWriter(name: string, { itemName, item }: ListContent): WriteElement {
  const writeItem = item === null ? () => '' : elementWriter(itemName, item);
  return (value, attributes) => {
    let out = `<${name}${attributes}>`;
    for (const each of value as readonly DataValue[]) out += writeItem(each, '');
    return `${out}</${name}>`;
  };
}

function mapWriter(name: string, { keyName, values }: MapContent): WriteElement {
  const writeEntry = values === null ? () => '' : elementWriter(ENTRY, values);
  return (value, attributes) => {
    const map = value as DataRecord;
    let out = `<${name}${attributes}>`;
    for (const key of Object.keys(map)) out += writeEntry(map[key]!, ` ${keyName}="${attributeText(key)}"`);
    return `${out}</${name}>`;
  };
}

function choiceWriter(name: string, { branches }: ChoiceContent): WriteElement {
  const indexOf = branchFinder(branches.map(({ type }) => type));
  const writers = branches.map(({ content }) => elementWriter(name, content));
  const marks = branches.map(({ mark }) => (mark === '' ? '' : ` ${TYPE}="${mark}"`));
  return (value, attributes) => {
    const index = indexOf(value);
    return writers[index]!(value, attributes + marks[index]!);
  };
}

function recordWriter(name: string, content: RecordContent): WriteElement {
  if (content.anyOrder) return orderedRecordWriter(name, content);
  const { fields } = content;
  const writeChildren = childrenWriter(content);
  if (!fields.some(({ attribute }) => attribute !== null)) {
    return (value, attributes) => `<${name}${attributes}>${writeChildren(value as DataRecord)}</${name}>`;
  }
  const writeAttributes = partsWriter(attributeParts(fields));
  return (value, attributes) => {
    const record = value as DataRecord;
    return closed(name, `${attributes}${writeAttributes(record)}`, writeChildren(record));
  };
}

function closed(name: string, attributes: string, inside: string): string {
  return inside === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${inside}</${name}>`;
}

function childrenWriter({ fields, text }: RecordContent): (record: DataRecord) => string {
  const writeElements = partsWriter(childParts(fields));
  if (text === null) return writeElements;
  const writeOthers = partsWriter(childParts(fields.filter(({ property }) => property !== TEXT)));
  const writeText = scalarWriter(text.type, elementText);
  return (record) => {
    const value = record[TEXT];
    return canBeText(value, text) && writeOthers(record) === '' ? writeText(value!) : writeElements(record);
  };
}

/** Whether the value can stand as text; an empty text would look absent. */
function canBeText(value: DataValue | undefined, { optional }: TextContent): boolean {
  return value !== undefined && value !== null && !(optional && value === '');
}

/** Writes a record in the order of the object's keys, which need not be the schema's. */
function orderedRecordWriter(name: string, { fields, text }: RecordContent): WriteElement {
  const elements = new Map(fields.map((field) => [field.property, elementPart(field, field.child!)]));
  const attributeParts = new Map(
    fields.flatMap((field) =>
      field.attribute === null ? [] : [[field.property, attributePart(field, field.attribute)]],
    ),
  );
  const writeText = text === null ? null : scalarWriter(text.type, elementText);
  return (value, attributes) => {
    const record = value as DataRecord;
    const keys = Object.keys(record);
    let start = attributes;
    let inside = '';
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i]!;
      const each = record[key]!;
      const attribute = inside === '' && each !== null ? attributeParts.get(key) : undefined;
      if (attribute !== undefined) start += written(attribute, each);
      else if (
        key === TEXT &&
        inside === '' &&
        i === keys.length - 1 &&
        text !== null &&
        canBeText(each, text)
      )
        inside = writeText!(each);
      else inside += written(elements.get(key)!, each);
    }
    return attributeParts.size > 0 ? closed(name, start, inside) : `<${name}${start}>${inside}</${name}>`;
  };
}

/**
 * One property with the text before and after its value; a value that is no simple text is written as a
 * whole.
 */
interface Part {
  readonly property: string;
  /** Whether every object inherits a property of that name, so that an absent one looks present. */
  readonly isInherited: boolean;
  readonly open: string;
  readonly write: (value: DataValue) => string;
  readonly close: string;
}

function makePart({ property }: XmlField, open: string, write: Part['write'], close: string): Part {
  return { property, isInherited: property in Object.prototype, open, write, close };
}

function partsWriter(parts: readonly Part[]): (record: DataRecord) => string {
  return (record) => {
    let out = '';
    for (const { property, isInherited, open, write, close } of parts) {
      const value = isInherited && !Object.hasOwn(record, property) ? undefined : record[property];
      if (value !== undefined) out += open + write(value) + close;
    }
    return out;
  };
}

function childParts(fields: readonly XmlField[]): Part[] {
  return fields.flatMap((field) => (field.child === null ? [] : [childPart(field, field.child)]));
}

function childPart(field: XmlField, child: Content): Part {
  const part = elementPart(field, child);
  if (field.attribute === null) return part;
  // A value that may be an attribute is an element only if it is null.
  return makePart(field, '', (value) => (value === null ? written(part, value) : ''), '');
}

function elementPart(field: XmlField, child: Content): Part {
  const { name } = field;
  if (field.repeats) return repeatedPart(field, child);
  if (child.kind === 'scalar')
    return makePart(field, `<${name}>`, scalarWriter(child.type, elementText), `</${name}>`);
  const write = elementWriter(name, child);
  return makePart(field, '', (value) => write(value, ''), '');
}

/** Writes an element for each item. */
function repeatedPart(field: XmlField, child: Content): Part {
  const write = elementWriter(field.name, child);
  const writeAll = (value: DataValue) => {
    let out = '';
    for (const each of value as readonly DataValue[]) out += write(each, '');
    return out;
  };
  return makePart(field, '', writeAll, '');
}

function attributeParts(fields: readonly XmlField[]): Part[] {
  return fields.flatMap((field) => {
    if (field.attribute === null) return [];
    const part = attributePart(field, field.attribute);
    if (field.child === null) return [part];
    return [makePart(field, '', (value) => (value === null ? '' : written(part, value)), '')];
  });
}

function attributePart(field: XmlField, { type }: ScalarContent): Part {
  return makePart(field, ` ${field.attributeName}="`, scalarWriter(type, attributeText), '"');
}

function written({ open, write, close }: Part, value: DataValue): string {
  return open + write(value) + close;
}
