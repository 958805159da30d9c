// XML by templates, and read by the browser's own parser, of both forms that were measured: elements, and
// attributes for single values. Of records, lists and single values alone: objects whose keys are data or
// come in any order, values of several kinds and texts beside elements take more code than anybody pastes.

import { listed } from '../../../base/figures/plurals.ts';
import type { DataSchema } from '../../../data/schema.ts';
import {
  type ChoiceContent,
  type Content,
  NIL,
  planXmlDocument,
  type RecordContent,
  type ScalarContent,
  type XmlField,
  type XmlForm,
  XSI_DECLARATION,
} from '../../../formats/xml/xml-content.ts';
import { access, propertyName, quoted } from './javascript.ts';
import type { NoSnippet, Recipe } from './snippet.ts';

export interface XmlCode {
  /** JavaScript: functions, those that others call first. */
  readonly toXml: readonly string[];
  readonly fromXml: readonly string[];
  /** An expression that makes the document of `data`. */
  readonly document: string;
  /** Name of the outermost element, and an expression that makes the data of it, `top`. */
  readonly topName: string;
  readonly data: string;
}

export const XML_FORMS: Readonly<Record<string, XmlForm>> = {
  xml: 'elements',
  'xml-attributes': 'attributes',
};

/** null where the format is another, or the data have what these functions do not write. */
export function xmlCode({ format, schema }: Pick<Recipe, 'format' | 'schema'>): XmlCode | null {
  const form = XML_FORMS[format];
  if (schema === null || form === undefined) return null;
  return codeOf(schema, form);
}

function codeOf(schema: DataSchema, form: XmlForm): XmlCode | null {
  const { name, content, needsXsi } = planXmlDocument(schema, form);
  const records = recordsIn(content, name);
  if (records === null) return null;
  const write = new Writing(records);
  const read = new Reading(records);
  const all = [...records].toReversed();
  const declared = needsXsi ? XSI_DECLARATION : '';
  return {
    toXml: [...TO_XML, ...all.map(([record, called]) => `const xml${called} = ${write.functionOf(record)};`)],
    fromXml: [
      ...FROM_XML,
      ...all.map(([record, called]) => `const from${called} = ${read.functionOf(record)};`),
    ],
    document: `\`<?xml version="1.0"?>\\n${write.element(name, content, 'data', declared)}\\n\``,
    topName: name,
    data: read.value(content, 'top'),
  };
}

const TRIED_WITH: readonly string[] = ['Express', 'Fastify', 'FastAPI'];

/** Why there is no snippet of XML for this page or server. */
export function noXml({ format, codec, schema }: Recipe, server: string | null): NoSnippet {
  if (server !== null && !TRIED_WITH.includes(server))
    return {
      why: `no code for ${format} is tried with ${server} here; it is with ${listed(TRIED_WITH)} (wirefare schema prints your schema)`,
    };
  return {
    why:
      server === null && codec !== 'domparser'
        ? `no snippet of ${codec} is tried here: in pages that of DOMParser is, which needs no library`
        : `no snippet is tried of data ${schema === null ? 'whose schema the record does not hold' : 'like these: records, lists and single values have one'}`,
  };
}

export type Records = ReadonlyMap<RecordContent, string>;

/** Each with a name for its functions, the outer ones first; null where something else is among them. */
export function recordsIn(content: Content, name: string): Records | null {
  const records = new Map<RecordContent, string>();
  const names = new Set<string>();
  const isWritable = (each: Content | null, element: string): boolean => {
    switch (each?.kind) {
      case undefined:
      case 'scalar':
      case 'nil':
        return true;
      case 'map':
        return false;
      case 'list':
        return isWritable(each.item, each.itemName);
      case 'choice': {
        const only = besideNil(each);
        return only !== null && isWritable(only, element);
      }
      case 'record':
        if (each.anyOrder || each.text !== null) return false;
        records.set(each, taken(element, names));
        // Objects seem to have a property of such a name where they do not.
        return each.fields.every(
          ({ property, child, name: own }) => !(property in Object.prototype) && isWritable(child, own),
        );
    }
  };
  return isWritable(content, name) ? records : null;
}

/** A name of JavaScript that no other has. */
function taken(element: string, names: Set<string>): string {
  const plain = element.replace(/\W+/g, '');
  const wish = plain.charAt(0).toUpperCase() + plain.slice(1);
  let name = wish;
  for (let count = 2; names.has(name); count++) name = `${wish}${count}`;
  names.add(name);
  return name;
}

/** The content of what may be null and else is of one kind; null where it may be of several. */
export function besideNil({ branches }: ChoiceContent): Content | null {
  const others = branches.filter(({ content }) => content.kind !== 'nil');
  return others.length === 1 && others[0]!.mark === '' ? others[0]!.content : null;
}

const TO_XML = [
  "const REFERENCES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\"': '&quot;', '\\t': '&#9;', '\\n': '&#10;', '\\r': '&#13;' };",
  'const inElement = (value) => String(value).replace(/[&<>\\r]/g, (found) => REFERENCES[found]);',
  'const inQuotes = (value) => String(value).replace(/[&<>"\\t\\n\\r]/g, (found) => REFERENCES[found]);',
  "const number = (value) => (Object.is(value, -0) ? '-0' : String(value));",
  'const element = (name, attributes, inside) =>',
  "  inside === '' ? '<' + name + attributes + '/>' : '<' + name + attributes + '>' + inside + '</' + name + '>';",
];

/** Text of template literals. */
class Writing {
  readonly #records: Records;
  constructor(records: Records) {
    this.#records = records;
  }

  element(name: string, content: Content, value: string, attributes = ''): string {
    switch (content.kind) {
      case 'nil':
        return `<${name}${attributes} ${NIL}="true"/>`;
      case 'scalar':
        return `<${name}${attributes}>${scalar(content, value, 'inElement')}</${name}>`;
      case 'list': {
        const item = content.item === null ? '' : this.element(content.itemName, content.item, 'each');
        return `<${name}${attributes}>\${${value}.map((each) => \`${item}\`).join('')}</${name}>`;
      }
      case 'record': {
        const declared = attributes === '' ? '' : `, ${quoted(attributes)}`;
        return `\${xml${this.#records.get(content)!}('${name}', ${value}${declared})}`;
      }
      case 'choice': {
        const [nil, other] = [{ kind: 'nil' } as const, besideNil(content)!].map(
          (each) => `\`${this.element(name, each, value, attributes)}\``,
        );
        return `\${${value} === null ? ${nil} : ${other}}`;
      }
      case 'map':
        throw new Error('maps have no snippet');
    }
  }

  functionOf({ fields }: RecordContent): string {
    const attributes = fields.flatMap((field) => this.#attribute(field));
    const children = fields.flatMap((field) => this.#child(field));
    const inside = children.map((each) => `    ${each} +`);
    if (attributes.length === 0)
      return [
        "(name, record, declared = '') =>",
        "  '<' + name + declared + '>' +",
        ...inside.map((line) => line.slice(2)),
        "  '</' + name + '>'",
      ].join('\n');
    return [
      "(name, record, declared = '') =>",
      '  element(',
      '    name,',
      ...['declared', ...attributes].map((each, i, all) => `    ${each}${i < all.length - 1 ? ' +' : ','}`),
      ...(inside.length === 0
        ? ["    '',"]
        : inside.map((line, i) => (i < inside.length - 1 ? line : `${line.slice(0, -2)},`))),
      '  )',
    ].join('\n');
  }

  #attribute({ property, attributeName, optional, attribute, child }: XmlField): readonly string[] {
    if (attribute === null) return [];
    const value = access('record', property);
    const text = `\` ${attributeName}="${scalar(attribute, value, 'inQuotes')}"\``;
    const isLeft = [
      ...(optional ? [`${value} === undefined`] : []),
      ...(child === null ? [] : [`${value} === null`]),
    ];
    return [isLeft.length === 0 ? text : `(${isLeft.join(' || ')} ? '' : ${text})`];
  }

  #child({ property, name, optional, repeats, attribute, child }: XmlField): readonly string[] {
    if (child === null) return [];
    const value = access('record', property);
    if (attribute !== null) return [`(${value} === null ? \`${this.element(name, child, value)}\` : '')`];
    if (repeats) {
      const list = optional ? `(${value} ?? [])` : value;
      return [`${list}.map((each) => \`${this.element(name, child, 'each')}\`).join('')`];
    }
    const text = `\`${this.element(name, child, value)}\``;
    return [optional ? `(${value} === undefined ? '' : ${text})` : text];
  }
}

function scalar({ type }: ScalarContent, value: string, escaped: string): string {
  if (type.kind === 'string') return `\${${escaped}(${value})}`;
  return type.kind === 'double' ? `\${number(${value})}` : `\${${value}}`;
}

const FROM_XML = ['const partsOf = (element) => Object.groupBy(element.children, (part) => part.tagName);'];

/** Expressions over elements. */
class Reading {
  readonly #records: Records;
  constructor(records: Records) {
    this.#records = records;
  }

  value(content: Content, element: string): string {
    switch (content.kind) {
      case 'nil':
        return 'null';
      case 'scalar':
        return read(content, `${element}.textContent`);
      case 'list': {
        const each = content.item === null ? 'null' : this.value(content.item, 'each');
        return `[...${element}.children].map((each) => ${each})`;
      }
      case 'record':
        return `from${this.#records.get(content)!}(${element})`;
      case 'choice':
        return `(${element}.getAttribute('${NIL}') === 'true' ? null : ${this.value(besideNil(content)!, element)})`;
      case 'map':
        throw new Error('maps have no snippet');
    }
  }

  functionOf({ fields, emptyLists }: RecordContent): string {
    return [
      '(element) => {',
      '  const parts = partsOf(element);',
      '  return {',
      ...fields.map((field, i) => `    ${this.#property(field, emptyLists.includes(i))},`),
      '  };',
      '}',
    ].join('\n');
  }

  #property(field: XmlField, mayBeEmpty: boolean): string {
    const { property, name, attributeName, optional, repeats, attribute, child } = field;
    const key = propertyName(property);
    const parts = access('parts', name);
    const own = (value: string) => `${key}: ${value}`;
    if (attribute !== null) {
      const value = read(attribute, `element.getAttribute('${attributeName}')`);
      const there = `element.hasAttribute('${attributeName}') && { ${own(value)} }`;
      if (child === null) return optional ? `...(${there})` : own(value);
      return optional ? `...(${parts} ? { ${own('null')} } : ${there})` : own(`${parts} ? null : ${value}`);
    }
    if (repeats) {
      const items = (list: string) => `${list}.map((each) => ${this.value(child!, 'each')})`;
      if (mayBeEmpty) return own(items(`(${parts} ?? [])`));
      return optional ? `...(${parts} && { ${own(items(parts))} })` : own(items(parts));
    }
    const value = this.value(child!, `${parts}[0]`);
    return optional ? `...(${parts} && { ${own(value)} })` : own(value);
  }
}

function read({ type }: ScalarContent, text: string): string {
  if (type.kind === 'string') return text;
  return type.kind === 'boolean' ? `${text} === 'true'` : `Number(${text})`;
}
