import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomMessages } from './content.ts';
import { Receiver } from './receiver.ts';

const CYCLE = 10;
const MESSAGES = randomMessages(
  { kind: 'random', body: 'text', size: { policy: 'random', least: 20, most: 60 }, seed: 3 },
  CYCLE,
);

/** Message `place` of a sequence that goes round. */
const sent = (place: number) => MESSAGES[place % CYCLE]!;
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);

function judge(places: readonly number[], expected: number, anyOrder = false) {
  const receiver = new Receiver(CYCLE, () => 0, anyOrder);
  for (const place of places) receiver.take(sent(place));
  return receiver.verdict(expected);
}

test('messages that arrive as they were sent are without fault, as text, as bytes and as buffers', () => {
  const receiver = new Receiver(CYCLE, () => 0);
  receiver.take(new TextDecoder().decode(sent(0)));
  receiver.take(sent(1));
  receiver.take(sent(2).slice().buffer);
  const bytes = sent(0).length + sent(1).length + sent(2).length;
  assert.deepEqual(receiver.verdict(3), { received: 3, bytes, reordered: 0, fault: null, checkMs: 0 });
  assert.equal(judge(upTo(35), 35).fault, null, 'three times and a half round');
});

test('loss, doubling, reordering and too many are told apart by what came', () => {
  assert.equal(judge([0, 1, 3, 4], 5).fault, 'message 2 is number 3, expected 2');
  assert.equal(judge([0, 1, 1, 2], 4).fault, 'message 2 is number 1, expected 2');
  assert.equal(judge([0, 2, 1, 3], 4).fault, 'message 1 is number 2, expected 1');
  assert.equal(judge([0, 1, 2], 5).fault, '2 of 5 messages did not arrive');
  assert.equal(judge(upTo(6), 5).fault, '6 messages arrived of 5 sent');
  assert.equal(judge([], 5).fault, '5 of 5 messages did not arrive');
});

test('a changed message is found wherever it is, and the first fault is told', () => {
  const receiver = new Receiver(CYCLE, () => 0);
  for (const place of upTo(25)) {
    const message = sent(place).slice();
    if (place >= 13) message[18]! ^= 1;
    receiver.take(message);
  }
  assert.match(receiver.verdict(25).fault!, /^message 13 arrived changed/);
});

test('in any order every message must come as often as it was sent, and late ones are counted', () => {
  const orders: readonly (readonly [late: number, places: readonly number[]])[] = [
    [0, [0, 1, 2, 3]],
    [1, [1, 2, 3, 0]],
    [1, [0, 2, 1, 3]],
    [3, [3, 2, 1, 0]],
  ];
  for (const [late, places] of orders) {
    const receiver = new Receiver(4, () => 0, true);
    for (const place of places) receiver.take(sent(place));
    const { fault, reordered } = receiver.verdict(4);
    assert.deepEqual({ fault, reordered }, { fault: null, reordered: late });
  }
});

test('in any order a message that comes late from the round before is one late message', () => {
  const places = upTo(25);
  // Number 7 comes when the next round has begun.
  places.splice(7, 1);
  places.splice(11, 0, 7);
  assert.deepEqual(places.slice(6, 13), [6, 8, 9, 10, 11, 7, 12]);
  const { fault, reordered } = judge(places, 25, true);
  assert.deepEqual({ fault, reordered }, { fault: null, reordered: 1 });
});

test('in any order loss and doubling in one sequence do not make up for each other', () => {
  assert.equal(judge([0, 1, 2, 2, 4, 5, 6, 7, 8, 9], 10, true).fault, 'message 2 arrived 2 times');
  const late = upTo(23);
  late[15] = 16;
  assert.equal(judge(late, 23, true).fault, 'message 5 arrived 1 times');
});

test('in any order a changed or foreign message is a fault', () => {
  const receiver = new Receiver(2, () => 0, true);
  receiver.take(sent(0));
  receiver.take(sent(5));
  assert.equal(receiver.verdict(2).fault, 'message 1 is number 5 of 2');
  const other = new Receiver(2, () => 0, true);
  other.take('nothing of ours');
  assert.match(other.verdict(1).fault!, /^message 0 has no head: 15 bytes/);
});

test('nothing is checked while the sequence goes on, until 32 MB are kept; then it is, and the time told', () => {
  let nowMs = 0;
  const [large] = randomMessages(
    { kind: 'random', body: 'binary', size: { policy: 'fixed', bytes: 1_000_000 }, seed: 3 },
    1,
  );
  const receiver = new Receiver(1, () => (nowMs += 5));
  for (const _ of upTo(31)) receiver.take(large!);
  assert.equal(nowMs, 0);
  for (const _ of upTo(3)) receiver.take(large!);
  assert.equal(nowMs, 10);
  const { fault, checkMs, received } = receiver.verdict(34);
  assert.deepEqual({ fault, checkMs, received }, { fault: null, checkMs: 5, received: 34 });
});
