import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import type { Protocol } from '../../factors/protocol.ts';
import { NETWORKS } from '../../network/profiles.ts';
import { summarise } from '../summarise.ts';
import { firstPacketMs } from './first-packet.ts';

const [cell] = syntheticRecord({ blocks: 1 }).run.plan.cells;

function ms(network: string, protocol: Protocol, encoded: number, url?: { bytesWithHead?: number }): number {
  const factors = { ...cell!.factors, network, protocol };
  return firstPacketMs(NETWORKS, { ...cell!, factors }, { encoded, headers: 448 }, url);
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

test('of a server behind a front the first packet holds what came with its head', () => {
  assert.equal(ms('3g', 'http1', 100_000, { bytesWithHead: 0 }), 0);
  assert.equal(ms('3g', 'http1', 100_000, { bytesWithHead: 200 }), 1);
  assert.equal(ms('3g', 'http1', 100_000, {}), 5);
  assert.equal(ms('3g', 'h2', 800, {}), 0);
});

test('the bill of a URL knows what came with its head', () => {
  const { run, rows, probes } = syntheticRecord({ blocks: 10 });
  const cells = run.plan.cells.map((one) => ({
    ...one,
    factors: { ...one.factors, network: '3g' },
    skip: null,
  }));
  const networks = NETWORKS.filter(({ name }) => name === '3g');
  const networkMs = (bytesWithHead: number) => {
    const url = { target: 'node', bytesWithHead };
    const payloads = [{ name: 'book', url }] as unknown as typeof run.study.payloads;
    const study = { ...run.study, networks, payloads };
    const { cells: found } = summarise({ ...run, study, plan: { ...run.plan, cells } }, rows, probes);
    const one = found.find(({ bytes, twinOf }) => twinOf === null && (bytes?.encoded ?? 0) > 2_000)!;
    return one.phases.network!;
  };
  const [alone, together] = [networkMs(0), networkMs(50_000)];
  assert.ok(together - alone > 4 && together - alone < 7.5, `${together - alone} ms`);
});
