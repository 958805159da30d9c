import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RandomContent } from '../wire/sequence.ts';
import { ALPHABET, randomMessages } from './content.ts';
import { findFault, HEAD_BYTES } from './head.ts';
import { xorshift32 } from './xorshift.ts';

function content(body: 'text' | 'binary', bytes: number, seed = 7): RandomContent {
  return { kind: 'random', body, size: { policy: 'fixed', bytes }, seed };
}

test('the generator gives the numbers that its triple gives, worked out with whole numbers of any length', () => {
  for (const seed of [1, 7, 2_463_534_242, 0xffff_ffff]) {
    const next = xorshift32(seed);
    let state = BigInt(seed);
    for (let i = 0; i < 1_000; i++) {
      state ^= BigInt.asUintN(32, state << 13n);
      state ^= state >> 17n;
      state ^= BigInt.asUintN(32, state << 5n);
      assert.equal(next(), Number(state), `draw ${i} of seed ${seed}`);
    }
  }
  assert.equal(xorshift32(2_463_534_242)(), 723_471_715, "the first draw of Marsaglia's own example");
  assert.equal(xorshift32(0)(), xorshift32(0x9e37_79b9)());
});

test('text is the low six bits of a draw a character, one stream through all messages', () => {
  const next = xorshift32(7);
  for (const [number, message] of randomMessages(content('text', 40), 5).entries()) {
    const text = new TextDecoder().decode(message).slice(HEAD_BYTES);
    assert.equal(text, Array.from({ length: 24 }, () => ALPHABET[next() & 63]).join(''));
    assert.equal(findFault(message, number), null);
  }
});

test('binary is the low byte of a draw a byte', () => {
  const next = xorshift32(0xffff_ffff);
  for (const message of randomMessages(content('binary', 33, 0xffff_ffff), 4))
    assert.deepEqual(
      [...message.subarray(HEAD_BYTES)],
      Array.from({ length: 17 }, () => next() & 255),
    );
});

test('a message of sixteen bytes is its head alone, and takes no draw', () => {
  const messages = randomMessages(content('text', 16), 3);
  assert.deepEqual(
    messages.map((message) => new TextDecoder().decode(message)),
    ['00000000811c9dc5', '00000001811c9dc5', '00000002811c9dc5'],
  );
});

test('the first two messages of seed 7 are these, for targets in other languages', () => {
  const [first, second] = randomMessages(content('text', 50), 2).map((message) =>
    new TextDecoder().decode(message),
  );
  assert.equal(first, '000000008c1c90d7nHDF_U6XvK9ko-F1ta8rwwTYcFUX6h1Xqx');
  assert.equal(second, '00000001e873c048fWJolHmqMM_NzWAm5fKvUtit_eDbftl7Qi');
});

test('another seed makes other messages, and the same one the same', () => {
  const of = (seed: number) => randomMessages(content('text', 100, seed), 3);
  assert.deepEqual(of(1), of(1));
  assert.notDeepEqual(of(1), of(2));
});
