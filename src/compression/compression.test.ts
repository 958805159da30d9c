import assert from 'node:assert/strict';
import test from 'node:test';
import {
  brotliCompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { spellCompression } from '../factors/compression.ts';
import { COMPRESSION_SPELLINGS, COMPRESSIONS, readTypedCompression } from './catalogue.ts';
import { compressAside, compressorOf, decompress } from './node-zlib.ts';

const body = new TextEncoder().encode('{"title":"The same words again, '.repeat(500));

test('a study writes a compression with or without its level', () => {
  assert.deepEqual(readTypedCompression('none'), { coding: 'none', level: null });
  assert.deepEqual(readTypedCompression('gzip'), { coding: 'gzip', level: 6 });
  assert.deepEqual(readTypedCompression('gzip-9'), { coding: 'gzip', level: 9 });
  assert.deepEqual(readTypedCompression('br'), { coding: 'br', level: 5 });
  assert.deepEqual(readTypedCompression('br-0'), { coding: 'br', level: 0 });
  assert.deepEqual(readTypedCompression('zstd'), { coding: 'zstd', level: 3 });
  assert.deepEqual(readTypedCompression('deflate'), { coding: 'deflate', level: 6 });
  for (const wrong of [
    '',
    'gzip-',
    'gzip-0',
    'gzip-10',
    'gzip-6.5',
    'none-1',
    'GZIP',
    'brotli',
    'br-12',
    'zstd-0',
    'gzip-6-6',
  ]) {
    assert.equal(readTypedCompression(wrong), null, wrong);
  }
});

test('the full spelling names the same compression again', () => {
  for (const spelling of COMPRESSION_SPELLINGS) {
    const parsed = readTypedCompression(spelling)!;
    assert.deepEqual(readTypedCompression(spellCompression(parsed)), parsed);
  }
  assert.equal(spellCompression({ coding: 'gzip', level: 6 }), 'gzip-6');
});

test('every compression at every level gives the same bytes back', () => {
  for (const { name, levels } of COMPRESSIONS) {
    for (const level of levels.length > 0 ? levels : [null]) {
      const compressed = compressorOf({ coding: name, level })(body);
      assert.deepEqual(new Uint8Array(decompress(name, compressed)), body);
      if (name !== 'none') assert.ok(compressed.length < body.length / 10);
    }
  }
});

test('on another thread every compression makes the same bytes at every level', async () => {
  for (const each of [body, body.subarray(0, 1), body.subarray(0, 0)]) {
    for (const { name, levels } of COMPRESSIONS) {
      for (const level of levels.length > 0 ? levels : [null]) {
        const aside = await compressAside({ coding: name, level }, each);
        const here = compressorOf({ coding: name, level })(each);
        assert.deepEqual(new Uint8Array(aside), new Uint8Array(here), `${name} ${level}`);
      }
    }
  }
  assert.throws(() => compressAside({ coding: 'gzip', level: 10 }, body), /gzip has no level 10/);
});

test('gzip is gzip: its magic number stands in front, and other bytes are refused', () => {
  const compressed = compressorOf({ coding: 'gzip', level: 6 })(body);
  assert.deepEqual([...compressed.subarray(0, 3)], [0x1f, 0x8b, 8]);
  assert.throws(() => decompress('gzip', body), /header/);
  assert.throws(() => decompress('gzip', compressed.subarray(0, -1)), /unexpected end/);
});

test('deflate is the zlib format of RFC 1950, and bare DEFLATE is refused', () => {
  const compressed = compressorOf({ coding: 'deflate', level: 6 })(body);
  // 32 kB of window, and a head that is a multiple of 31.
  assert.equal(compressed[0], 0x78);
  assert.equal((compressed[0]! * 256 + compressed[1]!) % 31, 0);
  assert.throws(() => decompress('deflate', deflateRawSync(body)), /header/);
});

test('brotli and zstd refuse other bytes, and their own without the end', () => {
  for (const name of ['br', 'zstd']) {
    const compressed = compressorOf({ coding: name, level: 5 })(body);
    assert.throws(() => decompress(name, body), /Decompression failed|Unknown frame descriptor/);
    assert.throws(() => decompress(name, compressed.subarray(0, -1)), /unexpected end/);
  }
});

test('a zstd frame says how long its content is, and has no checksum', () => {
  const compressed = compressorOf({ coding: 'zstd', level: 3 })(body);
  assert.deepEqual([...compressed.subarray(0, 4)], [0x28, 0xb5, 0x2f, 0xfd]);
  // RFC 8878, 3.1.1.1.1: two bytes of content size, less 256; a single segment; no checksum, no dictionary.
  assert.equal(compressed[4], 0b0110_0000);
  assert.equal(compressed[5]! + 256 * compressed[6]! + 256, body.length);
});

test('every level is the library’s own of that number, and a length told beforehand changes nothing', () => {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, ZSTD_c_compressionLevel } = constants;
  const independent: Record<string, (level: number) => Uint8Array> = {
    gzip: (level) => gzipSync(body, { level }),
    deflate: (level) => deflateSync(body, { level }),
    br: (level) =>
      brotliCompressSync(body, {
        params: { [BROTLI_PARAM_QUALITY]: level, [BROTLI_PARAM_SIZE_HINT]: body.length },
      }),
    zstd: (level) =>
      zstdCompressSync(body, { params: { [ZSTD_c_compressionLevel]: level }, pledgedSrcSize: body.length }),
  };
  for (const { name, levels } of COMPRESSIONS.filter((each) => each.name !== 'none')) {
    for (const level of levels) {
      const said = `${name}-${level}`;
      assert.deepEqual(
        new Uint8Array(compressorOf({ coding: name, level })(body)),
        new Uint8Array(independent[name]!(level)),
        said,
      );
    }
  }
});

test('an unknown compression or level is a bug that is named', () => {
  assert.throws(() => compressorOf({ coding: 'gzip', level: 10 }), /gzip has no level 10/);
  assert.throws(() => compressorOf({ coding: 'gzip', level: null }), /gzip has no level null/);
  assert.throws(() => compressorOf({ coding: 'none', level: 1 }), /none has no level 1/);
  assert.throws(() => compressorOf({ coding: 'lzw', level: 4 }), /there are none, gzip/);
});
