import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeAudit, LATENESS_MS_P99_MOST, STALL_MS_MOST } from './audit.ts';
import type { LinkAudit } from './link-facts.ts';

const inTime: LinkAudit = {
  packets: 120,
  packetsLost: 3,
  packetsDropped: 40,
  latenessMsMedian: 0.01,
  latenessMsP99: LATENESS_MS_P99_MOST,
  latenessMsMax: 7,
  stallMsMax: STALL_MS_MOST,
  incomplete: false,
};

test('a block counts up to the bounds, whatever its single worst packet, its losses and its full queue', () => {
  assert.equal(judgeAudit(inTime), null);
});

test('a block with late packets is void for that', () => {
  const verdict = judgeAudit({ ...inTime, latenessMsP99: 0.21 });
  assert.equal(verdict?.cause, 'late');
});

test('a machine that stood still voids a block also where no packet was late', () => {
  const verdict = judgeAudit({ ...inTime, packets: 0, latenessMsP99: 0, stallMsMax: 20.1 });
  assert.equal(verdict?.cause, 'stalled');
});

test('a standstill is told as such though packets were late for it', () => {
  assert.equal(judgeAudit({ ...inTime, latenessMsP99: 300, stallMsMax: 300 })?.cause, 'stalled');
});

test('a block of which the link no longer knows must not count', () => {
  assert.equal(judgeAudit({ ...inTime, incomplete: true })?.cause, 'unknown');
});
