import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { shareBetween } from '../../src/base/figures/ratios.ts';
import { clientBench } from '../support/real/client-bench.ts';

// The items of every cell, from 10 to 10 000 Books, plain and compressed, make up 97 to 103 % of its total,
// in Chromium and in Firefox, with nothing capped. Where the clock or few exchanges allow no such statement,
// the interval of the sum has to say so; what it leaves out is no chance. Prints every figure.

const bench = clientBench();
after(() => bench.remove());

const [LEAST, MOST] = [0.97, 1.03];
/** Of a study that says something: half of its cells have intervals no wider than this on either side. */
const TELLING = 0.05;
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
    const reaches: number[] = [];
    const off: string[] = [];
    for (const { id, accountedShare, accountedInterval, phases, intervals, exchanges, totalMs } of cells) {
      const [low, high] = accountedInterval!;
      reaches.push((high - low) / 2);
      const sum = shareBetween(accountedShare!, accountedInterval);
      const told =
        intervals?.decompress === undefined
          ? ''
          : `, decompress ${phases.decompress?.toFixed(3) ?? '?'} [${intervals.decompress.map((ms) => ms.toFixed(3)).join(', ')}]`;
      t.diagnostic(`${id}: ${sum} of ${totalMs!.mean.toFixed(2)} ms, ${exchanges} exchanges${told}`);
      if (low > MOST || high < LEAST) off.push(`${id}: ${sum}`);
    }
    const inside = cells.filter(({ accountedShare: share }) => share! >= LEAST && share! <= MOST).length;
    t.diagnostic(`${inside} of ${cells.length} cells within 97 to 103 %, ${off.length} surely not`);
    assert.deepEqual(off, []);
    const middle = reaches.sort((a, b) => a - b)[Math.floor(reaches.length / 2)]!;
    assert.ok(middle <= TELLING, `half of the intervals are wider than ±${(middle * 100).toFixed(1)} %`);
  });
}
