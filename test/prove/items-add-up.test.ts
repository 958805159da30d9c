import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { shareBetween } from '../../src/base/figures/ratios.ts';
import { type Sum, sumsThatDoNotAddUp } from '../support/proofs/judges.ts';
import { clientBench } from '../support/real/client-bench.ts';

// The items of every cell, from 10 to 10 000 Books, plain and compressed, make up 97 to 103 % of its total,
// in Chromium and in Firefox, with nothing capped, wherever the interval of the sum is narrow enough to tell.
// Where the clock or few exchanges allow no such statement, the interval has to say so, and what it leaves
// out is no chance; of half of the cells it has to be narrow. Prints every figure.

const bench = clientBench();
after(() => bench.remove());

/** Of a browser's study; shorter ones say less. */
const BUDGET = process.env.WIREFARE_PROVE_BUDGET ?? '5m';

for (const browser of ['chromium', 'firefox']) {
  test(`in ${browser} the items add up to 97 to 103 % from 10 to 10 000 Books`, async (t) => {
    const { summary } = await bench.measured(
      browser,
      `factors:
  n: [10, 100, 1000, 10000]
  format: [json, protobuf]
  compression: [none, gzip-6, br-5]
  browser: ${browser}
compare: []
protocol: {budget: ${BUDGET}, timeout: 30s}
`,
    );
    const cells = summary.cells.filter(({ status }) => status === 'measured');
    assert.ok(cells.length >= 24, `${cells.length} cells were measured`);
    const sums: Sum[] = [];
    for (const { id, accountedShare, accountedInterval, phases, intervals, exchanges, totalMs } of cells) {
      sums.push({ id, share: accountedShare!, interval: accountedInterval! });
      const sum = shareBetween(accountedShare!, accountedInterval);
      const told =
        intervals?.decompress === undefined
          ? ''
          : `, decompress ${phases.decompress?.toFixed(3) ?? '?'} [${intervals.decompress.map((ms) => ms.toFixed(3)).join(', ')}]`;
      t.diagnostic(`${id}: ${sum} of ${totalMs!.mean.toFixed(2)} ms, ${exchanges} exchanges${told}`);
    }
    assert.deepEqual(sumsThatDoNotAddUp(sums), []);
  });
}
