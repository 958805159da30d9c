import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { findBuilder } from '../../../src/drive/targets/target-build.ts';
import { labBench } from '../../support/real/lab-process.ts';
import { linkRun } from '../../support/real/link-run.ts';

// Whole runs over the link, as a user starts them, in the clients beside Chromium and over HTTP/3: that they
// work there, not how long it takes.

const bench = labBench();
after(() => bench.remove());

test('firefox, webkit and node work inside, over TLS too, on a page that keeps its fine clock', async () => {
  const factors =
    'n: 10, format: json, network: 10mbit, protocol: [http1, h2], browser: [firefox, webkit, node]';
  const { run, summary } = await linkRun(bench, {
    name: 'clients',
    factors,
    protocol: 'exchangesPerVisit: 1, budget: 16s, timeout: 10s',
  });
  const failed = summary.cells.filter(({ status }) => status !== 'measured');
  assert.deepEqual(
    failed.map(({ id, reason }) => `${id}: ${reason}`),
    [],
  );
  for (const { agent, status, reason } of run.sessions) {
    assert.equal(status, 'complete', reason);
    assert.equal(agent!.crossOriginIsolated, true, agent!.engine);
    assert.ok(agent!.clockStepUs <= 20, `${agent!.engine}: ${agent!.clockStepUs} µs`);
  }
  assert.deepEqual(run.link?.tcp?.server, {
    congestionControl: 'cubic',
    initialWindow: 10,
    noMetricsSave: true,
    slowStartAfterIdle: false,
  });
});

const noGo = await findBuilder('go', process.env).then(
  () => false as const,
  (missing: Error) => missing.message,
);

const ROUND_TRIP_MS = 40;
const JITTER_MS = 4;
/** Each way is shorter by the whole jitter at the most. */
const LEAST_ROUND_TRIP_MS = ROUND_TRIP_MS - 2 * JITTER_MS;
const LOSSY = `{name: lossy, down: 20mbit, up: 20mbit, rtt: ${ROUND_TRIP_MS}ms, jitter: ${JITTER_MS}ms, loss: 1%}`;

test('HTTP/3 goes over a network that loses packets and delays them unevenly, over open and over new connections', {
  skip: noGo,
}, async () => {
  const { summary, samples } = await linkRun(bench, {
    name: 'lossy',
    factors: `n: 100, format: json, target: go, browser: [chromium, firefox], protocol: h3, connection: [warm, cold], network: ${LOSSY}`,
    protocol: 'exchangesPerVisit: 1, budget: 12s, timeout: 10s',
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
