import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Protocol } from '../factors/protocol.ts';
import { answerMs, coldAnswerMs, firstAnswerMs } from './answer-time.ts';
import { profileNamed } from './profiles.ts';

const FOUR_G = profileNamed('4g')!;

test('a connection in use pays a round trip and its bytes; one whose window must grow pays more', () => {
  const small = answerMs(FOUR_G, 1_000);
  assert.ok(small > FOUR_G.rttMs && small < FOUR_G.rttMs + 10, `${small}`);
  // 440 kB at 9 Mbit/s are 391 ms, headers aside.
  const large = answerMs(FOUR_G, 440_000);
  assert.ok(large > FOUR_G.rttMs + 391 && large < FOUR_G.rttMs + 430, `${large}`);
  assert.ok(firstAnswerMs(FOUR_G, 440_000) > large + FOUR_G.rttMs);
});

test('a new connection pays a round trip more, and TLS another', () => {
  const warm = firstAnswerMs(FOUR_G, 1_000);
  const extra = (protocol: Protocol) => (coldAnswerMs(FOUR_G, 1_000, protocol) - warm) / FOUR_G.rttMs;
  assert.ok(extra('http1') > 0.99 && extra('http1') < 1.05, `${extra('http1')}`);
  for (const protocol of ['https1', 'h2'] as const)
    assert.ok(extra(protocol) > 1.99 && extra(protocol) < 2.1, `${protocol}: ${extra(protocol)}`);
});

// Medians over 4g and new connections: the table of docs/decisions/014-http3.md.
const MEASURED_TRANSFER_MS = [
  { bytes: 5_059, https1: 5.0, h2: 4.9 },
  { bytes: 6_912, https1: 6.7, h2: 169 },
  { bytes: 8_155, https1: 7.8, h2: 170 },
  { bytes: 11_806, https1: 173, h2: 174 },
  { bytes: 14_364, https1: 175, h2: 176 },
];

test('the end of an answer waits for a round trip from the size on that it was measured to wait at', () => {
  for (const { bytes, ...measured } of MEASURED_TRANSFER_MS) {
    for (const protocol of ['https1', 'h2'] as const) {
      // What the first byte takes, the body's packet aside.
      const transferMs =
        coldAnswerMs(FOUR_G, bytes, protocol, 'go') - coldAnswerMs(FOUR_G, 0, protocol, 'go');
      const missedMs = Math.abs(transferMs - measured[protocol]);
      assert.ok(missedMs < 3, `${bytes} bytes over ${protocol}: ${transferMs} ms`);
    }
  }
});

test('of the shipped record’s 9.8 kB HTTP/2 takes a round trip more, less what the wire works meanwhile', () => {
  const moreMs = (name: string) => {
    const [h2, https1] = (['h2', 'https1'] as const).map((each) =>
      coldAnswerMs(profileNamed(name)!, 9_837, each, 'go'),
    ) as [number, number];
    return h2 - https1;
  };
  // docs/which/http3.md: 703 [690, 715] beside 539 [525, 552] over 4g, 146 [144, 149] beside 136 [132, 140]
  // over cable.
  assert.ok(moreMs('4g') > 138 && moreMs('4g') < 190, `${moreMs('4g')}`);
  assert.ok(moreMs('cable') > 4 && moreMs('cable') < 17, `${moreMs('cable')}`);
});

test('a megabyte does not feel what goes ahead', () => {
  const moreMs =
    coldAnswerMs(FOUR_G, 1_000_000, 'h2', 'go') - coldAnswerMs(FOUR_G, 1_000_000, 'https1', 'go');
  assert.ok(moreMs > 0 && moreMs < 10, `${moreMs} ms`);
});

test('servers differ in what goes ahead, and one that nobody has counted stands in the middle', () => {
  const waits = (bytes: number, target?: string) =>
    coldAnswerMs(FOUR_G, bytes, 'h2', target) - coldAnswerMs(FOUR_G, bytes, 'http1') > 1.5 * FOUR_G.rttMs;
  const bytes = [5_000, 7_500, 9_000, 11_000];
  const seen = (target?: string) => bytes.map((each) => waits(each, target));
  assert.deepEqual(seen('go'), [false, true, true, true]);
  assert.deepEqual(seen('constructor'), [false, false, true, true]);
  assert.deepEqual(seen(), seen('axum'));
  assert.deepEqual(seen('node'), [false, false, false, true]);
});

test('over plain HTTP all ten packets are the answer’s', () => {
  const ms = (bytes: number) => coldAnswerMs(FOUR_G, bytes, 'http1');
  assert.ok(ms(14_000) - ms(5_000) < 10);
  assert.ok(ms(14_100) - ms(14_000) > FOUR_G.rttMs / 2);
});

test('loopback has no network in between', () => {
  assert.ok(answerMs(profileNamed('none')!, 1_000_000) < 2);
  assert.ok(coldAnswerMs(profileNamed('none')!, 1_000, 'h2') < 0.1);
});
