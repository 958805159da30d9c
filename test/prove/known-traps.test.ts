// A trap that servers fall into, found for their users: by a real browser, in the report of a run.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { clientBench } from '../support/real/client-bench.ts';
import { TWO_WRITES } from '../support/targets/two-writes.ts';

const bench = clientBench();
after(() => bench.remove());

const STUDY = `factors:
  dataset: book
  n: 10
  format: json
  browser: chromium
protocol: { sessions: 1, budget: 10s }
`;

test('head and body in two small writes with Nagle’s algorithm on: told with cause and cure', async () => {
  const { summary } = await bench.measured('two-writes', STUDY, TWO_WRITES);
  const [said, ...more] = summary.warnings.filter(({ kind }) => kind === 'late-body');
  assert.deepEqual(more, []);
  assert.match(said!.what, /^small answers of node stand still for about [45]\d\S* ms over loopback/);
  assert.match(said!.advice, /TCP_NODELAY/);
});

test('of a server without that nothing is told', async () => {
  const { summary } = await bench.measured('one-write', STUDY, {});
  assert.deepEqual(
    summary.warnings.filter(({ kind }) => kind === 'late-body'),
    [],
  );
});
