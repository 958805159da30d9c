import assert from 'node:assert/strict';
import test from 'node:test';
import { codecNamed } from '../formats/catalogue.ts';
import { NETWORKS } from '../network/profiles.ts';
import { firstVisitMs, type LibraryWeight, libraryWeights } from './library-weight.ts';

const CODECS: readonly (readonly [format: string, codec: string])[] = [
  ['json', 'JSON.parse'],
  ['xml', 'saxes'],
  ['protobuf', 'protobufjs'],
  ['msgpack', 'msgpackr'],
  ['arrow', 'flechette'],
  ['flatbuffers', 'flatbuffers'],
];

const weights = await libraryWeights(CODECS.map(([format, codec]) => codecNamed(format, codec)));
const weightOf = (format: string): LibraryWeight | null =>
  weights[CODECS.findIndex(([name]) => name === format)]!;

test('what the platform has weighs nothing', () => {
  assert.equal(weightOf('json'), null);
});

test('libraries weigh what their makers and bundle sizes elsewhere say, roughly', () => {
  const within = (format: string, least: number, most: number): void => {
    const { gzipBytes } = weightOf(format)!;
    assert.ok(gzipBytes > least && gzipBytes < most, `${format}: ${gzipBytes} bytes`);
  };
  within('xml', 5_000, 12_000);
  within('protobuf', 20_000, 40_000);
  within('msgpack', 3_000, 9_000);
  // 14 kB whole, by its README; decoding alone is about half of it.
  within('arrow', 4_000, 14_000);
  // Only the reader of bytes.
  within('flatbuffers', 500, 3_000);
});

test('each step makes it smaller, and the package and its version are told', () => {
  for (const weight of weights) {
    if (weight === null) continue;
    assert.ok(weight.brotliBytes < weight.gzipBytes && weight.gzipBytes < weight.minifiedBytes, weight.name);
    assert.match(weight.version, /^\d+\.\d+\.\d+/);
  }
  assert.equal(weightOf('arrow')!.name, '@uwdata/flechette');
});

test('a library is bundled once in a process', async () => {
  const codec = codecNamed('protobuf', 'protobufjs');
  const [first] = await libraryWeights([codec]);
  const [again, elsewhere] = await libraryWeights([codec, codecNamed('protobuf', 'protobufjs')]);
  assert.equal(first, again);
  assert.equal(again, elsewhere);
});

test('on a first visit a library takes at least its bytes over the wire and a round trip', () => {
  const network = NETWORKS.find(({ name }) => name === '3g')!;
  const weight = weightOf('protobuf')!;
  const wireMs = (weight.gzipBytes * 8) / network.downKbits!;
  const ms = firstVisitMs(weight, network);
  assert.ok(ms > wireMs + network.rttMs && ms < wireMs + 4 * network.rttMs, `${ms} ms`);
});

test('beyond the initial window of TCP a first visit waits a round trip more', () => {
  const network = NETWORKS.find(({ name }) => name === '3g')!;
  const visitMs = (gzipBytes: number) => firstVisitMs({ ...weightOf('protobuf')!, gzipBytes }, network);
  const wireMs = (8 * 6_000) / network.downKbits!;
  assert.ok(visitMs(13_000) < network.rttMs + 100, `${visitMs(13_000)} ms`);
  assert.ok(visitMs(19_000) > visitMs(13_000) + wireMs + network.rttMs / 2, `${visitMs(19_000)} ms`);
});
