// What stands in the elements of a schema's documents: the mapping that the writer and both readers follow.
//
//   list        of a property, as in most XML, an element of its name for each item:
//               <tag>a</tag><tag>b</tag>. Where an empty list could be taken for an absent one, items may be
//               null, lists or of several kinds, and where no property has the list, there is an element
//               around it: <tags><item>a</item></tags>, items that are records named after them:
//               <books><book>…</book></books>
//   map         <prices><entry key="EUR">12.5</entry></prices>; where the entries have an attribute of that
//               name themselves, _x_key
//   record      an element for each property; or, in the form with attributes, an attribute for each that is
//               a single value and an element for each other. In both forms a single value whose key is @sku
//               is the attribute sku (where there is a key sku as well, that is an element), and one whose
//               key is #text is the text, as programs write them that make objects of XML: <price
//               currency="EUR">12.5</price>
//   null        <note xsi:nil="true"/>, in both forms, so that it is neither empty nor absent
//   union       what is no string says what it is: <size xsi:type="number">12</size>, array, object, boolean;
//               a union of null and one type needs no such words
//
// #text is an element like any other in an object that has other elements, or where it is empty but might be
// absent. In the form without attributes, objects whose keys come in different orders have their keys in the
// order of the document: what comes after an element can be no attribute, what comes before something else no
// text, and is an element.
//
// A property's element is named after it, the outermost after the schema (xml-names.ts). xsi is the prefix of
// XML Schema's own attributes, declared where the schema needs it; as no property's name has a colon, none
// can meet them.

import {
  type DataRecord,
  type DataSchema,
  type Field,
  type RecordType,
  type TypeSpec,
  typeBesideNull,
  type UnionType,
  walkTypes,
} from '../../data/schema.ts';
import { recordBuilder, type Slots } from '../shared/record-builder.ts';
import { isScalar, type ReadText, type ScalarType, scalarReader } from '../shared/scalar-text.ts';
import { unexpected } from './xml-errors.ts';
import { attributeFromKey, elementName, OWN_PREFIX, TEXT, xmlName } from './xml-names.ts';

export type XmlForm = 'elements' | 'attributes';

export type Content = ScalarContent | NilContent | ListContent | MapContent | RecordContent | ChoiceContent;

/** The contents that hold elements. */
export type Container = ListContent | MapContent | RecordContent;

export interface ScalarContent {
  readonly kind: 'scalar';
  readonly type: ScalarType;
  readonly read: ReadText;
}

export interface NilContent {
  readonly kind: 'nil';
}

export interface ListContent {
  readonly kind: 'list';
  readonly itemName: string;
  /** null if all lists are empty. */
  readonly item: Content | null;
}

export interface MapContent {
  readonly kind: 'map';
  readonly keyName: string;
  /** null if all maps are empty. */
  readonly values: Content | null;
}

export interface RecordContent {
  readonly kind: 'record';
  readonly fields: readonly XmlField[];
  /** Whether elements may come in any order: that of the object's keys. */
  readonly anyOrder: boolean;
  /** Element name → index of its field. */
  readonly indexOf: ReadonlyMap<string, number>;
  /** Attribute name → index of its field. */
  readonly attributeIndexOf: ReadonlyMap<string, number>;
  /** Fields whose empty lists have no element. */
  readonly emptyLists: readonly number[];
  /** The content that may stand as text. */
  readonly text: TextContent | null;
  readonly build: (slots: Slots) => DataRecord;
}

export interface TextContent extends ScalarContent {
  /** The index of its field. */
  readonly index: number;
  readonly optional: boolean;
}

export interface XmlField {
  readonly property: string;
  /** The name of its element. */
  readonly name: string;
  readonly attributeName: string;
  /** Whether it may be missing altogether. */
  readonly optional: boolean;
  /** Whether it is a list without an element around it: each item is an element with this content. */
  readonly repeats: boolean;
  /** At least one of the two is set; both are set if the value may be null or may come after elements. */
  readonly attribute: ScalarContent | null;
  readonly child: Content | null;
}

export interface ChoiceContent {
  readonly kind: 'choice';
  readonly mayBeNil: boolean;
  /** The branches in the union's order; null and branches without a mark have an empty mark. */
  readonly branches: readonly { readonly mark: string; readonly content: Content; readonly type: TypeSpec }[];
}

export const ENTRY = 'entry';
export const NIL = 'xsi:nil';
export const TYPE = 'xsi:type';
export const XSI_DECLARATION = ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

const NIL_CONTENT: NilContent = { kind: 'nil' };

export interface XmlDocument {
  readonly name: string;
  readonly content: Content;
  /** Whether any attribute with that prefix may occur. */
  readonly needsXsi: boolean;
}

export function planXmlDocument({ name, root }: DataSchema, form: XmlForm): XmlDocument {
  let needsXsi = false;
  walkTypes(root, ({ kind }) => {
    if (kind === 'null' || kind === 'union') needsXsi = true;
  });
  return { name: elementName(name), content: planContent(root, form) ?? NIL_CONTENT, needsXsi };
}

/** null for the type without values. */
function planContent(type: TypeSpec, form: XmlForm): Content | null {
  if (isScalar(type)) return scalarContent(type);
  switch (type.kind) {
    case 'null':
      return NIL_CONTENT;
    case 'array':
      return { kind: 'list', itemName: itemName(type.items), item: planContent(type.items, form) };
    case 'map':
      return mapContent(planContent(type.values, form));
    case 'record':
      return recordContent(type, form);
    case 'union':
      return choiceContent(type, form);
    default:
      return null;
  }
}

function scalarContent(type: ScalarType): ScalarContent {
  return { kind: 'scalar', type, read: scalarReader(type) };
}

function itemName(type: TypeSpec): string {
  const record = type.kind === 'union' ? type.branches.find(({ kind }) => kind === 'record') : type;
  return record?.kind === 'record' ? elementName(record.name) : 'item';
}

function mapContent(values: Content | null): MapContent {
  const branches = values?.kind === 'choice' ? values.branches.map(({ content }) => content) : [values];
  const isTaken = branches.some(
    (content) =>
      content?.kind === 'record' &&
      content.fields.some(({ attribute, attributeName }) => attribute !== null && attributeName === 'key'),
  );
  return { kind: 'map', keyName: isTaken ? `${OWN_PREFIX}key` : 'key', values };
}

function recordContent(type: RecordType, form: XmlForm): RecordContent {
  const anyOrder = form === 'elements' && type.orderVaries;
  const fields = type.fields.map((field) => xmlField(field, type, form, anyOrder));
  const indexOf = new Map(fields.map(({ name }, i) => [name, i]));
  const attributeIndexOf = new Map(
    fields.flatMap(({ attribute, attributeName }, i) => (attribute === null ? [] : [[attributeName, i]])),
  );
  const emptyLists = fields.flatMap(({ repeats }, i) => (repeats && mayBeEmpty(type.fields[i]!) ? [i] : []));
  const text = textContent(type);
  const build = recordBuilder(type, missingField);
  return { kind: 'record', fields, anyOrder, indexOf, attributeIndexOf, emptyLists, text, build };
}

function xmlField(field: Field, { fields }: RecordType, form: XmlForm, anyOrder: boolean): XmlField {
  const { name: property, type } = field;
  const single = singleContent(type);
  const attribute = single !== null && isAttribute(property, fields, form) ? single : null;
  const item = attribute === null ? repeatedItem(field, anyOrder) : null;
  return {
    property,
    name: xmlName(property),
    attributeName: xmlName(attributeFromKey(property) ?? property),
    optional: field.optional || (item !== null && mayBeEmpty(field)),
    repeats: item !== null,
    attribute,
    child:
      attribute === null || anyOrder ? planContent(item ?? type, form) : isScalar(type) ? null : NIL_CONTENT,
  };
}

/** The type of a list's items if each can be an element of the record itself; else null. */
function repeatedItem({ type, optional }: Field, anyOrder: boolean): TypeSpec | null {
  if (type.kind !== 'array' || (type.mayBeEmpty && (optional || anyOrder))) return null;
  const { items } = type;
  return isScalar(items) || items.kind === 'record' || items.kind === 'map' ? items : null;
}

function mayBeEmpty({ type }: Field): boolean {
  return type.kind === 'array' && type.mayBeEmpty;
}

/** Of a single value. */
function isAttribute(property: string, fields: readonly Field[], form: XmlForm): boolean {
  if (attributeFromKey(property) !== null) return true;
  if (form === 'elements' || property === TEXT) return false;
  return !fields.some(
    ({ name, type }) => attributeFromKey(name) === property && singleContent(type) !== null,
  );
}

function textContent({ fields }: RecordType): TextContent | null {
  const index = fields.findIndex(({ name }) => name === TEXT);
  if (index === -1) return null;
  const { type, optional } = fields[index]!;
  const single = singleContent(type);
  return single === null ? null : { ...single, index, optional };
}

function missingField(property: string): Error {
  return new Error(unexpected(null, xmlName(property)));
}

/** Of a single value, which may be null; null for everything else. */
function singleContent(type: TypeSpec): ScalarContent | null {
  const single = typeBesideNull(type) ?? type;
  return isScalar(single) ? scalarContent(single) : null;
}

function choiceContent({ branches }: UnionType, form: XmlForm): ChoiceContent {
  const others = branches.filter(({ kind }) => kind !== 'null').length;
  return {
    kind: 'choice',
    mayBeNil: others < branches.length,
    branches: branches.map((type) => ({
      type,
      content: planContent(type, form)!,
      mark: others === 1 ? '' : typeMark(type),
    })),
  };
}

function typeMark({ kind }: TypeSpec): string {
  switch (kind) {
    case 'integer':
    case 'double':
      return 'number';
    case 'array':
    case 'boolean':
      return kind;
    case 'record':
    case 'map':
      return 'object';
    default:
      return '';
  }
}

/** The content of an element with these attributes; throws if the choice has no such branch. */
export function chosen(
  { mayBeNil, branches }: ChoiceContent,
  nil: string | null,
  type: string | null,
): Content {
  if (nil !== null && type === null && mayBeNil) return NIL_CONTENT;
  const branch = branches.find(({ mark, content }) => content.kind !== 'nil' && mark === (type ?? ''));
  if (nil === null && branch !== undefined) return branch.content;
  throw new Error(`a value of no kind that is expected: ${NIL}=${nil}, ${TYPE}=${type}`);
}
