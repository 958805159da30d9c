import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { servedLevel } from './served-level.ts';

/** Lines of English: of what repeats itself, or is drawn at random, no level is far from another. */
const LINES = readFileSync(new URL('../../ARCHITECTURE.md', import.meta.url), 'utf8').split('\n');
const BODY = Buffer.from(JSON.stringify(LINES.map((text, line) => ({ line, text }))));

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
  const usual = { level: 6, bytes: gzipAt(6).length };
  assert.deepEqual(servedLevel('gzip', gzipAt(9), BODY), { level: 9, usual });
  assert.deepEqual(servedLevel('gzip', gzipAt(1), BODY), { level: 1, usual });
  assert.deepEqual(servedLevel('gzip', withoutLevel(gzipAt(1)), BODY), { level: 1, isAbout: true, usual });
});

test('of the levels between nothing is told, whichever library made them', () => {
  for (const level of [4, 5, 6, 7, 8]) {
    const made = gzipAt(level);
    assert.equal(servedLevel('gzip', made, BODY), null, String(level));
    // Some per cent longer, as zlib itself is than the one in Node.
    assert.equal(servedLevel('gzip', Buffer.concat([made], Math.round(made.length * 1.02)), BODY), null);
  }
});

test('Brotli’s best level is told by its length, and no other', () => {
  assert.equal(servedLevel('br', brAt(11), BODY)?.level, 11);
  for (const quality of [1, 4, 5, 9]) assert.equal(servedLevel('br', brAt(quality), BODY), null);
});

test('other codings, and bodies so long that trying takes seconds, are left alone', () => {
  assert.equal(servedLevel('zstd', gzipAt(9), BODY), null);
  const long = Buffer.alloc(1_000_001, 'ab');
  assert.equal(servedLevel('gzip', gzipSync(long, { level: 9 }), long), null);
  assert.equal(servedLevel('gzip', Buffer.alloc(0), Buffer.alloc(0)), null);
});
