import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  behindHead,
  findFault,
  fnv1a,
  HEAD_BYTES,
  headAt,
  readNumber,
  withHead,
  writeHead,
  writeHeads,
} from './head.ts';

const ascii = (text: string) => new TextEncoder().encode(text);

/** From the authors' own list of test vectors. */
const KNOWN: readonly (readonly [text: string, digest: number])[] = [
  ['', 0x811c9dc5],
  ['a', 0xe40c292c],
  ['b', 0xe70c2de5],
  ['foo', 0xa9f37ed7],
  ['foobar', 0xbf9cf968],
  ['chongo was here!\n', 0xd49930d5],
];

test('the digest is FNV-1a of 32 bits, as its authors publish it', () => {
  for (const [text, digest] of KNOWN) assert.equal(fnv1a(ascii(text)), digest, JSON.stringify(text));
  assert.equal(fnv1a(ascii('xyfoobar'), 2), 0xbf9cf968);
});

test('a head is the number and the digest of what follows, eight digits each', () => {
  assert.equal(new TextDecoder().decode(withHead(0x1a2b, ascii('foobar'))), '00001a2bbf9cf968foobar');
  assert.equal(new TextDecoder().decode(withHead(0, ascii(''))), '00000000811c9dc5');
  const message = ascii('................b');
  writeHead(message, 0xffff_fffe);
  assert.equal(new TextDecoder().decode(message), 'fffffffee70c2de5b');
});

test('a message as it was sent has no fault, whatever its number', () => {
  for (const number of [0, 1, 9_999_999, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff]) {
    const message = withHead(number, ascii('foobar'));
    assert.equal(findFault(message, number), null);
    assert.equal(readNumber(message), number);
  }
});

test('every changed bit is found, in the head and after it', () => {
  const message = withHead(17, ascii('some text'));
  for (let bit = 0; bit < message.length * 8; bit++) {
    const changed = message.slice();
    changed[bit >> 3]! ^= 1 << (bit & 7);
    assert.notEqual(findFault(changed, 17), null, `bit ${bit}`);
  }
});

test('a fault says what is wrong', () => {
  const message = withHead(17, ascii('foobar'));
  assert.equal(findFault(message, 18), 'is number 17, expected 18');
  const changed = message.slice();
  changed[HEAD_BYTES] = 0x67;
  assert.match(findFault(changed, 17)!, /^arrived changed: its digest is [0-9a-f]{8}, not bf9cf968$/);
  assert.equal(findFault(message.subarray(0, 15), 17), 'has no head: 15 bytes, "00000011bf9cf96"');
  assert.equal(findFault(ascii('0000001ABF9CF968'), 26), 'has no head: 16 bytes, "0000001ABF9CF968"');
  assert.equal(readNumber(ascii('0000001A00000000')), null);
  assert.equal(readNumber(ascii('0000001')), null);
});

test('a head made beforehand fits the body that it was made of, and no other', () => {
  const bodies = ['', 'a', 'foobar'].map(ascii);
  const heads = writeHeads(bodies.length, (i) => bodies[i]!);
  for (const [i, body] of bodies.entries()) {
    const message = behindHead(headAt(heads, i), body);
    assert.deepEqual(message, withHead(i, body));
    assert.equal(findFault(message, i), null);
  }
  assert.match(findFault(behindHead(headAt(heads, 1), ascii('b')), 1)!, /^arrived changed/);
});
