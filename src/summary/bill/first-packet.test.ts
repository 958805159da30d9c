import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import type { Protocol } from '../../factors/protocol.ts';
import { NETWORKS } from '../../network/profiles.ts';
import { firstPacketMs } from './first-packet.ts';

const [cell] = syntheticRecord({ blocks: 1 }).run.plan.cells;

function ms(network: string, protocol: Protocol, encoded: number): number {
  const factors = { ...cell!.factors, network, protocol };
  return firstPacketMs(NETWORKS, { ...cell!, factors }, { encoded, headers: 448 });
}

test('the first packet of a plain answer holds a thousand bytes of the body, or all of a small one', () => {
  assert.equal(ms('3g', 'http1', 100_000), 5);
  assert.equal(ms('10mbit', 'http1', 100_000), 0.8);
  assert.equal(ms('3g', 'http1', 200), 1);
  assert.equal(ms('none', 'http1', 100_000), 0);
});

test('over TLS the head of a larger answer comes by itself', () => {
  assert.equal(ms('3g', 'h2', 100_000), 0);
  assert.equal(ms('3g', 'https1', 800), 4);
});
