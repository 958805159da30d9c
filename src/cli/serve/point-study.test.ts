import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestCell } from '../../../test/support/cells/made-cells.ts';
import type { Interval } from '../../base/figures/ratios.ts';
import { wayKey } from '../../summary/predicted/ways.ts';
import type { Summary } from '../../summary/summary.ts';
import { type PointStudy, predictedBeside } from './point-study.ts';

const FACTORS = requestCell();
/** As a cell of one session has it. */
const UNKNOWN: Interval = [0, Number.MAX_VALUE];

function rowOf(predicted: Interval, measured: Interval): readonly string[] {
  const totalMs = { median: 21, interval: measured };
  const summary = { cells: [{ id: 'json', factors: FACTORS, twinOf: null, totalMs }] } as unknown as Summary;
  const times = new Map([[wayKey(FACTORS), { totalMs: 20, interval: predicted }]]);
  return predictedBeside(summary, { predicted: times } as unknown as PointStudy).rows[0]!;
}

test('what was predicted stands beside what came out, with whether their intervals meet', () => {
  assert.deepEqual(rowOf([18, 22], [20, 24]), ['json', '20.0 [18.0, 22.0]', '21.0 [20.0, 24.0]', 'yes']);
  assert.equal(rowOf([18, 19], [20, 24])[3], 'no');
  assert.equal(rowOf([25, 26], [20, 24])[3], 'no');
});

test('an interval that nobody knows is said to be unknown, and meets none', () => {
  assert.deepEqual(rowOf(UNKNOWN, [20, 24]), ['json', '20.0 [unknown]', '21.0 [20.0, 24.0]', 'unknown']);
  assert.deepEqual(rowOf([18, 22], UNKNOWN).slice(2), ['21.0 [unknown]', 'unknown']);
});
