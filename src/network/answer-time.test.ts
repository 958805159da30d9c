import assert from 'node:assert/strict';
import { test } from 'node:test';
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
  const extra = (isSecure: boolean) => (coldAnswerMs(FOUR_G, 1_000, isSecure) - warm) / FOUR_G.rttMs;
  assert.ok(extra(false) > 0.99 && extra(false) < 1.05, `${extra(false)}`);
  assert.ok(extra(true) > 1.99 && extra(true) < 2.1, `${extra(true)}`);
});

test('loopback has no network in between', () => {
  assert.ok(answerMs(profileNamed('none')!, 1_000_000) < 2);
  assert.ok(coldAnswerMs(profileNamed('none')!, 1_000, true) < 0.1);
});
