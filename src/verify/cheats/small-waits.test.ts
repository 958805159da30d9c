// A server that keeps its clients waiting for acknowledgements, and one that does not.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Cheat, startCheating } from '../../../test/support/targets/cheating-target.ts';
import { TWO_WRITES } from '../../../test/support/targets/two-writes.ts';
import { seededRandom } from '../../base/random.ts';
import { smallWaits } from '../checks/exchanges/small-waits.ts';
import { sayReport } from '../report.ts';
import { verifyTarget } from '../verify.ts';

const clock = { nowMs: () => performance.now(), date: () => new Date() };

async function verified(cheat: Cheat) {
  const server = await startCheating(cheat, clock);
  try {
    const options = { mode: 'fast', clock, random: seededRandom(1), dataDir: null } as const;
    return await verifyTarget(server.url, { ...options, checks: [smallWaits] });
  } finally {
    await server.close();
  }
}

test('head and body in two small writes with Nagle’s algorithm on are told, with cause and cure', async () => {
  const report = await verified(TWO_WRITES);
  const { status, findings } = report.checks.at(-1)!;
  assert.equal(status, 'warned');
  assert.match(findings[0]!, /stood still for about [45]\d ms beside all work: .*Nagle.*TCP_NODELAY$/);
  assert.equal(report.passed, true, 'the contract is kept');
  assert.match(sayReport(report), /^warn {2}small-waits .*\n {6}\/exchange\?/m);
});

test('of a server that does not there is nothing to tell', async () => {
  const { status } = (await verified({})).checks.at(-1)!;
  assert.equal(status, 'passed');
});
