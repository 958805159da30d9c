import assert from 'node:assert/strict';
import test from 'node:test';
import { eventsOfInfoset } from '../../../test/support/documents/infoset-events.ts';
import { qualifiedName } from './names.ts';
import { InfosetReader } from './reader.ts';
import { InfosetWriter } from './writer.ts';

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';

function envelope(): Uint8Array {
  const writer = new InfosetWriter();
  writer.startElement(qualifiedName('Envelope', SOAP, 'soap'));
  writer.declare('soap', SOAP);
  writer.startElement(qualifiedName('Body', SOAP, 'soap'));
  writer.startElement(qualifiedName('greet', 'urn:wirefare', 'w'));
  writer.declare('w', 'urn:wirefare');
  for (const [name, text] of [
    ['arg0', 'Željka 𝒜'],
    ['arg1', '3'],
  ] as const) {
    writer.startElement(qualifiedName(name));
    writer.text(text);
    writer.endElement();
  }
  for (let open = 3; open > 0; open--) writer.endElement();
  return writer.finish();
}

test('an envelope has its namespaces, prefixes and texts', () => {
  assert.deepEqual(eventsOfInfoset(envelope()), [
    `<soap:{${SOAP}}Envelope xmlns:soap=${SOAP}>`,
    `<soap:{${SOAP}}Body>`,
    '<w:{urn:wirefare}greet xmlns:w=urn:wirefare>',
    '<:{}arg0>',
    'Željka 𝒜',
    '</>',
    '<:{}arg1>',
    '3',
    '</>',
    '</>',
    '</>',
    '</>',
  ]);
});

test('names and texts that come again are an index', () => {
  const name = qualifiedName('item');
  const written = (count: number) => {
    const writer = new InfosetWriter();
    writer.startElement(qualifiedName('list'));
    for (let i = 0; i < count; i++) {
      writer.startElement(name);
      writer.text('again');
      writer.endElement();
    }
    writer.endElement();
    return writer.finish().length;
  };
  // One byte each for the element, its text and its end.
  assert.equal(written(12) - written(2), 30);
});

/** A document of one element for each number, and again for some of them. */
function numbered(
  numbers: readonly number[],
  write: (writer: InfosetWriter, i: number) => void,
): InfosetReader {
  const writer = new InfosetWriter();
  writer.startElement(qualifiedName('r'));
  for (const i of numbers) {
    write(writer, i);
    writer.endElement();
  }
  writer.endElement();
  const reader = new InfosetReader(writer.finish());
  assert.equal(reader.next(), 'start');
  return reader;
}

/** Numbers up to a count, and again those where another form of an index begins. */
const upTo = (count: number, again: readonly number[]) => [...Array(count).keys(), ...again];

test('every form of an index of an element is read as it was written', () => {
  const numbers = upTo(526_400, [0, 30, 31, 32, 2_078, 2_079, 2_080, 526_366, 526_367, 526_368, 526_399]);
  const reader = numbered(numbers, (writer, i) => writer.startElement(qualifiedName(i.toString(36))));
  let wrong = 0;
  for (const i of numbers) {
    const isRight = reader.next() === 'start' && reader.name.localName === i.toString(36);
    if (!isRight || reader.next() !== 'end') wrong += 1;
  }
  assert.equal(wrong, 0);
});

test('every form of an index of a text is read as it was written', () => {
  const numbers = upTo(263_200, [0, 15, 16, 1_039, 1_040, 263_183, 263_184, 263_199]);
  const name = qualifiedName('e');
  const reader = numbered(numbers, (writer, i) => {
    writer.startElement(name);
    writer.text(`${i}`);
  });
  let wrong = 0;
  for (const i of numbers) {
    const isRight = reader.next() === 'start' && reader.next() === 'text' && reader.text === `${i}`;
    if (!isRight || reader.next() !== 'end') wrong += 1;
  }
  assert.equal(wrong, 0);
});

test('every form of an index of an attribute and its value is read as it was written', () => {
  const numbers = upTo(8_300, [0, 63, 64, 8_255, 8_256, 8_299]);
  const name = qualifiedName('e');
  const reader = numbered(numbers, (writer, i) => {
    writer.startElement(name);
    writer.attribute(qualifiedName(`a${i}`), `${i}`);
  });
  for (const i of numbers) {
    assert.equal(reader.next(), 'start');
    assert.deepEqual(
      reader.attributes.map((each) => [each.name.localName, each.value]),
      [[`a${i}`, `${i}`]],
    );
    assert.equal(reader.next(), 'end');
  }
});

test('beyond 2^20 entries nothing more goes into a table', () => {
  const writer = new InfosetWriter();
  const name = qualifiedName('e');
  writer.startElement(qualifiedName('r'));
  for (let i = 0; i < 2 ** 20; i++) {
    writer.startElement(name);
    writer.text(`${i}`);
    writer.endElement();
  }
  for (const text of ['none', 'none', `${2 ** 20 - 1}`]) {
    writer.startElement(name);
    writer.text(text);
    writer.endElement();
  }
  writer.endElement();
  const none = [0x01, 0x82, 0x01, ...Array.from('none', (character) => character.charCodeAt(0)), 0xf0];
  const tail = [...none, ...none, 0x01, 0xb8, 0x0b, 0xfb, 0xef, 0xff, 0xf0];
  assert.deepEqual(Array.from(writer.finish().subarray(-tail.length)), tail);
});

test('texts of every length come back, whatever their characters', () => {
  for (const character of ['a', 'é', '水', '𝒜']) {
    for (const length of [
      1, 2, 3, 7, 8, 9, 21, 22, 24, 25, 31, 32, 33, 64, 65, 86, 87, 129, 130, 257, 258, 259, 264, 265, 266,
      70_000,
    ]) {
      const text = character.repeat(length);
      const writer = new InfosetWriter(0);
      writer.startElement(qualifiedName('r'));
      writer.attribute(qualifiedName('a'), text);
      writer.text(text);
      writer.endElement();
      assert.deepEqual(eventsOfInfoset(writer.finish()), [`<:{}r :{}a=${text}>`, text, '</>']);
    }
  }
});

test('a default namespace, its end, and what belongs to xml itself', () => {
  const writer = new InfosetWriter();
  writer.startElement(qualifiedName('r', 'u:d'));
  writer.declare('', 'u:d');
  writer.attribute(qualifiedName('lang', 'http://www.w3.org/XML/1998/namespace', 'xml'), 'hr');
  writer.startElement(qualifiedName('e'));
  writer.declare('', '');
  writer.attribute(qualifiedName('empty'), '');
  writer.text('');
  writer.endElement();
  writer.endElement();
  assert.deepEqual(eventsOfInfoset(writer.finish()), [
    '<:{u:d}r xml:{http://www.w3.org/XML/1998/namespace}lang=hr xmlns:=u:d>',
    '<:{}e :{}empty= xmlns:=>',
    '</>',
    '</>',
  ]);
});

test('what would be no document is refused while it is written', () => {
  const started = () => {
    const writer = new InfosetWriter();
    writer.startElement(qualifiedName('r'));
    return writer;
  };
  assert.throws(() => started().finish(), /1 elements are open/);
  const afterText = started();
  afterText.text('a');
  assert.throws(() => afterText.attribute(qualifiedName('a'), '1'), /attributes and namespaces come before/);
  const undeclared = started();
  undeclared.startElement(qualifiedName('e', 'u:a', 'a'));
  assert.throws(() => undeclared.endElement(), /"a" was not declared/);
  const ended = started();
  ended.endElement();
  assert.throws(() => ended.endElement(), /no element is open/);
  assert.throws(() => qualifiedName('e', '', 'a'), /the prefix a of e has no namespace/);
});
