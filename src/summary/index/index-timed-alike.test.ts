// An index weighs what a cell takes over what its baseline takes: both are timed in one way, although one is
// too short for the clock and the other is not.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortWorkRecord } from '../../../test/support/records/short-work.ts';
import { recordedCell } from '../../factors/recorded-cell.ts';
import { mean } from '../../stats/samples/quantile.ts';
import { INDEX } from '../../study/study-index.ts';
import { runTimes } from '../samples/cell-times.ts';
import { countedSamples } from '../samples/counted-samples.ts';
import { metricTimes } from '../samples/metric-times.ts';
import { weightedIndex } from './weighted-index.ts';
import { parseWeights } from './weights.ts';

const { run, samples, probes, summary } = shortWorkRecord({});
const index = weightedIndex(run, samples, probes, summary, parseWeights('decode=100'), null);
const idOf = (format: string) =>
  run.plan.cells.find(({ factors, twinOf }) => {
    const { n, format: own, compression } = recordedCell(factors);
    return twinOf === null && n === 10 && own === format && compression === 'none';
  })!.id;
const [json, xml] = [idOf('json'), idOf('xml')];

test('the index of what the clock tells is not five times too high over a baseline that it does not', () => {
  const batched = [json, xml].map((id) => summary.cells.find((cell) => cell.id === id)!.batched);
  assert.deepEqual(batched, [['decode'], []]);
  const { baseline, rows } = index.groups.find((group) => group.rows.some(({ cell }) => cell === xml))!;
  assert.equal(baseline, json);
  // 94 µs over 19.
  const row = rows.find(({ cell }) => cell === xml)!;
  assert.ok(row.index > 4.5 && row.index < 5.5, `${row.index}`);
});

test('the index that claims are judged by is that of the table', () => {
  const times = runTimes(run, countedSamples(run, samples));
  const logs = [...metricTimes(run, times, probes, index)([INDEX]).cells.get(xml)!.logMedians.values()];
  const row = index.groups.flatMap(({ rows }) => rows).find(({ cell }) => cell === xml)!;
  assert.ok(Math.abs(Math.exp(mean(logs)) / row.index - 1) < 1e-9, `${logs}`);
});
