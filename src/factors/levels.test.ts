import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  clients,
  controlOf,
  describedClients,
  leastRate,
  parseClients,
  sayClients,
  spellClients,
} from './clients.ts';
import { parseCompression, spellCompression } from './compression.ts';
import { parseFormatWord } from './format.ts';
import { parseMode, spellMode } from './mode.ts';
import { parseSize, parseTypedSize, spellSize } from './size.ts';

test('a mode is read with its rate, and nothing else is a mode', () => {
  assert.deepEqual(parseMode('throughput'), { name: 'throughput', ratePerSecond: null });
  assert.deepEqual(parseMode('ping-pong'), { name: 'ping-pong', ratePerSecond: null });
  assert.deepEqual(parseMode('paced-0.5'), { name: 'paced', ratePerSecond: 0.5 });
  for (const word of ['once', 'paced', 'paced-', 'paced--5', 'paced-1e3'])
    assert.equal(parseMode(word), null);
});

test('a size is read by its policy, and data have none of their own', () => {
  assert.deepEqual(parseSize('100'), { policy: 'fixed', bytes: 100 });
  assert.deepEqual(parseSize('random-100-1000'), { policy: 'random', least: 100, most: 1000 });
  assert.deepEqual(parseSize('growing-20'), { policy: 'growing', bytes: 20 });
  assert.deepEqual(parseSize('data'), { policy: 'data' });
  for (const word of ['random', '-100', '1.5']) assert.equal(parseSize(word), null);
});

test('a size as typed may have a unit, and one that cannot be means none', () => {
  assert.deepEqual(parseTypedSize('1kB'), { policy: 'fixed', bytes: 1_000 });
  assert.equal(parseTypedSize(5), null);
});

test('a compression is a coding and a level, and a coding may have none', () => {
  assert.deepEqual(parseCompression('gzip-6'), { coding: 'gzip', level: 6 });
  assert.deepEqual(parseCompression('none'), { coding: 'none', level: null });
  assert.deepEqual(parseCompression('permessage-deflate'), { coding: 'permessage-deflate', level: null });
});

test('a format may be named with its codec', () => {
  assert.deepEqual(parseFormatWord('xml'), { format: 'xml', codec: null });
  assert.deepEqual(parseFormatWord('json/JSON.parse'), { format: 'json', codec: 'JSON.parse' });
});

test('every level is spelled as it is read, and the same word is the same object', () => {
  for (const word of ['throughput', 'ping-pong', 'paced-50']) assert.equal(spellMode(parseMode(word)!), word);
  for (const word of ['100', 'random-100-1000', 'growing-20', 'data'])
    assert.equal(spellSize(parseSize(word)!), word);
  for (const word of ['none', 'gzip-6', 'permessage-deflate'])
    assert.equal(spellCompression(parseCompression(word)!), word);
  assert.equal(parseCompression('br-5'), parseCompression('br-5'));
});

test('other clients are a number, perhaps with a rate, and each has a control', () => {
  assert.deepEqual(parseClients('100'), { count: 100, perSecondEach: null, ask: 'target' });
  assert.deepEqual(parseClients('100@0.5/s'), { count: 100, perSecondEach: 0.5, ask: 'target' });
  assert.equal(describedClients({ count: 100, rate: '0.5/s' }), '100@0.5/s');
  assert.equal(controlOf(parseClients('100@0.5/s')!), parseClients('copy:100@0.5/s'));
  assert.equal(controlOf(parseClients('0')!), null);
  assert.equal(controlOf(parseClients('copy:5')!), null);
  for (const word of ['0', '100', '100@0.5/s', 'copy:100@2/s'])
    assert.equal(spellClients(parseClients(word)!), word);
  assert.equal(sayClients(parseClients('1000@0.5/s')!), '1 000 clients at once, 0.5/s each');
  const order = ['copy:100@1/s', '100@5/s', '1000', '0', '100@1/s'].sort(clients.order);
  assert.deepEqual(order, ['0', '100@1/s', 'copy:100@1/s', '100@5/s', '1000']);
  // Whoever asks again at once asks for more than any rate, and fewer clients for more than many slow ones.
  assert.deepEqual(['100', '100@0.5/s', '50@10/s'].sort(clients.order), ['100@0.5/s', '50@10/s', '100']);
});

test('clients that cannot be are told why', () => {
  const wrong = (typed: string | number) => {
    const reading = clients.read(typed);
    return 'wrong' in reading ? reading.wrong : null;
  };
  assert.match(wrong('many')!, /many is not a number of clients/);
  assert.match(wrong('100@5')!, /100@5 is not/);
  assert.match(wrong(-1)!, /-1 is not/);
  assert.match(wrong(20_000)!, /at most 10.000 clients/);
  assert.match(wrong('10@0/s')!, /a rate is above 0/);
  assert.match(wrong('5000@10/s')!, /50.000 requests a second, and no generator/);
  assert.equal(wrong('100@0.5/s'), null);
  // Of all together: the second is one request in 50 s.
  assert.match(wrong('1@0.0000001/s')!, /nobody asks within 100 s; ask at least 0\.01\/s each/);
  assert.match(wrong('7@0.001/s')!, /ask at least 0\.0015\/s each/);
  assert.equal(wrong('20@0.001/s'), null);
  assert.equal(wrong('10000@0.000001/s'), null);
  assert.equal(wrong('0@0.0000001/s'), null);
});

test('the least rate of clients is one at which they are not refused', () => {
  for (const number of [1, 3, 7, 48, 999, 10_000]) {
    for (const seconds of [0.4, 3, 11.7, 100]) {
      const rate = Number(leastRate(number, seconds).replace('/s', ''));
      assert.ok(
        number * rate * seconds >= 1 - 1e-9 && number * rate * seconds < 1.11,
        `${number} ${seconds}`,
      );
    }
    assert.ok('word' in clients.read(`${number}@${leastRate(number, 100)}`), `${number}`);
  }
});
