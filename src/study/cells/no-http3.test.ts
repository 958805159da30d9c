import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestCell, sequenceCell } from '../../../test/support/cells/made-cells.ts';
import { FAKE_VOCABULARY } from '../../../test/support/studies/fake-vocabulary.ts';
import { whyUnpredictable } from '../../model/unpredictable.ts';
import { profileNamed } from '../../network/profiles.ts';
import { unableReason } from '../vocabulary.ts';
import { notModelledReason } from './not-offered.ts';

const VOCABULARY = { ...FAKE_VOCABULARY, targetEncoders: {}, http3Targets: ['go'] };
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
