import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { dczCompressor, dczDecompress } from './dictionary-zstd.ts';
import { compressorOf } from './node-zlib.ts';

const answer = (day: number): Uint8Array =>
  Buffer.from(
    JSON.stringify(
      Array.from({ length: 300 }, (_, i) => ({
        id: i * 7_919,
        name: `Item ${(i * 31) % 97}`,
        stock: (i * day) % 13,
      })),
    ),
  );

const yesterday = answer(1);
const today = answer(2);

test('a body begins with the magic number of RFC 9842 and the SHA-256 of its dictionary', () => {
  const body = dczCompressor(3, yesterday)(today);
  assert.equal(Buffer.from(body.subarray(0, 8)).toString('hex'), '5e2a4d1820000000');
  const hash = createHash('sha256').update(yesterday).digest();
  assert.deepEqual(Buffer.from(body.subarray(8, 40)), hash);
});

test('the frame is zstd with the dictionary, and what was compressed comes back', () => {
  for (const level of [1, 3, 19]) {
    const body = dczCompressor(level, yesterday)(today);
    assert.deepEqual(Buffer.from(dczDecompress(body, yesterday)), Buffer.from(today));
    const skipped = zstdDecompressSync(body.subarray(40), { dictionary: yesterday });
    assert.deepEqual(skipped, Buffer.from(today));
  }
});

test('an answer much like the one before is far smaller than by zstd alone', () => {
  const alone = compressorOf({ coding: 'zstd', level: 3 })(today).length;
  assert.ok(dczCompressor(3, yesterday)(today).length < alone / 2);
});

test('another dictionary and bytes that are not dcz are refused', () => {
  const body = dczCompressor(3, yesterday)(today);
  assert.throws(() => dczDecompress(body, today), /another dictionary/);
  assert.throws(() => dczDecompress(today, yesterday), /not dcz/);
});

test('bytes that Node would take for a trained dictionary are refused', () => {
  const like = Buffer.concat([Buffer.from('37a430ec', 'hex'), yesterday]);
  assert.throws(() => dczCompressor(3, like), /trained/);
});
