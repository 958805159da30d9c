import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeAudit, latenessMsMost, latenessShare, STALL_MS_MOST } from './audit.ts';
import type { LinkAudit } from './link-facts.ts';

const lan = { rttMs: 0.2 };

/** Exchanges so short that no lateness is little beside them. */
const SHORT_MS = 1;

const inTime: LinkAudit = {
  packets: 120,
  packetsLost: 3,
  packetsDropped: 40,
  latenessMsMean: 0.01,
  latenessMsMedian: 0.01,
  latenessMsP99: 0.2,
  latenessMsMax: 7,
  stallMsMax: STALL_MS_MOST,
  incomplete: false,
};

test('a block counts up to the bounds, whatever its single worst packet, its losses and its full queue', () => {
  assert.equal(judgeAudit(inTime, lan, SHORT_MS), null);
});

test('a block with late packets is void for that', () => {
  const verdict = judgeAudit({ ...inTime, latenessMsP99: 0.21 }, lan, SHORT_MS);
  assert.equal(verdict?.cause, 'late');
});

test('a machine that stood still voids a block also where no packet was late', () => {
  const verdict = judgeAudit({ ...inTime, packets: 0, latenessMsP99: 0, stallMsMax: 20.1 }, lan, SHORT_MS);
  assert.equal(verdict?.cause, 'stalled');
});

test('a standstill is told as such though packets were late for it', () => {
  assert.equal(
    judgeAudit({ ...inTime, latenessMsP99: 300, stallMsMax: 300 }, lan, SHORT_MS)?.cause,
    'stalled',
  );
});

test('a block of which the link no longer knows must not count', () => {
  assert.equal(judgeAudit({ ...inTime, incomplete: true }, lan, SHORT_MS)?.cause, 'unknown');
});

test('what is late is measured by the round trip where that is long: a five-hundredth, and 0.2 ms up to 100 ms', () => {
  for (const [rttMs, mostMs] of [
    [0, 0.2],
    [100, 0.2],
    [300, 0.6],
    [800, 1.6],
  ] as const) {
    assert.ok(Math.abs(latenessMsMost({ rttMs }) - mostMs) < 1e-9, `${rttMs} ms`);
  }
  assert.equal(judgeAudit({ ...inTime, latenessMsP99: 0.59 }, { rttMs: 300 }, SHORT_MS), null);
  assert.equal(judgeAudit({ ...inTime, latenessMsP99: 0.61 }, { rttMs: 300 }, SHORT_MS)?.cause, 'late');
});

test('late packets void a block only where they may have moved its shortest exchanges by more than 1 %', () => {
  const late = { ...inTime, latenessMsMean: 0.05, latenessMsP99: 1.5 };
  assert.equal(judgeAudit(late, lan, 300), null);
  assert.equal(judgeAudit(late, lan, 5)?.cause, 'late');
});

test('an exchange is late by two packets for each of its round trips, of which slow start has eight at most', () => {
  const mean = { latenessMsMean: 0.1 };
  assert.equal(latenessShare(mean, { rttMs: 50 }, 100), (2 * 3 * 0.1) / 100);
  assert.equal(latenessShare(mean, { rttMs: 0.2 }, 100), (2 * 9 * 0.1) / 100);
  assert.equal(latenessShare(mean, { rttMs: 0 }, 100), (2 * 9 * 0.1) / 100);
});
