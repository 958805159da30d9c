import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { clientBench, type Measured } from '../../support/real/client-bench.ts';

// A worker ends with the same objects as the main thread (a cell that does not is left out), in every client.
// test/prove/main-thread.test.ts holds what its items say of the main thread to a heartbeat there;
// workers.test.ts has what holds no figures.

const bench = clientBench();
after(() => bench.remove());

const CLIENTS = ['chromium', 'firefox', 'webkit', 'node'] as const;
/** Engines that make the objects when the message is read, where it is stamped. */
const STAMPED = ['chromium'];

test('in every client a worker computes, opens connections and hands over, and its items add up', async () => {
  const { run, summary } = await bench.measured(
    'threads',
    `factors:
  n: 1000
  format: protobuf/protobuf-es
  compression: gzip-6
  thread: [main, worker]
  connection: [warm, cold]
  procedure: [e4, e5]
  computation: cm1
  browser: [${CLIENTS.join(', ')}]
exclude:
  - {connection: warm, procedure: e4}
  - {connection: cold, procedure: e5}
protocol: {sessions: 1, budget: 22s, warmup: 4, timeout: 20s}
`,
  );
  const own = cellsOf(summary);
  assert.equal(
    own.length,
    CLIENTS.length * 2 * 2,
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
    const cells = own.filter(({ factors }) => factors.browser === browser);
    const told = cells.map(({ accountedShare, accountedInterval }) => {
      assert.ok(accountedInterval !== undefined, 'one block is not enough');
      return { share: accountedShare!, reach: (accountedInterval[1] - accountedInterval[0]) / 2 };
    });
    // Of few exchanges each cell's items miss by chance, and its interval says by how much. What the interval
    // of their mean leaves out no chance explains.
    const mean = told.reduce((sum, { share }) => sum + share, 0) / told.length;
    const reach = Math.hypot(...told.map((one) => one.reach)) / told.length;
    const said = told.map(({ share, reach }) => `${share.toFixed(3)} ± ${reach.toFixed(3)}`).join(', ');
    assert.ok(mean - reach < 1.1 && mean + reach > 0.9, `${browser}: the items add up to ${said}`);
    for (const { share, reach } of told)
      assert.ok(share - reach < 1.1 && share + reach > 0.9, `${browser}: the items add up to ${said}`);
  }
});

function cellsOf({ cells }: Measured['summary']) {
  return cells.filter(({ status, twinOf }) => status === 'measured' && twinOf === null);
}
