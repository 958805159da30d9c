import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { timeOf } from '../../src/items/metrics.ts';
import { clientBench, type Measured } from '../support/real/client-bench.ts';

// A worker ends with the same objects as the main thread (a cell that does not is left out), in every client,
// and what its items say of the main thread is held to a heartbeat there.

const bench = clientBench();
after(() => bench.remove());

const CLIENTS = ['chromium', 'firefox', 'webkit', 'node'] as const;
/** Engines that make the objects when the message is read, where it is stamped. */
const STAMPED = ['chromium'];

test('in every client a worker computes, opens connections and hands over, and its items add up', async () => {
  const { run, summary } = await bench.measured(
    'threads',
    `factors:
  n: 2000
  format: protobuf/protobuf-es
  compression: gzip-6
  thread: [main, worker]
  connection: [warm, cold]
  procedure: [e4, e5]
  computation: cm1
  browser: [${CLIENTS.join(', ')}]
protocol: {sessions: 1, budget: 28s, warmup: 4, timeout: 20s}
`,
  );
  const own = cellsOf(summary);
  assert.equal(
    own.length,
    CLIENTS.length * 2 * 2 * 2,
    JSON.stringify(run.sessions.map(({ dropped }) => dropped)),
  );
  for (const { id, factors, phases, failures, estimated } of own) {
    assert.equal(failures, 0, id);
    const there = String(factors.thread) === 'worker';
    const isStamped = STAMPED.includes(String(factors.browser));
    assert.equal((phases.handover ?? 0) + (phases.receive ?? 0) > 0, there, id);
    // Estimated it is a difference of two medians, taken out of handover: between nothing and all of that.
    if (isStamped || !there) assert.equal((phases.receive ?? 0) > 0, there, id);
    assert.equal((phases['client.compute'] ?? 0) > 0, String(factors.procedure) === 'e5', id);
    assert.equal((phases.connect ?? 0) > 0, String(factors.connection) === 'cold', id);
    if (isStamped || !there) assert.ok(!estimated.includes('receive'), id);
    else assert.equal(estimated.includes('receive'), (phases.receive ?? 0) > 0, id);
  }
  for (const browser of CLIENTS) {
    const shares = own
      .filter(({ factors }) => factors.browser === browser)
      .map(({ accountedShare }) => accountedShare!);
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
    assert.ok(mean > 0.9 && mean < 1.1, `${browser}: the items add up to ${shares.join(', ')}`);
  }
});

test('a call is encoded in the worker, and what needs the DOM is left out there with the reason', async () => {
  const calls = await bench.measured(
    'calls-in-workers',
    `factors: {n: 50, format: protobuf/protobuf-es, procedure: call, thread: [main, worker], browser: chromium}
protocol: {sessions: 1, budget: 6s, warmup: 0}
`,
  );
  for (const { id, phases, failures } of cellsOf(calls.summary)) {
    assert.equal(failures, 0, id);
    assert.ok(phases['client.encode']! > 0, id);
  }
  const { run, summary } = await bench.measured(
    'dom',
    `factors: {n: 10, format: xml/domparser, thread: [main, worker], browser: chromium}
protocol: {sessions: 1, budget: 6s, warmup: 0}
`,
  );
  const { dropped } = run.sessions[0]!;
  assert.equal(dropped.length, 1);
  assert.match(dropped[0]!.reason, /^xml\/domparser needs the DOM, and a worker has none: take xml\/saxes$/);
  assert.deepEqual(
    cellsOf(summary).map(({ factors }) => factors.thread),
    ['main'],
  );
});

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
protocol: {sessions: 2, budget: 14s, warmup: 8, timeout: 30s}
`,
  );
  const busy = cellsOf(summary).map((cell) => {
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

function cellsOf({ cells }: Measured['summary']) {
  return cells.filter(({ status, twinOf }) => status === 'measured' && twinOf === null);
}
