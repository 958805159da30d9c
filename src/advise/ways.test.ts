import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodersToTime, type PageTimes } from './screening/page-times.ts';
import type { ScreenedFormat } from './screening/screened.ts';
import { waysFrom } from './ways.ts';

const screened = (format: string, given: Partial<ScreenedFormat>): ScreenedFormat => ({
  kind: 'carried',
  format,
  encoder: `${format}-encoder`,
  bytes: 100,
  bytesRange: null,
  encodeMs: 1,
  decoders: [],
  refusedDecoders: [],
  compressed: [
    { coding: 'none', level: null, bytes: 100, bytesRange: null, compressMs: null, decompressMs: null },
  ],
  mapped: [],
  losesKeyOrder: false,
  ...given,
});
const json = screened('json', { decoders: [{ codec: 'JSON.parse', decodeMs: 9 }] });
const xml = screened('xml', { decoders: [{ codec: 'saxes', decodeMs: 40 }] });
const msgpack = screened('msgpack', {
  decoders: [{ codec: 'msgpackr', decodeMs: 3 }],
  refusedDecoders: [{ codec: '@msgpack/msgpack', reason: '[0]: changed' }],
});

const chromium = (times: Readonly<Record<string, number>>): PageTimes => ({
  browser: 'chromium',
  decodeMs: (format, codec) => times[`${format}/${codec}`] ?? null,
});
const told = (page: PageTimes | null) =>
  waysFrom([json, xml, msgpack], page).map(
    ({ format, codec, decodeMs, decodedIn }) => `${format}/${codec} ${decodeMs} ${decodedIn}`,
  );

test('a page’s times stand before Node’s, and decoders that need a DOM come into being', () => {
  const page = chromium({
    'json/JSON.parse': 2,
    'xml/domparser': 70,
    'msgpack/msgpackr': 5,
    'xml/saxes': 50,
  });
  assert.deepEqual(told(page), [
    'json/response.json 2 chromium',
    'json/JSON.parse 2 chromium',
    'xml/domparser 70 chromium',
    'xml/saxes 50 chromium',
    'msgpack/msgpackr 5 chromium',
  ]);
});

test('Node’s times are kept where the page gave none, and a decoder without any is no way', () => {
  const inNode = [
    'json/response.json 9 node',
    'json/JSON.parse 9 node',
    'xml/saxes 40 node',
    'msgpack/msgpackr 3 node',
  ];
  assert.deepEqual(told(null), inNode);
  assert.deepEqual(told(chromium({})), inNode);
});

test('what brings the data back changed is no way, whatever time it takes', () => {
  assert.ok(!told(chromium({ 'msgpack/@msgpack/msgpack': 1 })).some((way) => way.includes('@msgpack')));
});

test('decoders are timed once each, what Node found quick first, without a DOM or with; none that was refused', () => {
  const other = { ...xml, encoder: 'another-encoder' };
  const refused = { kind: 'refused', format: 'csv', encoder: 'wirefare-csv', reason: 'nested' } as const;
  assert.deepEqual(
    decodersToTime([json, xml, other, refused, msgpack]).map((each) => Object.values(each).join(' ')),
    [
      'msgpack msgpack-encoder msgpackr',
      'json json-encoder JSON.parse',
      'xml xml-encoder domparser',
      'xml xml-encoder saxes',
    ],
  );
});
