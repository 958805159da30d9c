// XML with a child element for every property: <books><book><title>…</title>…</book>…</books>.

import { SaxesParser } from 'saxes';
import type { DataRecord, DataSchema } from '../data/schema.ts';
import { flatListOf } from './flat-only.ts';
import type { CodecTaking, Encoder, Format } from './format.ts';
import { recordTemplate } from './record-template.ts';
import { unexpected } from './xml-errors.ts';
import { READERS, refuseUnwritable, TEXT_WRITERS, XML_DECLARATION, xmlNamesOf } from './xml-values.ts';

const writer: Encoder = {
  name: 'wirefare-xml',
  refuse: refuseUnwritable,
  bind(schema) {
    const names = xmlNamesOf(schema);
    const flat = flatListOf(schema, 'XML').fields;
    const fields = flat.map(({ name, type }, i) => {
      const before = i === 0 ? `<${names.record}>` : '';
      const after = i === flat.length - 1 ? `</${names.record}>` : '';
      return { name, open: `${before}<${name}>`, write: TEXT_WRITERS[type], close: `</${name}>${after}` };
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

/** As in the study: the platform's DOM, then every property into an object. */
const domParser: CodecTaking<'text'> = {
  name: 'domparser',
  takes: 'text',
  needs: ['dom'],
  library: null,
  bind(schema) {
    const { root, record } = xmlNamesOf(schema);
    const fields = readableFields(schema);
    const template = recordTemplate(flatListOf(schema, 'XML').fields);
    const parser = new DOMParser();
    return (text) => {
      const top = parser.parseFromString(text, 'application/xml').documentElement;
      if (top.tagName !== root) throw unexpected(top, root);
      const records: DataRecord[] = [];
      // A parser's error is an element among the others, so that the check of every name finds it.
      for (let element = top.firstElementChild; element !== null; element = element.nextElementSibling) {
        if (element.tagName !== record) throw unexpected(element, record);
        const out = { ...template };
        let child = element.firstElementChild;
        for (const { name, read } of fields) {
          if (child === null || child.tagName !== name) throw unexpected(child, name);
          out[name] = read(child.textContent!);
          child = child.nextElementSibling;
        }
        if (child !== null) throw unexpected(child, `the end of ${record}`);
        records.push(out);
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
    return (text) => readBySaxes(text, schema);
  },
};

function readBySaxes(document: string, schema: DataSchema): DataRecord[] {
  const { root, record } = xmlNamesOf(schema);
  const fields = readableFields(schema);
  const template = recordTemplate(flatListOf(schema, 'XML').fields);
  const records: DataRecord[] = [];
  let out = template;
  let depth = 0;
  let next = 0;
  let text = '';
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('opentag', ({ name }) => {
    const expected = depth === 0 ? root : depth === 1 ? record : fields[next]?.name;
    if (name !== expected || depth > 2)
      throw unexpected({ tagName: name }, expected ?? `the end of ${record}`);
    if (depth === 1) {
      out = { ...template };
      next = 0;
    }
    depth += 1;
    text = '';
  });
  const addText = (part: string) => {
    text += part;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    depth -= 1;
    if (depth === 2) {
      const { name, read } = fields[next++]!;
      out[name] = read(text);
    } else if (depth === 1) {
      if (next < fields.length) throw unexpected(null, fields[next]!.name);
      records.push(out);
    }
  });
  parser.write(document).close();
  return records;
}

function readableFields(schema: DataSchema) {
  return flatListOf(schema, 'XML').fields.map(({ name, type }) => ({ name, read: READERS[type] }));
}

export const XML: Format = {
  name: 'xml',
  title: 'XML',
  contentType: 'application/xml',
  needsSchema: true,
  keyOrder: 'schema',
  encoders: [writer],
  codecs: [domParser, saxes],
};
