import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { clientBench } from '../../support/real/client-bench.ts';

// What a worker of a browser does and cannot do, without figures: threads.test.ts holds the items to a whole.

const bench = clientBench();
after(() => bench.remove());

test('a call is encoded in the worker, and what needs the DOM is left out there with the reason', async () => {
  const { run, summary } = await bench.measured(
    'workers',
    `factors: {thread: [main, worker], browser: chromium}
parts:
  - {name: calls, title: C, factors: {n: 50, format: protobuf/protobuf-es, procedure: call}}
  - {name: dom, title: D, factors: {n: 10, format: xml/domparser}}
protocol: {sessions: 1, budget: 6s, warmup: 0}
`,
  );
  const measured = (name: string) =>
    summary.cells.filter(
      ({ part, status, twinOf }) => part === name && status === 'measured' && twinOf === null,
    );
  const calls = measured('calls');
  assert.deepEqual(calls.map(({ factors }) => factors.thread).toSorted(), ['main', 'worker']);
  for (const { id, phases, failures } of calls) {
    assert.equal(failures, 0, id);
    assert.ok(phases['client.encode']! > 0, id);
  }
  const { dropped } = run.sessions[0]!;
  assert.equal(dropped.length, 1);
  assert.match(dropped[0]!.reason, /^xml\/domparser needs the DOM, and a worker has none: take xml\/saxes$/);
  assert.deepEqual(
    measured('dom').map(({ factors }) => factors.thread),
    ['main'],
  );
});
