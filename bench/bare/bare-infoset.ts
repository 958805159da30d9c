// Books as Fast Infoset without a schema or any rules: what the plainest program does with a cursor and a
// writer.

import type { DataRecord } from '../../src/data/schema.ts';
import { qualifiedName } from '../../src/formats/fast-infoset/names.ts';
import { InfosetReader } from '../../src/formats/fast-infoset/reader.ts';
import { InfosetWriter } from '../../src/formats/fast-infoset/writer.ts';

const FIELDS = ['title', 'author', 'description', 'image', 'numInStock', 'price', 'type', 'onSale'].map(
  (property) => ({ property, name: qualifiedName(property) }),
);
const BOOKS = qualifiedName('books');
const BOOK = qualifiedName('book');

export function bareInfosetEncoder(): (books: readonly DataRecord[]) => Uint8Array {
  let expected = 1_024;
  return (books) => {
    const writer = new InfosetWriter(expected);
    writer.startElement(BOOKS);
    for (const book of books) {
      writer.startElement(BOOK);
      for (const { property, name } of FIELDS) writer.leaf(name, String(book[property]));
      writer.endElement();
    }
    writer.endElement();
    const bytes = writer.finish();
    expected = bytes.length + 1_024;
    return bytes;
  };
}

export function bareInfosetDecoder(bytes: Uint8Array): unknown {
  const reader = new InfosetReader(bytes);
  const books: Record<string, unknown>[] = [];
  let book: Record<string, unknown> = {};
  let text = '';
  for (let event = reader.next(); event !== 'document-end'; event = reader.next()) {
    if (event === 'text') {
      text += reader.text;
    } else if (event === 'start') {
      text = '';
      if (reader.name.localName === 'book') book = {};
    } else if (event === 'end') {
      const { localName } = reader.name;
      if (localName === 'book') books.push(book);
      else if (localName === 'numInStock' || localName === 'price') book[localName] = Number(text);
      else if (localName !== 'books') book[localName] = localName === 'onSale' ? text === 'true' : text;
    }
  }
  return books;
}
