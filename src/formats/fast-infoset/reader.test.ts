// What a document may have and no document of the Java library does: its optional parts, an initial
// vocabulary.

import assert from 'node:assert/strict';
import test from 'node:test';
import { eventsOfInfoset } from '../../../test/support/documents/infoset-events.ts';
import { InfosetReader } from './reader.ts';

const MAGIC = [0xe0, 0x00, 0x00, 0x01];
/** `<r>a</r>` and the document's end. */
const R = [0x3c, 0x00, 0x72, 0x80, 0x61, 0xff];
const EVENTS = ['<:{}r>', 'a', '</>'];

const ascii = (text: string) => Array.from(text, (character) => character.charCodeAt(0));
/** As a name or another string that identifies something: its length, itself. */
const named = (text: string) => [text.length - 1, ...ascii(text)];
const says = (bytes: readonly number[], events: readonly string[]) =>
  assert.deepEqual(eventsOfInfoset(Uint8Array.from(bytes)), events);

test('any XML declaration of Fast Infoset may come first', () => {
  for (const version of ['', " version='1.0'", " version='1.1'"]) {
    for (const standalone of ['', " standalone='yes'", " standalone='no'"]) {
      says([...ascii(`<?xml${version} encoding='finf'${standalone}?>`), ...MAGIC, 0, ...R], EVENTS);
    }
  }
  assert.throws(
    () => says([...ascii("<?xml encoding='utf-8'?>"), ...MAGIC, 0, ...R], EVENTS),
    /XML declaration/,
  );
});

test('additional data, scheme of characters, standalone and version are passed over', () => {
  const additional = [0x01, ...named('urn:a'), 0x02, 1, 2, 3, ...named('urn:b'), 0x00, 9];
  says([...MAGIC, 0x47, ...additional, ...named('utf-8'), 0x01, 0x02, ...ascii('1.0'), ...R], EVENTS);
});

test('notations and unparsed entities are refused', () => {
  assert.throws(
    () => says([...MAGIC, 0x10, ...R], []),
    /notations and unparsed entities are refused, at byte 5/,
  );
  assert.throws(
    () => says([...MAGIC, 0x08, ...R], []),
    /notations and unparsed entities are refused, at byte 5/,
  );
});

test('an initial vocabulary fills every table', () => {
  const tables = [
    [0x0f, 0xff],
    [0x00, ...named('ab')],
    [0x00, ...named('urn:algorithm')],
    [0x00, ...named('p')],
    [0x00, ...named('u:p')],
    [0x01, ...named('r'), ...named('x')],
    [0x00, ...named('target')],
    [0x00, ...named('u:other')],
    [0x00, 0x04, ...ascii('value')],
    [0x00, 0x03, ...ascii('text')],
    [0x00, 0x03, ...ascii('note')],
    // {u:p}p:r and r; {u:p}p:x
    [0x01, 0x03, 0x01, 0x01, 0x00, 0x00, 0x00],
    [0x00, 0x03, 0x01, 0x01, 0x01],
  ].flat();
  says(
    [...MAGIC, 0x20, ...tables, 0x40, 0x00, 0x80, 0xf0, 0xa0, 0x01, 0xf0, 0xe2, 0x80, 0xe1, 0x80, 0xff, 0xff],
    ['<p:{u:p}r p:{u:p}x=value>', 'text', '<:{}r>', '</>', '<!--note-->', '<?target ?>', '</>'],
  );
});

test('texts by an alphabet of the writer’s own are refused where they stand', () => {
  const bytes = [...MAGIC, 0x20, 0x08, 0x00, 0x00, ...named('ab'), 0x3c, 0x00, 0x72, 0x88, 0x80, 0x11, 0xff];
  assert.throws(() => says(bytes, []), /no built-in alphabet has the index 33, at byte 17/);
});

test('an instruction and a comment may come before and after the element', () => {
  const around = [0xe1, ...named('t'), 0x00, 0x64, 0xe2, 0x00, 0x63];
  const events = ['<?t d?>', '<!--c-->'];
  const again = [0xe1, 0x80, 0x00, 0x64, 0xe2, 0x00, 0x63];
  says([...MAGIC, 0, ...around, ...R.slice(0, -1), 0xf0, ...again, 0xf0], [...events, ...EVENTS, ...events]);
});

test('after the end there is nothing but the end, and names stand with the ends of elements', () => {
  const reader = new InfosetReader(Uint8Array.from([...MAGIC, 0, ...R]));
  const seen = Array.from({ length: 5 }, () => [reader.next(), reader.name.localName].join(' '));
  assert.deepEqual(seen, ['start r', 'text r', 'end r', 'document-end r', 'document-end r']);
  assert.equal(reader.offset, 11);
});
