// XML in Python by the standard library: pieces of text, since what ElementTree writes is read with other
// line breaks than it was given. Of the same data as in pages.

import {
  type Content,
  NIL,
  planXmlDocument,
  type RecordContent,
  type XmlField,
  type XmlForm,
  XSI_DECLARATION,
} from '../../../../formats/xml/xml-content.ts';
import type { Recipe } from '../snippet.ts';
import { besideNil, type Records, recordsIn, XML_FORMS } from '../xml.ts';
import { access, functionNames, type PythonBody, pythonText } from './code.ts';

/** null where the format is another, or the data have what these functions do not write. */
export function xmlInPython({ format, schema }: Pick<Recipe, 'format' | 'schema'>): PythonBody | null {
  const form = XML_FORMS[format];
  if (schema === null || form === undefined) return null;
  const { name, content, needsXsi } = planXmlDocument(schema, form);
  const records = recordsIn(content, name);
  if (records === null) return null;
  const made = new Writing(records);
  const functions = [...records.keys()].toReversed().map((record) => made.definitionOf(record));
  const top = made.element(name, content, 'data', needsXsi ? XSI_DECLARATION : '');
  const document = [
    'def document(data: object) -> str:',
    '    return (',
    ...concatenated([DECLARATION, top, END])
      .split('\n')
      .map((line, i) => (i === 0 ? `        ${line}` : line)),
    '    )',
    '',
    '',
  ];
  const code = [...functions, ...document].join('\n');
  const helpers = HELPERS.filter(({ call }) => code.includes(call));
  const imported = helpers.map((helper) => helper.imported);
  return {
    packages: [],
    standard: imported.length === 0 ? [] : [`from xml.sax.saxutils import ${imported.join(', ')}`],
    setup: [
      ...['', ...PLAIN],
      ...helpers.flatMap(({ lines }) => lines),
      ...elementHelper(form),
      ...functions,
      ...document,
    ],
    body: 'document(DATA).encode()',
  };
}

const DECLARATION = pythonText('<?xml version="1.0"?>\n');
const END = pythonText('\n');

const PLAIN = [
  'def plain(value: object) -> str:',
  '    return str(value).lower() if isinstance(value, bool) else str(value)',
  '',
  '',
];

interface Helper {
  readonly call: string;
  readonly imported: string;
  readonly lines: readonly string[];
}

const HELPERS: readonly Helper[] = [
  {
    call: 'text(',
    imported: 'escape',
    lines: [
      'def text(value: object) -> str:',
      '    # Readers take a bare carriage return for a line feed.',
      '    return escape(plain(value), {"\\r": "&#13;"})',
      '',
      '',
    ],
  },
  {
    call: 'attribute(',
    imported: 'quoteattr',
    lines: [
      'def attribute(name: str, value: object) -> str:',
      '    return f" {name}={quoteattr(plain(value))}"',
      '',
      '',
    ],
  },
];

/** With attributes, what holds nothing else is written short, as it was measured. */
function elementHelper(form: XmlForm): readonly string[] {
  const long = 'f"<{name}{attributes}>{inside}</{name}>"';
  return [
    'def element(name: str, inside: str, attributes: str = "") -> str:',
    `    return ${form === 'elements' ? long : `${long} if inside else f"<{name}{attributes}/>"`}`,
    '',
    '',
  ];
}

/** Expressions of Python that make text. */
class Writing {
  readonly #records: Records;
  readonly #functionOf = functionNames('xml');

  constructor(records: Records) {
    this.#records = records;
  }

  element(name: string, content: Content, value: string, attributes = ''): string {
    const its = attributes === '' ? '' : `, ${pythonText(attributes)}`;
    const around = (inside: string) => `element(${pythonText(name)}, ${inside}${its})`;
    switch (content.kind) {
      case 'nil':
        return pythonText(`<${name}${attributes} ${NIL}="true"/>`);
      case 'scalar':
        return around(`text(${value})`);
      case 'list':
        return around(
          content.item === null ? '""' : joined(this.element(content.itemName, content.item, 'each'), value),
        );
      case 'record':
        return `${this.#functionOf(this.#records.get(content)!)}(${pythonText(name)}, ${value}${its})`;
      case 'choice': {
        const nil = this.element(name, { kind: 'nil' }, value, attributes);
        const other = this.element(name, besideNil(content)!, value, attributes);
        return `(${nil} if ${value} is None else ${other})`;
      }
      case 'map':
        throw new Error('maps have no snippet');
    }
  }

  definitionOf(record: RecordContent): string {
    const attributes = record.fields.flatMap((field) => this.#attribute(field));
    const children = record.fields.flatMap((field) => this.#child(field));
    const made = `${this.#functionOf(this.#records.get(record)!)}(name: str, record: dict, declared: str = "") -> str:`;
    return [
      `def ${made}`,
      '    return element(',
      '        name,',
      `        ${concatenated(children)},`,
      `        ${concatenated(['declared', ...attributes])},`,
      '    )',
      '',
      '',
    ].join('\n');
  }

  #attribute({ property, attributeName, optional, attribute, child }: XmlField): readonly string[] {
    if (attribute === null) return [];
    const value = access('record', property);
    const text = `attribute(${pythonText(attributeName)}, ${value})`;
    // What is None beside that is an element.
    if (child !== null && optional)
      return [`("" if record.get(${pythonText(property)}) is None else ${text})`];
    if (child !== null) return [`("" if ${value} is None else ${text})`];
    return [optional ? `("" if ${pythonText(property)} not in record else ${text})` : text];
  }

  #child({ property, name, optional, repeats, attribute, child }: XmlField): readonly string[] {
    if (child === null) return [];
    const value = access('record', property);
    if (attribute !== null) {
      const got = optional ? `record.get(${pythonText(property)}, "")` : value;
      return [`(${this.element(name, child, value)} if ${got} is None else "")`];
    }
    if (repeats) {
      const list = optional ? `record.get(${pythonText(property)}, [])` : value;
      return [joined(this.element(name, child, 'each'), list)];
    }
    const text = this.element(name, child, value);
    return [optional ? `("" if ${pythonText(property)} not in record else ${text})` : text];
  }
}

function joined(made: string, list: string): string {
  return `"".join(${made} for each in ${list})`;
}

function concatenated(parts: readonly string[]): string {
  const [first = '""', ...others] = parts;
  // What stands alone needs no parentheses of its own.
  if (others.length === 0) return first.replace(/^\((.*)\)$/s, '$1');
  return parts.join('\n        + ');
}
