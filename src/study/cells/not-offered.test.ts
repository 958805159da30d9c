import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Words } from '../../../test/support/cells/made-cells.ts';
import { requestCell } from '../../../test/support/cells/made-cells.ts';
import type { PayloadRef } from '../study.ts';
import { isOffered, noDictionaryReason, notOfferedReason } from './not-offered.ts';

const WORDS = { compression: 'br-5', network: '10mbit' };

const reason = (changes: Words, modelled = false) =>
  notOfferedReason(requestCell({ ...WORDS, ...changes }), modelled);

test('brotli and zstd over plain HTTP and packets are known beforehand to be asked for by no browser', () => {
  for (const browser of ['chromium', 'firefox']) {
    assert.equal(
      reason({ browser }),
      `${browser} offers br only to HTTPS and loopback: use protocol https1 or h2`,
    );
    assert.match(reason({ browser, compression: 'zstd-19' })!, /^\w+ offers zstd only to HTTPS and loopback/);
  }
  assert.equal(reason({ browser: 'webkit' }), 'webkit offers br only to HTTPS: use protocol https1 or h2');
});

test('HTTPS, loopback, a model behind loopback and the older codings are left to the check', () => {
  for (const protocol of ['https1', 'h2'] as const) {
    for (const browser of ['chromium', 'firefox', 'webkit'])
      assert.equal(reason({ protocol, browser }), null);
  }
  assert.equal(reason({ network: 'none' }), null);
  assert.equal(reason({}, true), null);
  for (const compression of ['none', 'gzip-6', 'deflate-9']) assert.equal(reason({ compression }), null);
  assert.equal(reason({ browser: 'node' }), null);
});

test('WebKit offers brotli to no plain HTTP, loopback neither', () => {
  const said = 'webkit offers br only to HTTPS: use protocol https1 or h2';
  assert.equal(reason({ browser: 'webkit', network: 'none' }), said);
  assert.equal(reason({ browser: 'webkit' }, true), said);
});

test('dcz is Chromium’s alone, to HTTPS and loopback; what others offer is left to the check', () => {
  const compression = 'dcz-3';
  assert.match(reason({ compression })!, /^chromium offers dcz only to HTTPS and loopback/);
  for (const changes of [{ protocol: 'h2' }, { network: 'none' }] as const) {
    assert.equal(reason({ compression, ...changes }), null);
    assert.equal(isOffered(requestCell({ ...WORDS, compression, ...changes }), false), true);
    for (const browser of ['firefox', 'webkit', 'node']) {
      assert.equal(isOffered(requestCell({ ...WORDS, compression, browser, ...changes }), false), false);
    }
  }
  for (const browser of ['firefox', 'webkit', 'node']) assert.equal(reason({ compression, browser }), null);
});

test('dcz needs data with an earlier answer', () => {
  const orders = { name: 'orders', dictionary: 'yesterday.json' } as PayloadRef;
  const alone = { name: 'alone' } as PayloadRef;
  const said = (dataset: string, compression = 'dcz-3') =>
    noDictionaryReason(requestCell({ dataset, compression }), [orders, alone]);
  assert.equal(said('orders'), null);
  assert.equal(said('alone', 'zstd-3'), null);
  for (const dataset of ['alone', 'book']) assert.match(said(dataset)!, /^dcz needs a dictionary: /);
});
