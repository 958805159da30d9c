import assert from 'node:assert/strict';
import test from 'node:test';
import { datasetNamed, generateRecords } from '../../data/catalogue.ts';
import { firstDifference } from '../../data/equal.ts';
import { javaEncoder } from '../java-serialization/java-serialization.ts';
import { base64Bytes, base64Length, ownBase64Bytes, putBase64 } from './base64.ts';
import { SOAP_SERIALIZED } from './soap-serialized.ts';

const { schema } = datasetNamed('book');
const BOOKS = generateRecords(datasetNamed('book'), 20);

const text = new TextDecoder().decode(SOAP_SERIALIZED.encoders[0]!.bind(schema)(BOOKS));
const saxes = SOAP_SERIALIZED.codecs.find(({ name }) => name === 'saxes')!;
const read = (message: string) => saxes.bind(schema)(message as never);

function base64(bytes: Uint8Array): string {
  const out = new Uint8Array(base64Length(bytes.length) + 2).fill(0x21);
  putBase64(bytes, out, 1);
  assert.deepEqual([out[0], out.at(-1)], [0x21, 0x21], 'nothing before it or behind it is touched');
  return new TextDecoder().decode(out.subarray(1, -1));
}

test('the body holds the serialized object in base64', () => {
  const payload = Buffer.from(javaEncoder.bind(schema)(BOOKS)).toString('base64');
  assert.equal(
    text,
    '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>' +
      `<w:Serialized xmlns:w="urn:wirefare"><payload>${payload}</payload></w:Serialized></soap:Body></soap:Envelope>`,
  );
});

test('books come back, also from base64 in lines', () => {
  assert.equal(firstDifference(read(text), BOOKS), null);
  const lines = text.replace(/(?<=<payload>).*(?=<)/, (all) => all.replace(/(.{76})/g, '$1\r\n '));
  assert.notEqual(lines, text);
  assert.equal(firstDifference(read(lines), BOOKS), null);
});

test('what is no base64, no serialized object or a fault is refused as what it is', () => {
  for (const [message, expected] of [
    [text.replace('<payload>rO0A', '<payload>*O0A'), /base64/],
    [text.replace('<payload>rO0A', '<payload>'), /no stream of Java serialization/],
    [text.replace(/<payload>.*<\/payload>/, ''), /expected payload/],
    [text.replace('w:Serialized', 'w:Other').replace('/w:Serialized', '/w:Other'), /Other>, expected/],
    [
      text.replace(/<w:.*\/w:Serialized>/, '<soap:Fault><faultcode>a</faultcode></soap:Fault>'),
      /a SOAP fault, a:/,
    ],
  ] as const) {
    assert.throws(() => read(message), expected);
  }
});

test('bytes of every length come back from base64, which is what Node makes of them', () => {
  for (let length = 0; length < 200; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (length * 89 + i * 151) & 0xff);
    const made = base64(bytes);
    assert.equal(made, Buffer.from(bytes).toString('base64'));
    for (const decode of [base64Bytes, ownBase64Bytes]) assert.deepEqual(decode(made), bytes);
    assert.deepEqual(ownBase64Bytes(` ${made.replace(/(.{5})/g, '$1\n')}\t`), bytes);
  }
});

test('what is no base64 is refused', () => {
  for (const broken of [
    'a',
    'ab',
    'abc',
    'ab=',
    'a===',
    '====',
    'ab=c',
    'ab==abcd',
    'ab-_',
    'abcé',
    'ab*d',
    'ab==\0',
    'QR==',
    'QUJ=',
  ]) {
    for (const decode of [base64Bytes, ownBase64Bytes])
      assert.throws(() => decode(broken), SyntaxError, broken);
  }
});
