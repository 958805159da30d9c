// Documents that are broken or meant to do harm: an error that says what and where, never a hang, never
// memory without end.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import fc from 'fast-check';
import { datasetNamed, generateRecords } from '../../data/catalogue.ts';
import { inferSchema } from '../../data/infer/infer-schema.ts';
import { InfosetError } from './document-error.ts';
import { FAST_INFOSET } from './fast-infoset.ts';
import { qualifiedName } from './names.ts';
import { InfosetReader } from './reader.ts';
import { InfosetWriter } from './writer.ts';

const START = [0xe0, 0x00, 0x00, 0x01, 0x00];
const NAMED_R = [0x3c, 0x00, 0x72];

/** Every event until the end; throws what the reader throws. */
function readAll(bytes: Uint8Array): number {
  const reader = new InfosetReader(bytes);
  let events = 0;
  while (reader.next() !== 'document-end') events += 1;
  return events;
}

function refused(bytes: readonly number[], message: string): void {
  assert.throws(() => readAll(Uint8Array.from(bytes)), { message: `Fast Infoset: ${message}` });
}

test('what is no document is told by its first bytes', () => {
  refused([], 'the document ends too early, at byte 0');
  refused([0x7b, 0x7d], 'no document: it does not begin with the bytes e0 00 00 01, at byte 1');
  refused([0xe0, 0, 0, 2, 0], 'no document: it does not begin with the bytes e0 00 00 01, at byte 4');
  refused(
    Array.from(new TextEncoder().encode('<books><book/></books>')),
    'no document: an XML declaration that is not of one, at byte 7',
  );
  refused([0xe0, 0, 0, 1, 0x80], 'a byte of no meaning where the optional parts are listed, at byte 5');
});

test('a document that ends anywhere before its end is refused', () => {
  const { schema } = datasetNamed('book');
  const bytes = FAST_INFOSET.encoders[0]!.bind(schema)(generateRecords(datasetNamed('book'), 2));
  const decode = FAST_INFOSET.codecs[0]!.bind(schema);
  for (let length = 0; length < bytes.length; length++) {
    assert.throws(() => decode(bytes.subarray(0, length) as never), InfosetError, `${length} bytes`);
  }
});

test('lengths beyond the end are not believed', () => {
  const huge = [0xff, 0xff, 0xff, 0xff];
  refused([...START, 0x3c, 0x60, ...huge], '4294967616 bytes should follow, but 0 do, at byte 11');
  refused(
    [...START, ...NAMED_R, 0x83, ...huge, 0x61],
    '4294967554 bytes should follow, but 1 do, at byte 13',
  );
  refused([...START, ...NAMED_R, 0x87, ...huge], '4294967554 bytes should follow, but 0 do, at byte 13');
  refused(
    [...START, ...NAMED_R, 0x8c, 0x07, ...huge],
    '4294967554 bytes should follow, but 0 do, at byte 14',
  );
  refused(
    [...START, 0x7c, 0x00, 0x72, 0x78, 0x00, 0x61, 0x0c, ...huge],
    '4294967560 bytes should follow, but 0 do, at byte 16',
  );
});

test('indices of nothing are refused with the size of their table', () => {
  refused([...START, 0x05], 'entry 6 of the table of element names, which has 0, at byte 6');
  refused([...START, 0x3c, 0x80], 'entry 1 of the table of local names, which has 0, at byte 7');
  refused([...START, 0x3f, 0x81], 'entry 2 of the table of prefixes, which has 1, at byte 7');
  refused([...START, 0x3d, 0xff, 0xff], 'an index of no form, at byte 7');
  refused([...START, ...NAMED_R, 0xa0], 'entry 1 of the table of texts, which has 0, at byte 9');
  refused(
    [...START, ...NAMED_R, 0xb8, 0x0f, 0xff, 0xff],
    'entry 1311760 of the table of texts, which has 0, at byte 12',
  );
  refused([...START, ...NAMED_R, 0xb8, 0x10, 0, 0], 'an index of more than 20 bits, at byte 10');
  refused(
    [...START, 0x7c, 0x00, 0x72, 0x00],
    'entry 1 of the table of attribute names, which has 0, at byte 9',
  );
});

test('bytes that mean nothing where they stand are refused', () => {
  refused([...START, 0xf0], 'a document without an element, at byte 6');
  refused([...START, 0x80, 0x61], 'text outside the outermost element, at byte 6');
  refused([...START, ...NAMED_R, 0xf0, 0x00, 0xff], 'a second outermost element, at byte 10');
  refused([...START, ...NAMED_R, 0xff, 0xf0], 'bytes behind the end of the document, at byte 9');
  refused([...START, ...NAMED_R, 0xf0, 0xff], 'an end where nothing is open, at byte 10');
  refused([...START, 0x3e, 0x00, 0x72], 'a name with a prefix but no namespace, at byte 6');
  refused([...START, ...NAMED_R, 0xe3], 'a byte e3 where an element, text or an end should begin, at byte 9');
  refused([...START, 0x38, 0x00], 'a byte 00 among the namespaces of an element, at byte 7');
  refused([...START, 0x38, 0xf0, 0x40], 'no name of an element behind its namespaces, at byte 8');
  refused([...START, 0x7c, 0x00, 0x72, 0x80], 'a byte 80 among the attributes of an element, at byte 9');
  refused([...START, 0xc4], 'documents with a document type are refused, at byte 6');
  refused([...START, ...NAMED_R, 0xc8], 'references to entities are refused, at byte 9');
});

test('texts that are not what they say are refused where they begin', () => {
  refused([...START, ...NAMED_R, 0x80, 0xff, 0xff], 'a text that is no UTF-8, at byte 9');
  refused([...START, ...NAMED_R, 0x85, 0xd8, 0x00, 0xff], 'a text that is no UTF-16, at byte 9');
  refused([...START, ...NAMED_R, 0x84, 0x00, 0xff], 'a text that is no UTF-16, at byte 9');
  refused([...START, ...NAMED_R, 0x88, 0x08, 0x12], 'no built-in alphabet has the index 3, at byte 11');
  refused(
    [...START, ...NAMED_R, 0x88, 0x00, 0xf1],
    'a character that its alphabet does not have, at byte 11',
  );
  refused(
    [...START, ...NAMED_R, 0x88, 0x01, 0x1f, 0x11],
    'a character that its alphabet does not have, at byte 12',
  );
  refused(
    [...START, ...NAMED_R, 0x8c, 0x80, 0x12],
    'no built-in encoding algorithm has the index 33, at byte 11',
  );
  refused([...START, ...NAMED_R, 0x8c, 0x0c, 0x12], '1 bytes where a multiple of 4 should be, at byte 11');
  refused([...START, ...NAMED_R, 0x8c, 0x14, 0x50], '5 unused bits in 1 bytes of booleans, at byte 11');
  refused([...START, ...NAMED_R, 0x8c, 0x24, 0xff], 'a text that is no UTF-8, at byte 11');
});

test('two attributes of one name are refused, whatever their prefixes', () => {
  const a = qualifiedName('x', 'u:a', 'a');
  const writer = new InfosetWriter();
  writer.startElement(qualifiedName('r'));
  writer.declare('a', 'u:a');
  writer.declare('b', 'u:a');
  writer.attribute(a, '1');
  writer.attribute(qualifiedName('x', 'u:a', 'b'), '2');
  writer.endElement();
  assert.throws(() => readAll(writer.finish()), /Fast Infoset: two attributes b:x, at byte \d+/);
});

const LONG = 'x'.repeat(1_000_000);

/**
 * An element with a long text in the table, referred to again and again: by the writer's own means it would
 * not be there.
 */
function bomb(references: number, between: readonly number[]): Uint8Array {
  const text = new TextEncoder().encode(LONG);
  const length = text.length - 259;
  const size = [24, 16, 8, 0].map((bits) => (length >> bits) & 0xff);
  const head = [...START, ...NAMED_R, 0x93, ...size];
  const part = [...between, 0xa0];
  const bytes = new Uint8Array(head.length + text.length + references * part.length + 1);
  bytes.set(head);
  bytes.set(text, head.length);
  for (let i = 0; i < references; i++) bytes.set(part, head.length + text.length + i * part.length);
  bytes[bytes.length - 1] = 0xff;
  return bytes;
}

test('a long text that is referred to again and again ends in an error, not in a full memory', () => {
  assert.ok(readAll(bomb(50, [])) > 50);
  assert.throws(() => readAll(bomb(500_000, [])), /texts that are referred to of more characters than/);
  const schema = inferSchema('r', 'text');
  const decode = FAST_INFOSET.codecs[0]!.bind(schema);
  assert.throws(() => decode(bomb(500_000, []) as never), /texts that are referred to of more/);
});

function namesWithPrefix(prefix: string, count: number): Uint8Array {
  const writer = new InfosetWriter();
  writer.startElement(qualifiedName('r'));
  writer.declare(prefix, 'u:a');
  for (let i = 0; i < count; i++) writer.attribute(qualifiedName(`a${i}`, 'u:a', prefix), '');
  writer.endElement();
  return writer.finish();
}

test('endless names, and long ones again and again, end in an error too', () => {
  assert.throws(
    () => readAll(namesWithPrefix(LONG, 1)),
    /Fast Infoset: a name of more than 10000 characters/,
  );
  assert.equal(readAll(namesWithPrefix('p'.repeat(9_000), 100)), 2);
  assert.throws(
    () => readAll(namesWithPrefix('p'.repeat(9_000), 10_000)),
    /Fast Infoset: names of more characters than such a document should make/,
  );
});

test('elements in elements a million deep are read without a stack', () => {
  const depth = 1_000_000;
  const bytes = new Uint8Array(START.length + 3 + (depth - 1) + Math.ceil((depth + 1) / 2));
  bytes.set([...START, ...NAMED_R]);
  bytes.fill(0xff, START.length + 3 + (depth - 1));
  bytes[bytes.length - 1] = 0xf0;
  assert.equal(readAll(bytes), 2 * depth);
});

const FOLDER = new URL('./testdata/', import.meta.url);
const SMALL = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.finf'))
  .map((name) => new Uint8Array(readFileSync(new URL(name, FOLDER))))
  .filter(({ length }) => length < 2_000);

const CHANGE = fc.record({
  at: fc.nat(),
  byte: fc.nat(255),
  kind: fc.constantFrom('set', 'insert', 'remove', 'cut'),
});

function changed(
  bytes: Uint8Array,
  changes: readonly { at: number; byte: number; kind: string }[],
): Uint8Array {
  const list = Array.from(bytes);
  for (const { at, byte, kind } of changes) {
    const index = at % (list.length + 1);
    if (kind === 'set') list[Math.min(index, list.length - 1)] = byte;
    else if (kind === 'insert') list.splice(index, 0, byte);
    else if (kind === 'remove') list.splice(index, 1);
    else list.length = index;
  }
  return Uint8Array.from(list, (byte) => byte ?? 0);
}

test('whatever is changed in a document, it is read or refused with a place in it, by reader and codec', () => {
  const { schema } = datasetNamed('book');
  const decode = FAST_INFOSET.codecs[0]!.bind(schema);
  let read = 0;
  const property = fc.property(
    fc.constantFrom(...SMALL),
    fc.array(CHANGE, { minLength: 1, maxLength: 6 }),
    (original, changes) => {
      const bytes = changed(original, changes);
      for (const attempt of [readAll, decode as (bytes: Uint8Array) => unknown]) {
        try {
          const events = attempt(bytes);
          // Each takes half a byte at least.
          if (typeof events === 'number') assert.ok(events <= 2 * bytes.length);
          read += 1;
        } catch (thrown) {
          if (!(thrown instanceof InfosetError)) throw thrown;
          assert.ok(thrown.offset >= 0 && thrown.offset <= bytes.length);
          assert.match(thrown.message, /^Fast Infoset: .+, at byte \d+$/s);
        }
      }
    },
  );
  fc.assert(property, { numRuns: 6_000, seed: 20261121 });
  assert.ok(read > 50, `${read} were read`);
});

test('bytes out of nothing behind a right start are read or refused', () => {
  const property = fc.property(fc.uint8Array({ maxLength: 200 }), (rest) => {
    const bytes = Uint8Array.from([...START, ...rest]);
    try {
      assert.ok(readAll(bytes) <= 2 * bytes.length);
    } catch (thrown) {
      assert.ok(thrown instanceof InfosetError, String(thrown));
    }
  });
  fc.assert(property, { numRuns: 6_000, seed: 20261121 });
});
