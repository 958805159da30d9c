// Reads what comes before a document's first element: perhaps an XML declaration, four bytes that identify
// the format, and further parts that a byte of flags announces, among them the initial vocabulary (X.891,
// clauses 7.2 and 12, C.2).

import type { ByteReader } from './byte-reader.ts';
import { Problem } from './document-error.ts';
import { INDEX_ON_SECOND_BIT, LENGTH_ON_SECOND_BIT } from './lengths.ts';
import { readIndex, readLength, readPlainString, readValue } from './strings.ts';
import { type NameParts, Table, type Vocabulary } from './vocabulary.ts';

const LESS_THAN = 0x3c;
const XML_DECLARATION = /^<\?xml( version='1\.[01]')? encoding='finf'( standalone='(yes|no)')?\?>$/;
/** The length of the longest declaration that the standard allows. */
const MOST_DECLARATION_BYTES = 60;
/** With the version, 1. */
const MAGIC: readonly number[] = [0xe0, 0x00, 0x00, 0x01];

export function readPrologue(bytes: ByteReader, vocabulary: Vocabulary): void {
  readMagic(bytes);
  const flags = bytes.byte();
  if (flags >= 0x80) throw new Problem('a byte of no meaning where the optional parts are listed');
  if ((flags & 0x40) !== 0) skipAdditionalData(bytes);
  if ((flags & 0x20) !== 0) readInitialVocabulary(bytes, vocabulary);
  if ((flags & 0x18) !== 0) throw new Problem('notations and unparsed entities are refused');
  // Scheme of characters, standalone and version of XML: all of them say nothing about the data.
  if ((flags & 0x04) !== 0) readPlainString(bytes);
  if ((flags & 0x02) !== 0) bytes.byte();
  if ((flags & 0x01) !== 0) readValue(bytes, vocabulary.otherTexts);
}

function readMagic(bytes: ByteReader): void {
  let byte = bytes.byte();
  if (byte === LESS_THAN) {
    let text = '<';
    while (!text.endsWith('>') && text.length < MOST_DECLARATION_BYTES)
      text += String.fromCharCode(bytes.byte());
    if (!XML_DECLARATION.test(text)) throw new Problem('no document: an XML declaration that is not of one');
    byte = bytes.byte();
  }
  for (let i = 0; i < MAGIC.length; i++) {
    if (byte !== MAGIC[i]) throw new Problem('no document: it does not begin with the bytes e0 00 00 01');
    if (i < MAGIC.length - 1) byte = bytes.byte();
  }
}

function skipAdditionalData(bytes: ByteReader): void {
  for (let left = readCount(bytes); left > 0; left--) {
    readPlainString(bytes);
    bytes.view(readLength(bytes, bytes.byte(), LENGTH_ON_SECOND_BIT));
  }
}

/** The number of items that follow (C.21). */
function readCount(bytes: ByteReader): number {
  const lead = bytes.byte();
  if (lead < 0x80) return lead + 1;
  if (lead > 0x8f) throw new Problem('a number of items of no form');
  return ((lead & 0x0f) << 16) + bytes.uint16() + 129;
}

function readInitialVocabulary(bytes: ByteReader, vocabulary: Vocabulary): void {
  const flags = (bytes.byte() << 8) | bytes.byte();
  if (flags > 0x1fff) throw new Problem('a byte of no meaning where the parts of the vocabulary are listed');
  if ((flags & 0x1000) !== 0)
    throw new Problem(`the vocabulary stands elsewhere, under ${JSON.stringify(readPlainString(bytes))}`);
  const { prefixes, uris, localNames, otherNames, otherUris, attributeValues, texts, otherTexts } =
    vocabulary;
  // Alphabets and algorithms of the writer's own; where something is written by one, that is refused.
  const skipped = [new Table<string>('alphabets'), new Table<string>('algorithms')];
  const identifiers = [...skipped, prefixes, uris, localNames, otherNames, otherUris];
  identifiers.forEach((table, i) => {
    if ((flags & (0x0800 >> i)) !== 0) readEach(bytes, () => table.add(readPlainString(bytes)));
  });
  [attributeValues, texts, otherTexts].forEach((table, i) => {
    if ((flags & (0x0010 >> i)) !== 0) readEach(bytes, () => readInitialValue(bytes, table));
  });
  if ((flags & 0x0002) !== 0)
    readEach(bytes, () => vocabulary.addElementName(readNameByIndices(bytes, vocabulary)));
  if ((flags & 0x0001) !== 0)
    readEach(bytes, () => vocabulary.addAttributeName(readNameByIndices(bytes, vocabulary)));
}

function readEach(bytes: ByteReader, read: () => void): void {
  for (let left = readCount(bytes); left > 0; left--) read();
}

/** They stand there as values do that are not for the table, but are added. */
function readInitialValue(bytes: ByteReader, table: Table<string>): void {
  const aside = new Table<string>('values beside the tables');
  table.add(readValue(bytes, aside));
}

function readNameByIndices(bytes: ByteReader, { prefixes, uris, localNames }: Vocabulary): NameParts {
  const flags = bytes.byte();
  if (flags > 3 || flags === 2) throw new Problem('a name of no form');
  const prefix = (flags & 2) === 0 ? '' : prefixes.at(readPlainIndex(bytes));
  const uri = (flags & 1) === 0 ? '' : uris.at(readPlainIndex(bytes));
  return { prefix, uri, localName: localNames.at(readPlainIndex(bytes)) };
}

function readPlainIndex(bytes: ByteReader): number {
  return readIndex(bytes, bytes.byte(), INDEX_ON_SECOND_BIT);
}
