// HTTP/3 over an emulated network, in the browsers that speak it: that it works there, and that nothing comes
// sooner than the network lets it.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { findBuilder } from '../../src/drive/targets/target-build.ts';
import { labBench } from '../support/real/lab-process.ts';
import { linkRun } from '../support/real/link-run.ts';

const skip = await findBuilder('go', process.env).then(
  () => false as const,
  (missing: Error) => missing.message,
);

const bench = labBench();
after(() => bench.remove());

const ROUND_TRIP_MS = 40;
const JITTER_MS = 4;
/** Each way is shorter by the whole jitter at the most. */
const LEAST_ROUND_TRIP_MS = ROUND_TRIP_MS - 2 * JITTER_MS;
const LOSSY = `{name: lossy, down: 20mbit, up: 20mbit, rtt: ${ROUND_TRIP_MS}ms, jitter: ${JITTER_MS}ms, loss: 1%}`;

test('HTTP/3 goes over a network that loses packets and delays them unevenly, over open and over new connections', {
  skip,
}, async () => {
  const { summary, samples } = await linkRun(bench, {
    name: 'lossy',
    factors: `n: 100, format: json, target: go, browser: [chromium, firefox], protocol: h3, connection: [warm, cold], network: ${LOSSY}`,
    protocol: 'exchangesPerVisit: 1, budget: 30s, timeout: 10s',
  });
  const cells = summary.cells.filter(({ twinOf }) => twinOf === null);
  assert.equal(cells.length, 4);
  for (const { id, status, reason, failures, factors } of cells) {
    // An exchange that was not spoken by HTTP/3 would be a failed one.
    assert.deepEqual({ status, reason, failures }, { status: 'measured', reason: '', failures: 0 }, id);
    const own = samples.filter(({ cell, outcome }) => cell === id && outcome === 'completed');
    for (const { connectMs, tlsMs = 0, waitMs } of own) {
      assert.ok(waitMs > LEAST_ROUND_TRIP_MS, `${id}: answered after ${waitMs} ms`);
      const openedMs = connectMs + tlsMs;
      if (factors.connection === 'cold') assert.ok(openedMs > LEAST_ROUND_TRIP_MS, `${id}: ${openedMs} ms`);
    }
  }
});
