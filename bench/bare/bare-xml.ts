// Books as XML without any of our code: what the plainest program does.

import { SaxesParser } from 'saxes';
import type { DataRecord } from '../../src/data/schema.ts';

// The usual hand-written escaping, without any check of what XML can carry.
const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const usual = (value: unknown) => String(value).replace(/[&<>"]/g, (character) => REFERENCES[character]!);

export function bareElements(books: readonly DataRecord[]): string {
  let out = '';
  for (const b of books) {
    out += `<book><title>${usual(b.title)}</title><author>${usual(b.author)}</author>`;
    out += `<description>${usual(b.description)}</description><image>${usual(b.image)}</image>`;
    out += `<numInStock>${b.numInStock}</numInStock><price>${b.price}</price>`;
    out += `<type>${usual(b.type)}</type><onSale>${b.onSale}</onSale></book>`;
  }
  return `<books>${out}</books>`;
}

export function bareSoap(books: readonly DataRecord[]): string {
  const namespaces = 'xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"';
  return `<soap:Envelope ${namespaces}><soap:Body>${bareElements(books)}</soap:Body></soap:Envelope>`;
}

export function bareAttributes(books: readonly DataRecord[]): string {
  let out = '';
  for (const b of books) {
    out += `<book title="${usual(b.title)}" author="${usual(b.author)}" description="${usual(b.description)}"`;
    out += ` image="${usual(b.image)}" numInStock="${b.numInStock}" price="${b.price}" type="${usual(b.type)}"`;
    out += ` onSale="${b.onSale}"/>`;
  }
  return `<books>${out}</books>`;
}

const NUMBERS = new Set(['numInStock', 'price']);

function typed(name: string, text: string): string | number | boolean {
  if (NUMBERS.has(name)) return Number(text);
  return name === 'onSale' ? text === 'true' : text;
}

/** Books by saxes, as a program of its own would take them: elements or attributes, whichever there are. */
export function bareSaxes(document: string): Record<string, unknown>[] {
  const books: Record<string, unknown>[] = [];
  let book: Record<string, unknown> = {};
  let text = '';
  const parser = new SaxesParser({ position: false, xmlns: false });
  parser.on('opentag', ({ name, attributes }) => {
    text = '';
    if (name !== 'book') return;
    book = {};
    books.push(book);
    for (const key of Object.keys(attributes)) book[key] = typed(key, attributes[key]!);
  });
  parser.on('text', (part) => {
    text += part;
  });
  parser.on('closetag', ({ name }) => {
    if (name !== 'book' && name !== 'books') book[name] = typed(name, text);
  });
  parser.write(document).close();
  return books;
}
