import assert from 'node:assert/strict';
import { test } from 'node:test';
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
