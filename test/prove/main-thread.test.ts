import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { timeOf } from '../../src/items/metrics.ts';
import { clientBench } from '../support/real/client-bench.ts';

// What the items of a bill say that the main thread is kept busy with, held to a heartbeat there. One stall
// of a shared machine is as long as what a worker leaves to the main thread, so it takes some sessions.

const bench = clientBench();
after(() => bench.remove());

/**
 * The heartbeat also sees a body read in and garbage collected, which is stamped nowhere; it is the least of
 * some exchanges, and the stamps are a mean.
 */
const LEAST_SHARE = 0.35;
const MOST_SHARE = 1.6;

test('what Chromium’s main thread is kept busy with, as stamped, is what a heartbeat there misses', async () => {
  const { summary, probes } = await bench.measured(
    'heartbeat',
    `factors: {n: 10000, format: xml/saxes, thread: [main, worker], browser: chromium}
protocol: {sessions: 4, budget: 50s, warmup: 8, timeout: 30s}
`,
  );
  const measured = summary.cells.filter(({ status, twinOf }) => status === 'measured' && twinOf === null);
  const busy = measured.map((cell) => {
    const stampedMs = timeOf('main-thread', cell.phases, cell.totalMs!.mean);
    const ofCell = probes.filter((probe) => probe.cell === cell.id);
    const missedMs = Math.min(...ofCell.map(({ mainBusyMs }) => mainBusyMs!));
    const share = stampedMs / missedMs;
    assert.ok(share > LEAST_SHARE && share < MOST_SHARE, `${cell.id}: ${stampedMs} of ${missedMs} ms`);
    return { thread: String(cell.factors.thread), stampedMs, missedMs };
  });
  const [main, worker] = ['main', 'worker'].map((name) => busy.find(({ thread }) => thread === name)!);
  assert.ok(main!.stampedMs > 3 * worker!.stampedMs, 'a worker spares the main thread the decoding');
  assert.ok(main!.missedMs > 2 * worker!.missedMs, 'and the heartbeat sees it');
});
