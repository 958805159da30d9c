import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Words } from '../../test/support/cells/made-cells.ts';
import { madeCell } from '../../test/support/cells/made-cells.ts';
import { askedPairs, pooledPairs, rankingGroups } from './pairs.ts';
import type { PlannedCell } from './plan.ts';

const WORDS = { dataset: 'orders', network: '4g', protocol: 'https1' };

const cell = (id: string, changes: Words): PlannedCell => ({
  id,
  part: 'advice',
  factors: madeCell({ ...WORDS, ...changes }),
  twinOf: null,
  skip: null,
});

const CELLS = [
  cell('json 4g', {}),
  cell('msgpack br 4g', { format: 'msgpack', compression: 'br-5' }),
  cell('json br 4g', { compression: 'br-5' }),
  cell('json 3g', { network: '3g' }),
  cell('avro 3g', { format: 'avro', network: '3g' }),
  cell('avro lan', { format: 'avro', network: 'lan' }),
];

test('a rule against one cell pairs every other cell of its group with it, whatever they differ in', () => {
  const pairs = askedPairs(CELLS, [{ against: { format: ['json'], compression: ['none'] } }]);
  assert.deepEqual(
    pairs.map(({ a, b, factor }) => [a, b, factor]),
    [
      ['msgpack br 4g', 'json 4g', 'format'],
      ['json br 4g', 'json 4g', 'compression'],
      ['avro 3g', 'json 3g', 'format'],
    ],
  );
});

test('rules of both kinds stand beside each other', () => {
  const rules = [{ factor: 'compression', baseline: 'none' }, { against: { format: ['avro'] } }] as const;
  const pairs = askedPairs(CELLS, rules);
  assert.deepEqual(
    pairs.map(({ a, b }) => [a, b]),
    [
      ['json br 4g', 'json 4g'],
      ['json 3g', 'avro 3g'],
    ],
  );
});

test('what is asked, and each cell against the first of its ranking, say together how far ratios scatter, once each', () => {
  const asked = askedPairs(CELLS, [{ factor: 'compression', baseline: 'none' }]);
  assert.deepEqual(
    pooledPairs(CELLS, asked).map(({ a, b }) => [a, b].sort()),
    [
      ['json 4g', 'json br 4g'],
      ['json 4g', 'msgpack br 4g'],
      ['avro 3g', 'json 3g'],
    ],
  );
});

test('messages are ranked where the same ones go the same way, whatever protocol carries them', () => {
  const messages = { transport: 'websocket', mode: 'throughput', size: '100' } as const;
  const groups = rankingGroups([
    cell('websocket', messages),
    cell('webtransport', { ...messages, transport: 'webtransport', protocol: 'h3' }),
    cell('larger', { ...messages, size: '1000' }),
    cell('answered', { ...messages, mode: 'ping-pong' }),
    cell('back', { ...messages, direction: 'both-ways' }),
    cell('json', {}),
    cell('json h2', { protocol: 'h2' }),
  ]);
  assert.deepEqual(
    groups.map((group) => group.map(({ id }) => id)),
    [['websocket', 'webtransport'], ['larger'], ['answered'], ['back'], ['json'], ['json h2']],
  );
});

test('a transport is held against the baseline over the same protocol, and WebTransport against it over TLS', () => {
  const messages = { mode: 'throughput', size: '100' } as const;
  const sse = { ...messages, transport: 'sse' } as const;
  const websocket = { ...messages, transport: 'websocket' } as const;
  const cells = [
    cell('sse', { ...sse, protocol: 'http1' }),
    cell('sse tls', sse),
    cell('websocket', { ...websocket, protocol: 'http1' }),
    cell('websocket deflated', { ...websocket, protocol: 'http1', compression: 'permessage-deflate' }),
    cell('websocket tls', websocket),
    cell('webtransport', { ...messages, transport: 'webtransport', protocol: 'h3' }),
    cell('other size', { ...websocket, size: '1000' }),
  ];
  assert.deepEqual(
    askedPairs(cells, [{ factor: 'transport', baseline: 'sse' }]).map(({ a, b, factor }) => [a, b, factor]),
    [
      ['websocket', 'sse', 'transport'],
      ['websocket tls', 'sse tls', 'transport'],
      ['webtransport', 'sse tls', 'transport'],
    ],
  );
});
