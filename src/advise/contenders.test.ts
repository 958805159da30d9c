import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Way } from '../record/advice-facts.ts';
import { contenders, rankPredictions } from './contenders.ts';

const way = (format: string, compression: string, bytes: number, codec = 'c'): Way => ({
  format,
  encoder: 'e',
  codec,
  compression,
  bytes,
  encodeMs: 1,
  compressMs: 0,
  decompressMs: 0,
  decodeMs: 1,
  decodedIn: 'chromium',
  losesKeyOrder: false,
});

const WAYS = [
  way('json', 'none', 1_000),
  way('json', 'br-5', 200),
  way('avro', 'br-5', 100),
  way('avro', 'br-4', 110),
  way('avro', 'zstd-3', 120),
  way('avro', 'br-5', 100, 'another'),
  way('msgpack', 'br-5', 150),
  way('csv', 'none', 900),
];

const choice = (today: number) => ({
  ways: WAYS,
  predictions: rankPredictions(WAYS, ({ bytes }) => bytes),
  today,
  isPlain: ({ format }: Way) => format === 'json',
});

const named = (indices: readonly number[]) =>
  indices.map((i) => `${WAYS[i]!.format} ${WAYS[i]!.compression}`);

test('contenders are what is sent today, the best, the best that needs nothing, then the best by prediction', () => {
  assert.deepEqual(named(contenders(choice(0), 5)), [
    'json none',
    'avro br-5',
    'json br-5',
    'avro br-4',
    'msgpack br-5',
  ]);
});

test('JSON with brotli and JSON with gzip always run, each at its best level, beside what needs nothing new', () => {
  const ways = [
    ...WAYS,
    way('json', 'zstd-9', 180),
    way('json', 'gzip-6', 260),
    way('json', 'gzip-9', 250),
    way('json', 'br-4', 210),
  ];
  const wide = { ...choice(0), ways, predictions: rankPredictions(ways, ({ bytes }) => bytes) };
  const names = contenders(wide, 3).map((i) => `${ways[i]!.format} ${ways[i]!.compression}`);
  assert.deepEqual(names, ['json none', 'avro br-5', 'json zstd-9', 'json br-5', 'json gzip-9']);
});

test('no format runs more than twice, and none twice with the same compression', () => {
  const all = named(contenders(choice(7), 8));
  assert.deepEqual(all, ['csv none', 'avro br-5', 'json br-5', 'avro br-4', 'msgpack br-5', 'json none']);
});

test('today runs even where it is the best that needs nothing, and once', () => {
  assert.deepEqual(named(contenders(choice(1), 3)), ['json br-5', 'avro br-5', 'avro br-4']);
});
