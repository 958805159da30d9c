// Documents that the Java library wrote, against the XML that they say. testdata/fast-infoset/README.md says
// how they were made.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { eventsOfInfoset, eventsOfXml } from '../../../test/support/documents/infoset-events.ts';
import { datasetNamed, generateRecords } from '../../data/catalogue.ts';
import { readBySaxes } from '../xml/xml-saxes.ts';
import { readByInfoset } from './decode.ts';
import { FAST_INFOSET } from './fast-infoset.ts';
import { InfosetReader } from './reader.ts';

const FOLDER = new URL('./testdata/', import.meta.url);
const bytesOf = (name: string) => new Uint8Array(readFileSync(new URL(name, FOLDER)));
const textOf = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8');

const PAIRS: readonly (readonly [infoset: string, xml: string])[] = [
  ['books-jaxb', 'books'],
  ['books-jackson', 'books'],
  ['envelope', 'envelope'],
  ['request', 'request'],
  ['indices', 'indices'],
  ['lengths', 'lengths'],
  ['mixed', 'mixed'],
  ['namespaces', 'namespaces'],
  ['namespaces-dom', 'namespaces'],
  ['alphabets', 'alphabets'],
  ['utf-16', 'utf-16'],
  ['values', 'values'],
];

for (const [infoset, xml] of PAIRS) {
  test(`${infoset}.finf says what ${xml}.xml says`, () => {
    const events = eventsOfInfoset(bytesOf(`${infoset}.finf`));
    assert.ok(events.length > 4);
    assert.deepEqual(events, eventsOfXml(textOf(`${xml}.xml`)));
  });
}

/** Writes down what it hears. */
function hearing() {
  const heard: unknown[] = [];
  return {
    heard,
    result: null,
    open: (name: string, attributes: Readonly<Record<string, string>>, given: number) =>
      heard.push([name, { ...attributes }, given]),
    text: (part: string) => heard.push(part),
    close: () => heard.push('end'),
    place: () => '',
  };
}

test('a listener hears of an envelope what it hears of the same in text', () => {
  for (const name of ['request', 'envelope', 'namespaces']) {
    const [infoset, xml] = [hearing(), hearing()];
    readByInfoset(bytesOf(`${name}.finf`), infoset);
    readBySaxes(textOf(`${name}.xml`), xml);
    assert.ok(xml.heard.length > 8);
    assert.deepEqual(infoset.heard, xml.heard, name);
  }
});

const BOOKS = datasetNamed('book');
const THREE = JSON.parse(JSON.stringify(generateRecords(BOOKS, 3)));

test('Books by JAXB and by Jackson come back, and are written with the same bytes', () => {
  const encode = FAST_INFOSET.encoders[0]!.bind(BOOKS.schema);
  const decode = FAST_INFOSET.codecs[0]!.bind(BOOKS.schema);
  for (const name of ['books-jaxb.finf', 'books-jackson.finf']) {
    assert.deepEqual(decode(bytesOf(name) as never), THREE);
    assert.deepEqual(encode(THREE), bytesOf(name));
  }
});

test('a vocabulary that stands elsewhere is refused by its name', () => {
  assert.throws(
    () => new InfosetReader(bytesOf('external-vocabulary.finf')),
    /^Error: Fast Infoset: the vocabulary stands elsewhere, under "urn:wirefare:words", at byte 26$/,
  );
});
