import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectedGetMs, type GetShape, HEADER_BYTES } from './closed-form.ts';
import type { NetworkProfile } from './profile.ts';

const UNLIMITED: NetworkProfile = {
  name: 'made up',
  source: 'the test',
  downKbits: null,
  upKbits: null,
  rttMs: 20,
  jitterMs: 0,
  lossShare: 0,
  queueBytes: 1_500_000,
};
const COLD: GetShape = { bodyBytes: 0, requestBytes: 100, connection: 'cold', initialWindow: 10, mtu: 1500 };
const SEGMENT_BYTES = 1500 - HEADER_BYTES;

test('without a rate an answer takes whole round trips: 2, 4 and 8 for 10 kB, 100 kB and 1 MB', () => {
  const take = (bodyBytes: number) => expectedGetMs(UNLIMITED, { ...COLD, bodyBytes });
  assert.equal(take(10_000), 40);
  assert.equal(take(100_000), 80);
  assert.equal(take(1_000_000), 160);
});

test('a warm connection saves the handshake, one round trip', () => {
  assert.equal(expectedGetMs(UNLIMITED, { ...COLD, bodyBytes: 100_000, connection: 'warm' }), 60);
});

test('one byte more than the initial window carries costs a round trip', () => {
  const take = (bodyBytes: number) => expectedGetMs(UNLIMITED, { ...COLD, bodyBytes });
  assert.equal(take(10 * SEGMENT_BYTES), 40);
  assert.equal(take(10 * SEGMENT_BYTES + 1), 60);
  assert.equal(take(30 * SEGMENT_BYTES), 60);
  assert.equal(take(30 * SEGMENT_BYTES + 1), 80);
});

test('at 10 Mbit/s every IP byte of handshake, request, acknowledgement and answer is paid for', () => {
  const profile = { ...UNLIMITED, downKbits: 10_000, upKbits: 10_000 };
  // SYN and SYN-ACK of 60 bytes: 20 ms + 2 · 0.048 ms. The client's acknowledgement (52 bytes) and its
  // request (152): 0.1632 ms + 10 ms. The server's acknowledgement (52) and an answer of 1 052 bytes: 0.8832
  // ms + 10 ms.
  assert.ok(Math.abs(expectedGetMs(profile, { ...COLD, bodyBytes: 1_000 }) - 41.1424) < 1e-9);
});

test('a slow wire up delays the handshake and the request, not the answer', () => {
  const fast = { ...UNLIMITED, downKbits: 10_000, upKbits: 10_000 };
  const slow = { ...fast, upKbits: 1_000 };
  const delay = (get: GetShape) => expectedGetMs(slow, get) - expectedGetMs(fast, get);
  // 60 + 52 + 152 bytes at 1 instead of 10 Mbit/s.
  assert.ok(Math.abs(delay({ ...COLD, bodyBytes: 1_000 }) - (264 * 8 * 9) / 10_000) < 1e-9);
});

test('a long answer comes at the rate of the wire', () => {
  const profile = { ...UNLIMITED, downKbits: 10_000, upKbits: 10_000 };
  const difference =
    expectedGetMs(profile, { ...COLD, bodyBytes: 2_000 * SEGMENT_BYTES }) -
    expectedGetMs(profile, { ...COLD, bodyBytes: 1_000 * SEGMENT_BYTES });
  assert.ok(Math.abs(difference - (1_000 * 1_500 * 8) / 10_000) < 1e-6);
});

test("it is Kurose and Ross's closed form where that holds: the up link takes no time, every segment is acknowledged", () => {
  for (const initialWindow of [1, 2, 4, 10]) {
    for (const segments of [1, 2, 3, 7, 10, 16, 25, 31]) {
      for (const downKbits of [500, 2_000, 20_000]) {
        const profile = { ...UNLIMITED, downKbits };
        const get = { ...COLD, bodyBytes: segments * SEGMENT_BYTES, initialWindow };
        const ours = expectedGetMs(profile, get);
        const theirs = kuroseRossMs(profile.rttMs, downKbits, segments, initialWindow);
        // They leave out the SYN-ACK and the acknowledgement of the request.
        const leftOutMs = ((60 + HEADER_BYTES) * 8) / downKbits;
        assert.ok(Math.abs(ours - theirs - leftOutMs) < 1e-9, `${initialWindow} ${segments} ${downKbits}`);
      }
    }
  }
});

test('an answer that ends on the odd segment after the quick acknowledgements is timed all the same', () => {
  const profile = { ...UNLIMITED, downKbits: 1_600, upKbits: 768, rttMs: 300 };
  const times = Array.from({ length: 60 }, (_, i) =>
    expectedGetMs(profile, { ...COLD, bodyBytes: (i + 1) * SEGMENT_BYTES }),
  );
  for (const [i, ms] of times.entries()) assert.ok(i === 0 || ms > times[i - 1]!, `${i + 1} segments`);
});

/** 2 RTT + O/R + the stalls: after each window but the last, [S/R + RTT − window · S/R]⁺. */
function kuroseRossMs(rttMs: number, kbitPerS: number, segments: number, initialWindow: number): number {
  const segmentMs = (1500 * 8) / kbitPerS;
  let ms = 2 * rttMs + segments * segmentMs;
  let window = initialWindow;
  for (let sent = window; sent < segments; sent += window) {
    ms += Math.max(0, segmentMs + rttMs - window * segmentMs);
    window *= 2;
  }
  return ms;
}
