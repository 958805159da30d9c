// The datasets of targets/DATA.md. The order of the draws is part of what a dataset is.

import { JavaRandom } from './java-random.js';

const LETTERS = Buffer.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
const BOOK_TYPES = ['DIGITAL', 'HARDCOVER', 'PAPERBACK'];
const VIDEO_FORMATS = ['webm', 'mkv', 'flv', 'mp4', 'avi', 'mov', 'wmv', 'ogg'];
const SIZES = [
  [144, 256],
  [240, 426],
  [360, 640],
  [480, 854],
  [720, 1280],
  [1080, 1920],
  [1440, 2560],
  [2160, 3840],
];

/** Each with its fields in their order: `types` is what schemas of formats are made from. */
export const DATASETS = {
  book: {
    seed: 20170613,
    types: {
      title: 'string',
      author: 'string',
      description: 'string',
      image: 'string',
      numInStock: 'integer',
      price: 'double',
      type: 'string',
      onSale: 'boolean',
    },
    draw: (random) => ({
      title: text(random, 10, 30),
      author: text(random, 10, 20),
      description: text(random, 100, 400),
      image: `${uuid(random)}.png`,
      numInStock: random.nextInt(1001),
      price: random.nextInt(200_001) / 100,
      type: BOOK_TYPES[random.nextInt(3)],
      onSale: random.nextBoolean(),
    }),
  },
  video: {
    seed: 20170614,
    types: {
      uri: 'string',
      title: 'string',
      format: 'string',
      height: 'integer',
      width: 'integer',
      length: 'integer',
      views: 'integer',
      enabled: 'boolean',
    },
    draw: (random) => {
      const uri = `https://www.youtube.com/watch?v=${letters(random, 11)}`;
      const title = text(random, 10, 30);
      const format = VIDEO_FORMATS[random.nextInt(8)];
      const [height, width] = SIZES[random.nextInt(8)];
      const length = 10 + random.nextInt(3591);
      const views = random.nextInt(10_000_001);
      return { uri, title, format, height, width, length, views, enabled: random.nextBoolean() };
    },
  },
  file: {
    seed: 0,
    types: { name: 'string', mtime: 'string', size: 'integer', md5: 'string' },
    draw: (_random, i) => ({
      name: `filename${i}.extension`,
      mtime: '1997-07-16T19:20:30+00:00',
      size: 1231234,
      md5: 'sdfasfarf4r5sf',
    }),
  },
};

/** The first n objects of a dataset. */
export function generated({ seed, draw }, n) {
  const random = new JavaRandom(seed);
  return Array.from({ length: n }, (_, i) => draw(random, i));
}

function text(random, least, most) {
  return letters(random, least + random.nextInt(most - least + 1));
}

function letters(random, length) {
  const bytes = Buffer.alloc(length);
  for (let i = 0; i < length; i++) bytes[i] = LETTERS[random.nextInt(62)];
  return bytes.toString('latin1');
}

/** As java.util.UUID prints one of version 4. */
function uuid(random) {
  const high = (random.nextLong() & ~0xf000n) | 0x4000n;
  const low = (random.nextLong() & 0x3fffffffffffffffn) | 0x8000000000000000n;
  const digits = ((high << 64n) | low).toString(16).padStart(32, '0');
  return digits.replace(/(.{8})(.{4})(.{4})(.{4})(.*)/, '$1-$2-$3-$4-$5');
}
