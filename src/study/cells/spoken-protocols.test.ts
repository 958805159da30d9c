import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestCell, sequenceCell } from '../../../test/support/cells/made-cells.ts';
import { FAKE_VOCABULARY } from '../../../test/support/studies/fake-vocabulary.ts';
import { whyNotSpoken } from '../../factors/target.ts';
import { whyUnpredictable } from '../../model/unpredictable.ts';
import { profileNamed } from '../../network/profiles.ts';
import { unableReason } from '../vocabulary.ts';
import { notModelledReason } from './not-offered.ts';

const VOCABULARY = {
  ...FAKE_VOCABULARY,
  targetEncoders: {},
  targetProtocols: { go: ['http1', 'https1', 'h2', 'h3'], plain: ['http1'] },
};
const HTTP3 = { protocol: 'h3', target: 'go', browser: 'chromium' };

test('cells over HTTP/3 are planned for browsers and targets that speak it, and others left out with the reason', () => {
  const reason = (words: object) => unableReason(requestCell({ ...HTTP3, ...words }), VOCABULARY);
  assert.equal(reason({}), null);
  assert.equal(reason({ browser: 'firefox' }), null);
  assert.equal(reason({ browser: 'node' }), 'node speaks no HTTP/3');
  assert.equal(reason({ browser: 'webkit' }), 'webkit speaks no HTTP/3');
  assert.match(reason({ target: 'node' })!, /^target node speaks no HTTP\/3: .*; go does$/);
  assert.equal(reason({ target: 'node', protocol: 'h2' }), null);
});

test('cells over TLS are left out of the plan for targets that say that they have none, with what does', () => {
  const reason = (words: object) => unableReason(requestCell({ ...HTTP3, ...words }), VOCABULARY);
  assert.equal(
    reason({ target: 'plain', protocol: 'h2' }),
    'target plain does not speak h2: nginx+plain does, with nginx in front of it',
  );
  for (const words of [
    { target: 'plain', protocol: 'http1' },
    { target: 'nginx+plain', protocol: 'h2' },
    { target: 'go', protocol: 'https1' },
  ])
    assert.equal(reason(words), null, words.target);
  // nginx is set up for HTTP/3 nowhere, and what is behind it has nothing else before it.
  assert.equal(whyNotSpoken('nginx+plain', 'h2'), 'target nginx+plain does not speak h2');
  assert.equal(whyNotSpoken('plain', 'h3'), 'target plain does not speak h3');
});

test('messages by WebTransport are none of that', () => {
  const words = { ...HTTP3, transport: 'webtransport', target: 'node' };
  assert.equal(unableReason(sequenceCell(words), VOCABULARY), null);
});

test('a model of TCP carries no HTTP/3 and predicts none', () => {
  const over = (network: string) => requestCell({ ...HTTP3, network });
  assert.match(notModelledReason(over('4g'))!, /over UDP/);
  assert.equal(notModelledReason(over('none')), null);
  const networks = [profileNamed('4g')!];
  assert.match(whyUnpredictable(over('4g'), networks)!, /HTTP\/3 is none/);
  assert.equal(whyUnpredictable(over('none'), networks), null);
});
