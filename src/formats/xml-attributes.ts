// XML with an attribute for every property: <books><book title="…" …/>…</books>.

import { SaxesParser } from 'saxes';
import type { DataRecord, DataSchema } from '../data/schema.ts';
import { flatListOf } from './flat-only.ts';
import type { CodecTaking, Encoder, Format } from './format.ts';
import { recordTemplate } from './record-template.ts';
import { unexpected } from './xml-errors.ts';
import { ATTRIBUTE_WRITERS, READERS, refuseUnwritable, XML_DECLARATION, xmlNamesOf } from './xml-values.ts';

const writer: Encoder = {
  name: 'wirefare-xml',
  refuse: refuseUnwritable,
  bind(schema) {
    const names = xmlNamesOf(schema);
    const flat = flatListOf(schema, 'XML').fields;
    const fields = flat.map(({ name, type }, i) => {
      const open = i === 0 ? `<${names.record} ${name}="` : ` ${name}="`;
      const close = i === flat.length - 1 ? '"/>' : '"';
      return { name, open, write: ATTRIBUTE_WRITERS[type], close };
    });
    const utf8 = new TextEncoder();
    return (value) => {
      let out = `${XML_DECLARATION}<${names.root}>`;
      for (const record of value as DataRecord[]) {
        for (const { name, open, write, close } of fields) out += open + write(record[name]!) + close;
      }
      return utf8.encode(`${out}</${names.root}>`);
    };
  },
};

const domParser: CodecTaking<'text'> = {
  name: 'domparser',
  takes: 'text',
  needs: ['dom'],
  library: null,
  bind(schema) {
    const { root, record } = xmlNamesOf(schema);
    const toRecord = recordReader(schema);
    const parser = new DOMParser();
    return (text) => {
      const top = parser.parseFromString(text, 'application/xml').documentElement;
      if (top.tagName !== root) throw unexpected(top, root);
      const records: DataRecord[] = [];
      for (let element = top.firstElementChild; element !== null; element = element.nextElementSibling) {
        if (element.tagName !== record) throw unexpected(element, record);
        const current = element;
        records.push(toRecord((name) => current.getAttribute(name)));
      }
      return records;
    };
  },
};

const saxes: CodecTaking<'text'> = {
  name: 'saxes',
  takes: 'text',
  needs: [],
  library: { packageName: 'saxes', from: 'saxes', names: ['SaxesParser'] },
  bind(schema) {
    const { root, record } = xmlNamesOf(schema);
    const toRecord = recordReader(schema);
    return (text) => {
      const records: DataRecord[] = [];
      let depth = 0;
      const parser = new SaxesParser({ xmlns: false, position: false });
      parser.on('opentag', ({ name, attributes }) => {
        const expected = depth === 0 ? root : depth === 1 ? record : `the end of ${record}`;
        if (name !== expected) throw unexpected({ tagName: name }, expected);
        if (depth === 1) records.push(toRecord((field) => attributes[field] ?? null));
        depth += 1;
      });
      parser.on('closetag', () => {
        depth -= 1;
      });
      parser.write(text).close();
      return records;
    };
  },
};

/** From a way to look up attributes by name to a record; the order of attributes means nothing in XML. */
function recordReader(schema: DataSchema): (attribute: (name: string) => string | null) => DataRecord {
  const fields = flatListOf(schema, 'XML').fields.map(({ name, type }) => ({ name, read: READERS[type] }));
  const template = recordTemplate(flatListOf(schema, 'XML').fields);
  return (attribute) => {
    const out = { ...template };
    for (const { name, read } of fields) {
      const text = attribute(name);
      if (text === null) throw new Error(`XML: the attribute ${name} is missing`);
      out[name] = read(text);
    }
    return out;
  };
}

export const XML_ATTRIBUTES: Format = {
  name: 'xml-attributes',
  title: 'XML attributes',
  contentType: 'application/xml',
  needsSchema: true,
  keyOrder: 'schema',
  encoders: [writer],
  codecs: [domParser, saxes],
};
