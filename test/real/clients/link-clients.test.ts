import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { labBench } from '../../support/real/lab-process.ts';
import { linkRun } from '../../support/real/link-run.ts';

// Whole runs over the link, as a user starts them, in the clients beside Chromium: that they work there, not
// how long it takes.

const bench = labBench();
after(() => bench.remove());

test('firefox, webkit and node work inside, over TLS too, on a page that keeps its fine clock', async () => {
  const factors =
    'n: 10, format: json, network: 10mbit, protocol: [http1, h2], browser: [firefox, webkit, node]';
  const { run, summary } = await linkRun(bench, {
    name: 'clients',
    factors,
    protocol: 'exchangesPerVisit: 1, budget: 15s, timeout: 10s',
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
