import assert from 'node:assert/strict';
import test from 'node:test';
import { COMPRESSION_SPELLINGS, COMPRESSIONS, parseCompression, sayCompression } from './catalogue.ts';
import { compressorOf, decompress } from './node-zlib.ts';

const body = new TextEncoder().encode('{"title":"The same words again, '.repeat(500));

test('a study writes a compression with or without its level', () => {
  assert.deepEqual(parseCompression('none'), { name: 'none', level: null });
  assert.deepEqual(parseCompression('gzip'), { name: 'gzip', level: 6 });
  assert.deepEqual(parseCompression('gzip-9'), { name: 'gzip', level: 9 });
  for (const wrong of ['', 'gzip-', 'gzip-0', 'gzip-10', 'gzip-6.5', 'none-1', 'GZIP', 'br', 'gzip-6-6']) {
    assert.equal(parseCompression(wrong), null, wrong);
  }
});

test('the full spelling names the same compression again', () => {
  for (const spelling of COMPRESSION_SPELLINGS) {
    const parsed = parseCompression(spelling)!;
    assert.deepEqual(parseCompression(sayCompression(parsed)), parsed);
  }
  assert.equal(sayCompression({ name: 'gzip', level: 6 }), 'gzip-6');
});

test('every compression at every level gives the same bytes back', () => {
  for (const { name, levels } of COMPRESSIONS) {
    for (const level of levels.length > 0 ? levels : [null]) {
      const compressed = compressorOf({ name, level })(body);
      assert.deepEqual(new Uint8Array(decompress(name, compressed)), body);
      if (name !== 'none') assert.ok(compressed.length < body.length / 10);
    }
  }
});

test('gzip is gzip: its magic number stands in front, and other bytes are refused', () => {
  const compressed = compressorOf({ name: 'gzip', level: 6 })(body);
  assert.deepEqual([...compressed.subarray(0, 3)], [0x1f, 0x8b, 8]);
  assert.throws(() => decompress('gzip', body), /header/);
  assert.throws(() => decompress('gzip', compressed.subarray(0, -1)), /unexpected end/);
});

test('an unknown compression or level is a bug that is named', () => {
  assert.throws(() => compressorOf({ name: 'gzip', level: 10 }), /gzip has no level 10/);
  assert.throws(() => compressorOf({ name: 'gzip', level: null }), /gzip has no level null/);
  assert.throws(() => compressorOf({ name: 'none', level: 1 }), /none has no level 1/);
  assert.throws(() => compressorOf({ name: 'br', level: 4 }), /there are none, gzip/);
});
