import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { servedLevel } from './served-level.ts';

/** Lines of English: of what repeats itself, or is drawn at random, no level is far from another. */
const LINES = readFileSync(new URL('../../ARCHITECTURE.md', import.meta.url), 'utf8').split('\n');
const BODY = Buffer.from(JSON.stringify(LINES.map((text, line) => ({ line, text }))));

const levelOf = (coding: string, encoded: Uint8Array, decoded: Uint8Array = BODY, mostTried = BODY.length) =>
  servedLevel(coding, encoded, decoded, mostTried);

/** As nginx and Java write it: a header without the level. */
function withoutLevel(gzip: Buffer): Buffer {
  const copy = Buffer.from(gzip);
  copy[8] = 0;
  return copy;
}

const gzipAt = (level: number) => gzipSync(BODY, { level });
const brAt = (quality: number) =>
  brotliCompressSync(BODY, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });

test('gzip’s header tells the fastest and the best level, and its length the fastest where it does not', () => {
  assert.deepEqual(levelOf('gzip', gzipAt(9)), { level: 9 });
  assert.deepEqual(levelOf('gzip', gzipAt(1)), { level: 1 });
  assert.deepEqual(levelOf('gzip', withoutLevel(gzipAt(1))), { level: 1, isAbout: true });
});

test('of the levels between nothing is told, whichever library made them', () => {
  for (const level of [4, 5, 6, 7, 8]) {
    const made = gzipAt(level);
    assert.equal(levelOf('gzip', made), null, String(level));
    // Some per cent longer, as zlib itself is than the one in Node.
    assert.equal(levelOf('gzip', Buffer.concat([made], Math.round(made.length * 1.02))), null);
  }
});

test('Brotli’s best level is told by its length, and no other', () => {
  assert.equal(levelOf('br', brAt(11))?.level, 11);
  for (const quality of [1, 4, 5, 9]) assert.equal(levelOf('br', brAt(quality)), null);
});

test('what gzip’s header says counts however long the body is; nothing is tried of one that takes seconds', () => {
  const tried = BODY.length - 1;
  assert.deepEqual(levelOf('gzip', gzipAt(9), BODY, tried), { level: 9 });
  assert.equal(levelOf('gzip', withoutLevel(gzipAt(1)), BODY, tried), null);
  assert.equal(levelOf('br', brAt(11), BODY, tried), null);
});

test('other codings and empty bodies are left alone', () => {
  assert.equal(levelOf('zstd', gzipAt(9)), null);
  assert.equal(levelOf('gzip', Buffer.alloc(0), Buffer.alloc(0)), null);
});
