import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { requestCell } from '../../../test/support/cells/made-cells.ts';
import { accuracy } from '../../../test/support/model/accuracy.ts';
import { accuracyTable } from '../../../test/support/model/accuracy-table.ts';
import { shippedCells } from '../../../test/support/model/shipped-cells.ts';
import { SHIPPED_HANDLING } from '../../advise/predict.ts';
import { NO_NETWORK } from '../../factors/network.ts';
import { NETWORKS } from '../../network/profiles.ts';
import { mean, quantileOfSorted, sorted } from '../../stats/samples/quantile.ts';
import { allSessions } from '../draws.ts';
import { predict } from '../predict.ts';
import { fitTerms, meanTimes, termKey } from '../terms.ts';
import { heldOutResiduals } from './held-out.ts';
import { SHIPPED_MISSES } from './shipped-misses.ts';

const cells = shippedCells();
const published = accuracy(cells, NETWORKS);
const { classes, regret } = published;
const named = Object.fromEntries(classes.map((each) => [each.name, each]));

test('the guide publishes what the shipped record gives', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/guide/prediction.md'), 'utf8');
  const table = accuracyTable(published);
  assert.ok(guide.includes(table), `docs/guide/prediction.md lacks\n${table}`);
});

test('new networks are missed by less than 5 %, one in twenty by less than 15 %, and intervals hold', () => {
  const { median, p95, coverage } = named['new network']!;
  assert.ok(median < 0.05 && p95 < 0.15 && coverage >= 0.9, `${median} ${p95} ${coverage}`);
});

test('left out cells are missed by hardly more than what sessions differ by', () => {
  const floor = named.measured!.median;
  for (const name of ['inside n', 'new combination'] as const) {
    const { median, coverage } = named[name]!;
    assert.ok(median < floor + 0.03, `${name}: ${median} beside ${floor}`);
    assert.ok(coverage >= 0.9, `${name}: ${coverage}`);
  }
});

test('both naive predictors are worse in every class, and following the model costs next to nothing', () => {
  for (const { name, median, nearestMedian, rateMedian } of classes) {
    if (name === 'measured') continue;
    assert.ok(median < nearestMedian!, name);
    assert.ok(rateMedian === null || median < rateMedian, name);
  }
  assert.ok(regret.choices > 0 && regret.mean <= 0.02 && regret.p95 <= 0.1);
});

test('what stands in for records with few cells is what the shipped record missed', () => {
  const residuals = heldOutResiduals(cells, NETWORKS);
  for (const kind of ['inside', 'combination', 'network'] as const) {
    const missed = quantileOfSorted(sorted(residuals[kind].map(Math.abs)), 0.95);
    const shipped = SHIPPED_MISSES[kind];
    assert.ok(shipped >= missed && shipped < 1.3 * missed, `${kind}: ${shipped} for ${missed}`);
  }
});

test('what stands in beyond the most objects is what was missed at three times as many', () => {
  const local = cells.filter(({ factors }) => factors.network === NO_NETWORK);
  const draw = allSessions(local);
  const logs = [1_000, 3_000].flatMap((far) => {
    const terms = fitTerms(
      local.filter(({ factors }) => factors.n < far),
      draw,
      NETWORKS,
    );
    return local
      .filter(({ factors }) => factors.n === far)
      .flatMap((cell) => {
        const { factors, bytes } = cell;
        const predicted = predict(terms, { factors, bytes, networkMs: null, reuse: 1 });
        const { totalMs } = meanTimes(cell, draw)!;
        return 'unknown' in predicted ? [] : [Math.log(predicted.totalMs / totalMs)];
      });
  });
  const missed = quantileOfSorted(sorted(logs.map(Math.abs)), 0.95);
  assert.ok(logs.length > 30, `${logs.length}`);
  assert.ok(SHIPPED_MISSES.outside >= missed && SHIPPED_MISSES.outside < 1.3 * missed, `${missed}`);
});

test('what stands in for handling is what the shipped record took', () => {
  const terms = fitTerms(cells, allSessions(cells), NETWORKS);
  const { points } = terms.get(termKey('handling-any', requestCell({ n: 10 })))!;
  const logs = points.map(({ x, y }) =>
    Math.log((SHIPPED_HANDLING.requestMs + SHIPPED_HANDLING.msPerByte * x) / y),
  );
  assert.ok(points.length > 30 && Math.abs(mean(logs)) < 0.03, `${mean(logs)}`);
  assert.ok(quantileOfSorted(sorted(logs.map(Math.abs)), 0.5) < 0.1);
});
