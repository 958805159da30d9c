import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SequenceSpec } from '../../wire/sequence.ts';
import type { Channel, Sendable } from './channel.ts';
import { Flow } from './flow.ts';
import type { Outgoing } from './outgoing.ts';

function flowOf(changes: Partial<SequenceSpec>, channel: Partial<Channel> = {}) {
  let nowMs = 0;
  const sent: Sendable[] = [];
  const outgoing: Outgoing = { at: (i) => `m${i}`, bytesOf: () => 1_000, encodeMs: 0 };
  const spec = {
    direction: 'client-to-server',
    mode: 'throughput',
    messages: 20,
    ...changes,
  } as SequenceSpec;
  const flow = new Flow(spec, outgoing, null, () => nowMs);
  flow.attach({
    isBusy: false,
    mostUnacknowledgedBytes: 5_000,
    send: (message) => sent.push(message),
    close: async () => {},
    ...channel,
  });
  const at = (ms: number) => {
    nowMs = ms;
  };
  return { flow, sent, at };
}

test('no more is sent without an acknowledgement than the channel allows', async () => {
  const { flow, sent, at } = flowOf({});
  flow.release(20);
  assert.deepEqual(sent, ['m0', 'm1', 'm2', 'm3', 'm4']);
  at(7);
  flow.acknowledged(2);
  assert.equal(sent.length, 7);
  assert.equal(flow.firstAtMs, 7);
  for (let received = 7; received <= 20; received++) {
    at(received);
    flow.acknowledged(received);
  }
  await flow.done;
  assert.equal(flow.endMs, 20);
  assert.deepEqual([flow.sent, flow.delivered, flow.sentBytes], [20, 20, 20_000]);
});

test('a busy channel is given nothing until it is free', () => {
  const channel = { isBusy: true };
  const { flow, sent } = flowOf({}, channel);
  flow.attach({ ...channel, mostUnacknowledgedBytes: 9e9, send: (m) => sent.push(m), close: async () => {} });
  flow.release(3);
  assert.equal(sent.length, 0);
});

test('one by one the next goes when the former was acknowledged, and each is stamped', () => {
  const { flow, sent, at } = flowOf({ mode: 'ping-pong', messages: 3 });
  flow.release(1);
  assert.equal(sent.length, 1);
  at(4);
  flow.acknowledged(1);
  assert.equal(sent.length, 2);
  at(9);
  flow.acknowledged(2);
  assert.deepEqual([...flow.sentAtMs!], [0, 4, 9]);
  assert.deepEqual([...flow.deliveredAtMs!], [4, 9, 0]);
});

test('at a pace only what is due goes, whatever was acknowledged', () => {
  const { flow, sent } = flowOf({ mode: 'paced', ratePerSecond: 1 }, { mostUnacknowledgedBytes: 1e9 });
  flow.release(2);
  flow.acknowledged(2);
  assert.equal(sent.length, 2);
  flow.release(9);
  assert.equal(sent.length, 9);
});

for (const received of [5, 1, Number.NaN]) {
  test(`an acknowledgement of ${received} messages where 3 of 3 sent were acknowledged fails the sequence`, async () => {
    const { flow } = flowOf({ mode: 'paced' });
    flow.release(3);
    flow.acknowledged(3);
    flow.acknowledged(received);
    await assert.rejects(flow.done, /acknowledged (5 messages|1 message|NaN messages) after 3, of 3 sent/);
  });
}

test('what the platform refuses to send fails the sequence, and nothing is sent after it', async () => {
  const send = () => {
    throw new Error('the message is too large');
  };
  const { flow } = flowOf({}, { send });
  flow.release(20);
  await assert.rejects(flow.done, /too large/);
  assert.equal(flow.sent, 1);
});
