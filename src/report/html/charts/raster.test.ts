import assert from 'node:assert/strict';
import test from 'node:test';
import { crc32, inflateSync } from 'node:zlib';
import { drawRaster, RASTER_HEIGHT, RASTER_WIDTH } from './raster.ts';

/** Samples where these say, from 0 to 1. */
function drawn(across: ArrayLike<number>, down: ArrayLike<number>) {
  return drawRaster(
    across.length,
    (i) => across[i]!,
    (i) => down[i]!,
  );
}

function pixels(url: string): number[] {
  const png = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  let data: Buffer | undefined;
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    const body = png.subarray(at + 8, at + 8 + length);
    assert.equal(png.readUInt32BE(at + 8 + length), crc32(png.subarray(at + 4, at + 8 + length)), type);
    if (type === 'IDAT') data = inflateSync(body);
    at += 12 + length;
  }
  const row = RASTER_WIDTH / 2 + 1;
  assert.equal(data!.length, row * RASTER_HEIGHT);
  return [...data!].filter((_, i) => i % row !== 0).flatMap((byte) => [byte >> 4, byte & 15]);
}

test('a single sample is visible, in its place', () => {
  const { url, fullest } = drawn([0.5], [0]);
  const found = pixels(url);
  assert.equal(fullest, 1);
  assert.equal(found.filter((level) => level > 0).length, 1);
  assert.ok(found[RASTER_WIDTH / 2]! > 0);
});

test('one sample among thousands in another pixel is still visible', () => {
  const across = new Float64Array(5001).fill(0.1);
  across[5000] = 0.9;
  const { url, fullest } = drawn(across, new Float64Array(5001));
  assert.equal(fullest, 5000);
  assert.deepEqual(
    pixels(url).filter((level) => level > 0),
    [15, 1],
  );
});

test('the edges belong to the picture', () => {
  const { url } = drawn([0, 1], [0, 1]);
  assert.equal(pixels(url).filter((level) => level > 0).length, 2);
});
