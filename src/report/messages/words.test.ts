import assert from 'node:assert/strict';
import test from 'node:test';
import { requestCell, sequenceCell } from '../../../test/support/cells/made-cells.ts';
import type { FactorName } from '../../factors/catalogue.ts';
import { parseMode, sayMode } from '../../factors/mode.ts';
import { cellLabel, codingChoices, condition, measuredLevels } from '../words/levels.ts';
import { sequenceName } from './words.ts';

const PLAIN = sequenceCell();

const levelsWith = (name: FactorName, levels: readonly (string | number)[]) =>
  measuredLevels(levels.map((level) => ({ factors: sequenceCell({ [name]: level }) })));

test('a sequence is said in plain words', () => {
  assert.equal(sequenceName(PLAIN), 'to the client, as fast as they go, 1 000 messages of 100 B');
  const paced = { mode: 'paced-50', direction: 'client-to-server', n: 1 };
  assert.equal(
    sequenceName(sequenceCell({ ...paced, size: '25000' })),
    'to the server, 50 a second, 1 message of 25 000 B',
  );
  const books = { mode: 'ping-pong', direction: 'both-ways', dataset: 'book' };
  assert.equal(
    sequenceName(sequenceCell({ ...books, size: 'data' })),
    'both ways, one at a time, 1 000 messages of book data',
  );
  assert.equal(sayMode(parseMode('paced-2500')!), '2 500 a second');
});

test('a size is a condition in bytes, from the least to the greatest', () => {
  const sizes = levelsWith('size', ['25000', 'growing-100', '100', '1000', 'random-100-1000']);
  assert.deepEqual(sizes.get('size'), ['100', '1000', '25000', 'random-100-1000', 'growing-100']);
  assert.equal(condition('size', ['1000', '25000'], sizes), 'from 1 000 B up');
  assert.equal(condition('size', ['100', '1000'], sizes), 'up to 1 000 B');
  assert.equal(condition('size', ['25000', '100'], sizes), 'at 100 and 25 000 B');
  assert.equal(
    condition('size', ['100', '1000', '25000', 'growing-100'], sizes),
    'at every fixed size and for sizes growing by 100 B',
  );
});

test('n counts messages where there are only messages', () => {
  const levels = levelsWith('n', [100, 1000]);
  assert.equal(condition('n', [1000], levels), 'at 1 000 messages');
  const requests = measuredLevels([{ factors: requestCell() }]);
  assert.equal(condition('n', [1000], requests), 'at 1 000 objects');
});

test('directions and modes are conditions without much ado', () => {
  const levels = measuredLevels([{ factors: PLAIN }]);
  assert.equal(
    condition('direction', ['client-to-server', 'both-ways'], levels),
    'to the server and both ways',
  );
  assert.equal(
    condition('mode', ['throughput', 'paced-50'], levels),
    'as fast as they go and at 50 a second',
  );
});

test('a way is named by its transport, and by what else varies', () => {
  const others = [
    PLAIN,
    sequenceCell({ format: 'binary', protocol: 'https1' }),
    sequenceCell({ compression: 'permessage-deflate' }),
    sequenceCell({ transport: 'webtransport', protocol: 'h3' }),
  ];
  const among = measuredLevels(others.map((factors) => ({ factors })));
  assert.deepEqual(
    others.map((factors) => cellLabel(factors, among, codingChoices([]))),
    [
      'WebSocket',
      'WebSocket binary (HTTP/1.1 over TLS)',
      'WebSocket + permessage-deflate',
      'WebTransport (HTTP/3)',
    ],
  );
});
