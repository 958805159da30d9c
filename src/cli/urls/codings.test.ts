import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { FakeClock } from '../../base/clock.ts';
import { madeCodings } from './codings.ts';

const BODY = Buffer.from(
  JSON.stringify(Array.from({ length: 500 }, (_, id) => ({ id, name: `order ${id}` }))),
);

test('an answer is made in each way that browsers take, to the byte', () => {
  const made = madeCodings(BODY, new FakeClock());
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };
  assert.deepEqual(
    made.map(({ coding, level, bytes }) => [coding, level, bytes]),
    [
      ['', null, BODY.length],
      ['gzip', 6, gzipSync(BODY).length],
      ['br', 4, brotliCompressSync(BODY, { params }).length],
      ['zstd', 3, zstdCompressSync(BODY).length],
    ],
  );
  assert.deepEqual(madeCodings(new Uint8Array(0), new FakeClock()), []);
});
