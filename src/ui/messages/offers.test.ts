import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OFFERED } from '../../../test/support/records/run-examples.ts';
import { DIRECTIONS } from '../../factors/direction.ts';
import { MESSAGE_TRANSPORTS } from '../../factors/transport.ts';
import { CARRIES } from '../../wire/sequence.ts';
import {
  refusedTransports,
  whyNotBinary,
  whyNotDeflate,
  whyNotMode,
  whyNotProtocol,
  whyNotTransport,
} from './offers.ts';

const HAS_H3 = {
  ...OFFERED,
  messages: { ...OFFERED.messages, endpoints: { ...OFFERED.messages.endpoints, webtransport: ['h3'] } },
};

test('exactly the transports that carry a direction are offered for it', () => {
  for (const direction of DIRECTIONS) {
    const offered = MESSAGE_TRANSPORTS.filter(
      (transport) => whyNotTransport(transport, direction, 'http1', OFFERED) === null,
    );
    const carrying = MESSAGE_TRANSPORTS.filter(
      (transport) => transport !== 'webtransport' && CARRIES[transport].directions.includes(direction),
    );
    assert.deepEqual(offered, carrying);
  }
});

test('every transport that is greyed stands once under its reason', () => {
  assert.deepEqual(
    [...refusedTransports('server-to-client', 'h2', OFFERED)],
    [
      ['client → server only', ['xhr', 'fetch', 'beacon']],
      ['over http1, https1 only: choose the protocol below', ['websocket']],
      ['target node does not have it; wirefare serve --target go has', ['webtransport']],
      ['both ways only', ['sse+xhr', 'sse+fetch']],
    ],
  );
});

test('what the browser lacks is told as such, but only where the target has it', () => {
  const lacks = ['webtransport', 'beacon'] as const;
  const why = (offered: typeof OFFERED) =>
    whyNotTransport('webtransport', 'both-ways', 'h3', { ...offered, lacks });
  assert.equal(why(OFFERED), 'target node does not have it; wirefare serve --target go has');
  assert.equal(why(HAS_H3), 'not in this browser');
  assert.equal(whyNotTransport('webtransport', 'both-ways', 'h3', HAS_H3), null);
  assert.equal(
    whyNotTransport('webtransport', 'both-ways', 'http1', HAS_H3),
    'over h3 only: choose the protocol below',
  );
});

test('a transport of two endpoints needs both', () => {
  const { sse: _, ...endpoints } = OFFERED.messages.endpoints;
  const without = { ...OFFERED, messages: { ...OFFERED.messages, endpoints } };
  assert.equal(whyNotTransport('sse+xhr', 'both-ways', 'http1', without), 'target node does not have it');
  assert.equal(whyNotTransport('xhr', 'client-to-server', 'http1', without), null);
});

test('modes, contents, compression and protocols that do not go together give their reason', () => {
  assert.equal(whyNotMode('throughput', 'beacon'), null);
  assert.notEqual(whyNotMode('paced', 'beacon'), null);
  assert.equal(whyNotMode('paced', 'sse'), null);
  assert.notEqual(whyNotBinary('sse+fetch'), null);
  assert.equal(whyNotBinary('stream'), null);
  assert.equal(whyNotDeflate('websocket', OFFERED), null);
  assert.equal(whyNotDeflate('xhr', OFFERED), 'WebSocket only');
  const plain = { ...OFFERED, messages: { ...OFFERED.messages, permessageDeflate: false } };
  assert.equal(whyNotDeflate('websocket', plain), 'target node does not have it');
  assert.equal(whyNotProtocol('h2', OFFERED), null);
  assert.equal(whyNotProtocol('https1', OFFERED), 'needs its certificate accepted');
  assert.equal(whyNotProtocol('h3', OFFERED), 'target node has no messages over it');
});
