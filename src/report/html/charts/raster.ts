// A two-dimensional histogram as a small PNG: time across, order of happening downwards, the more samples in
// a pixel the more opaque it is. Every sample is counted, whatever their number, and the picture stays a few
// kilobytes.

import { crc32, deflateSync } from 'node:zlib';

export const RASTER_WIDTH = 400;
export const RASTER_HEIGHT = 46;
const LEVELS = 16;
/** A blue that reads on light and dark paper. */
const INK = [47, 125, 191] as const;

/**
 * Of so many samples; `across(i)` and `down(i)` in [0, 1]. Returns a data URL and the number of samples in
 * the fullest pixel.
 */
export function drawRaster(
  samples: number,
  across: (i: number) => number,
  down: (i: number) => number,
): { readonly url: string; readonly fullest: number } {
  const counts = new Uint32Array(RASTER_WIDTH * RASTER_HEIGHT);
  let fullest = 0;
  for (let i = 0; i < samples; i++) {
    const x = Math.min(RASTER_WIDTH - 1, Math.floor(across(i) * RASTER_WIDTH));
    const y = Math.min(RASTER_HEIGHT - 1, Math.floor(down(i) * RASTER_HEIGHT));
    const now = ++counts[y * RASTER_WIDTH + x]!;
    if (now > fullest) fullest = now;
  }
  return { url: `data:image/png;base64,${png(counts, fullest).toString('base64')}`, fullest };
}

/**
 * Indexed colour, four bits a pixel; opacity grows with the square root of the count, one sample is visible
 * already.
 */
function png(counts: Uint32Array, fullest: number): Buffer {
  const rowBytes = RASTER_WIDTH / 2;
  const rows = Buffer.alloc((rowBytes + 1) * RASTER_HEIGHT);
  const shadeLevel = (count: number) =>
    count === 0 ? 0 : Math.ceil(Math.sqrt(count / fullest) * (LEVELS - 1));
  for (let y = 0; y < RASTER_HEIGHT; y++) {
    const start = y * (rowBytes + 1) + 1;
    for (let pair = 0; pair < rowBytes; pair++) {
      const at = y * RASTER_WIDTH + pair * 2;
      rows[start + pair] = (shadeLevel(counts[at]!) << 4) | shadeLevel(counts[at + 1]!);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(RASTER_WIDTH, 0);
  header.writeUInt32BE(RASTER_HEIGHT, 4);
  header.set([4, 3, 0, 0, 0], 8);
  const palette = Buffer.from(Array.from({ length: LEVELS }, () => [...INK]).flat());
  const opacity = Buffer.from(
    Array.from({ length: LEVELS }, (_, level) =>
      level === 0 ? 0 : 60 + Math.round((195 * level) / (LEVELS - 1)),
    ),
  );
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('tRNS', opacity),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
