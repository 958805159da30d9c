// What the network takes of a message by arithmetic, over a link whose round trip and rates are known.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticMessages } from '../../../test/support/records/synthetic-messages.ts';
import type { SequenceCell } from '../../factors/cell.ts';
import type { LinkFacts } from '../../network/link-facts.ts';
import { summarise } from '../summarise.ts';
import type { CellSummary } from '../summary.ts';
import { claimCause } from './claim-cause.ts';
import { messageTimes } from './message-cause.ts';
import { slopeName } from './slopes.ts';

const { run, rows } = syntheticMessages();
const { cells } = summarise(run, rows, []);

const LINK = {
  networks: [
    {
      profile: { name: 'wan' },
      calibration: { echo: { rttMsMedian: 40 }, train: { upKbitPerS: 1_000, downKbitPerS: 8_000 } },
    },
  ],
} as unknown as LinkFacts;

/** As if it had been measured over the WAN, so long a message. */
function overWan(id: string, messageMs: number): CellSummary {
  const cell = cells.find((each) => each.id === id)!;
  const { n } = cell.factors;
  const totalMs = { ...cell.totalMs!, mean: messageMs * n };
  return { ...cell, factors: { ...cell.factors, network: 'wan' } as CellSummary['factors'], totalMs };
}

const XHR = overWan('xhr client-to-server throughput 100 B', 49);
const WEBSOCKET = overWan('websocket client-to-server throughput 100 B', 2.4);

test('who waits for every answer pays a round trip a message, others one a sequence', () => {
  const { what, over, under } = messageTimes(
    { link: LINK },
    [{ over: [XHR], under: [WEBSOCKET] }],
    undefined,
  )!;
  assert.equal(what, 'message');
  assert.equal(over.whole, 49);
  assert.equal(over.roundTrips, 40);
  assert.equal(under.roundTrips, 40 / WEBSOCKET.factors.n);
  // 100 bytes at 1 Mbit/s.
  assert.ok(Math.abs(over.bytes - 0.8) < 1e-9 && over.bytes === under.bytes);
  assert.equal(over.cpu, XHR.messages!.serverCpuUs! / 1000);
});

test('of messages of several lengths each pair counts by its shares, not by its ms', () => {
  const long = overWan('xhr client-to-server throughput 100 B', 490);
  const factors = long.factors as SequenceCell;
  const other = {
    ...long,
    factors: { ...factors, size: { ...factors.size, bytes: 9_000 } } as SequenceCell,
  };
  const times = messageTimes(
    { link: LINK },
    [
      { over: [XHR], under: [WEBSOCKET] },
      { over: [other], under: [other] },
    ],
    undefined,
  )!;
  assert.deepEqual([times.unit, times.pairs, times.under.whole], ['share', 2, 1]);
  assert.ok(Math.abs(times.over.whole - (49 / 2.4 + 1) / 2) < 1e-9);
});

test('a pair goes up and comes down again, one after the other', () => {
  const cell = overWan('sse+xhr both-ways ping-pong 100 B', 47);
  const times = messageTimes({ link: LINK }, [{ over: [cell], under: [cell] }], undefined)!;
  assert.equal(times.what, 'pair');
  assert.equal(times.over.roundTrips, 40);
  assert.ok(Math.abs(times.over.bytes - 0.9) < 1e-9);
});

test('a slope is what 1 000 bytes more take, in which no round trip is left', () => {
  const factors = WEBSOCKET.factors as SequenceCell;
  const long = {
    ...WEBSOCKET,
    id: 'long',
    factors: { ...factors, size: { ...factors.size, bytes: 2_100 } } as SequenceCell,
    totalMs: { ...WEBSOCKET.totalMs!, mean: 19.4 * factors.n },
    bytes: { ...WEBSOCKET.bytes!, encoded: 2_100 * factors.n },
  };
  const name = slopeName(long as never, WEBSOCKET as never);
  const cause = claimCause({ ...run, link: LINK }, { cells: [long, WEBSOCKET] }, { slope: 'size' }, [
    { numerator: name, denominator: name },
  ]);
  assert.ok(cause.kind === 'messages' && cause.isSlope);
  const { whole, roundTrips, bytes } = cause.times.over;
  assert.ok(Math.abs(whole - 8.5) < 1e-9 && Math.abs(bytes - 8) < 1e-9, `${whole} ${bytes}`);
  assert.equal(roundTrips, 0);
});

test('without a measured link, and of what waits now and then, nothing is known', () => {
  const of = (cell: CellSummary, link: LinkFacts | null) =>
    messageTimes({ link }, [{ over: [cell], under: [cell] }], undefined);
  assert.equal(of(XHR, null), null);
  assert.equal(of(overWan('beacon client-to-server throughput 100 B', 3), LINK), null);
  assert.notEqual(of(XHR, LINK), null);
});
