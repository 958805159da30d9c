// Targets that compress otherwise than they are asked, or not at all: each is caught by content-encoding.

import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { caught } from '../../../test/support/targets/caught.ts';
import { type Cheat, withHeaders } from '../../../test/support/targets/cheating-target.ts';
import { compressorOf } from '../../compression/node-zlib.ts';

function compressing(compress: (bytes: Uint8Array) => Uint8Array): Cheat {
  return {
    parts: (parts) => {
      const none = parts.compressors.get('none/null');
      const compressors = [...parts.compressors.keys()].map((key) => [key, compress] as const);
      return { ...parts, compressors: new Map([...compressors, ['none/null', none!]]) };
    },
  };
}

/** The other compressions as they are. */
function compressingAs(name: string, compress: (bytes: Uint8Array) => Uint8Array): Cheat {
  return {
    parts: (parts) => {
      const compressors = [...parts.compressors].map(
        ([key, real]) => [key, key.startsWith(`${name}/`) ? compress : real] as const,
      );
      return { ...parts, compressors: new Map(compressors) };
    },
  };
}

/** What is wrong with every body is so whatever the data. */
const BOOKS = ['book'];

/** Says that it has these levels of gzip, and these datasets alone. */
function levelOneOf(levels: readonly number[], datasets: readonly string[]): Cheat {
  return {
    parts: (parts) => {
      const weakest = parts.compressors.get('gzip/1')!;
      return {
        ...compressingAs('gzip', weakest).parts!(parts),
        about: {
          ...parts.about,
          features: { ...parts.about.features, datasets, compressions: { none: [], gzip: levels } },
        },
      };
    },
  };
}

caught(
  'content-encoding',
  'a body that is not compressed under the name of gzip',
  compressing((body) => body),
  /the body is not gzip: it begins 5b7b22/,
  BOOKS,
);

caught(
  'content-encoding',
  'deflate under the name of gzip',
  compressing((body) => deflateSync(body)),
  /the body is not gzip: it begins 789c/,
  BOOKS,
);

caught(
  'content-encoding',
  'bare DEFLATE under the name of deflate, which some clients take and others do not',
  compressingAs('deflate', (body) => deflateRawSync(body)),
  /deflate-1: the body cannot be decompressed: .*incorrect header check/,
  BOOKS,
);

caught(
  'content-encoding',
  'gzip under the name of zstd',
  compressingAs('zstd', (body) => gzipSync(body)),
  /the body is not zstd: it begins 1f8b0800, not 28b52ffd \(RFC 8878\)/,
  BOOKS,
);

caught(
  'content-encoding',
  'zlib under the name of br',
  compressingAs('br', (body) => deflateSync(body)),
  /br-0: the body cannot be decompressed/,
  BOOKS,
);

caught(
  'content-encoding',
  'brotli with another window',
  compressingAs('br', (body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_LGWIN]: 18 } })),
  /br-0: the window is not of 22 bits/,
  BOOKS,
);

for (const [name, level] of [
  ['br', 4],
  ['zstd', 3],
] as const) {
  caught(
    'content-encoding',
    `one level of ${name} for all`,
    compressingAs(name, compressorOf({ coding: name, level })),
    new RegExp(`${name}: level \\d+ gives (\\d+) bytes, level \\d \\1, the lab's own library`),
  );
}

caught(
  'content-encoding',
  'an /about that tells of another request',
  {
    answers: (answer, request) => {
      if (request.url !== '/about') return answer;
      const about = { ...JSON.parse(answer.body.toString()), request: { acceptEncoding: 'gzip, br;q=0.5' } };
      const body = Buffer.from(JSON.stringify(about));
      return { ...withHeaders(answer, { 'content-length': String(body.length) }), body };
    },
  },
  /\/about: request.acceptEncoding is "gzip, br;q=0.5", "identity" was sent/,
);

caught(
  'content-encoding',
  'one level for all',
  {
    parts: (parts) => ({
      ...parts,
      compressors: new Map(
        [...parts.compressors].map(([key]) => [
          key,
          parts.compressors.get(key === 'none/null' ? key : 'gzip/1')!,
        ]),
      ),
    }),
  },
  /gzip: level 9 gives (\d+) bytes, level 1 \1/,
  BOOKS,
);

for (const listed of [[6], [1, 6], [2, 3, 4, 5, 6, 7, 8, 9]]) {
  caught(
    'content-encoding',
    `level 1 whatever is asked, of a target that has gzip at ${listed.join(', ')}`,
    levelOneOf(listed, ['book', 'video']),
    /gzip: level \d+ gives (\d+ bytes|the bytes of the weakest level).*: (these are not the levels|this is not the level) asked for/,
  );
}

caught(
  'content-encoding',
  'level 1 whatever is asked, of a target whose one dataset is as long at every level',
  levelOneOf([1, 2, 3, 4, 5, 6, 7, 8, 9], ['file']),
  /file gzip: levels 1 to 9 give the very same bytes, and the lab's own library others/,
);

caught(
  'content-encoding',
  'compression that does not say so',
  { answers: (answer) => withHeaders(answer, { 'content-encoding': null }) },
  /Content-Encoding is missing/,
  BOOKS,
);
