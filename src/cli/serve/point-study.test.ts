import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestCell } from '../../../test/support/cells/made-cells.ts';
import type { Interval } from '../../base/figures/ratios.ts';
import type { RequestCell } from '../../factors/cell.ts';
import type { Plan } from '../../plan/plan.ts';
import type { HostFacts } from '../../record/record.ts';
import type { Study } from '../../study/study.ts';
import { wayKey } from '../../summary/predicted/ways.ts';
import type { Summary } from '../../summary/summary.ts';
import { againstBest, type PointStudy, predictedBeside, sayOtherMachine } from './point-study.ts';

const FACTORS = requestCell();
/** As a cell of one session has it. */
const UNKNOWN: Interval = [0, Number.MAX_VALUE];

function rowOf(predicted: Interval, measured: Interval): readonly string[] {
  const totalMs = { median: 21, interval: measured };
  const summary = { cells: [{ id: 'json', factors: FACTORS, twinOf: null, totalMs }] } as unknown as Summary;
  const times: PointStudy['predicted'] = new Map([
    [wayKey(FACTORS), { totalMs: 20, networkMs: 1, interval: predicted }],
  ]);
  return predictedBeside(summary, { predicted: times }, null).rows[0]!;
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

test('what was not measured has a row with why, and what was not predicted has one too', () => {
  const skipped = { id: 'br', factors: FACTORS, twinOf: null, totalMs: null, reason: 'not offered' };
  const totalMs = { median: 21, interval: [20, 24] };
  const cells = [skipped, { ...skipped, id: 'json', totalMs }, { ...skipped, id: 'twin', twinOf: 'json' }];
  const { rows } = predictedBeside({ cells } as unknown as Summary, { predicted: new Map() }, null);
  assert.deepEqual(rows, [
    ['br', '–', '–', 'not measured: not offered'],
    ['json', '–', '21.0 [20.0, 24.0]', 'nothing was predicted'],
  ]);
});

test('a prediction of another machine stands there, and is not held against what this one measured', () => {
  const here = { cpu: 'this one', cores: 2, memoryBytes: 8e9 } as HostFacts;
  assert.equal(sayOtherMachine('one', { host: here }, here), null);
  const other = sayOtherMachine('one', { host: { ...here, cores: 4 } }, here)!;
  assert.match(other, /^one was measured on another machine \(cores 4, here 2\)/);
  const totalMs = { median: 21, interval: [20, 24] };
  const summary = { cells: [{ id: 'json', factors: FACTORS, twinOf: null, totalMs }] } as unknown as Summary;
  const predicted: PointStudy['predicted'] = new Map([
    [wayKey(FACTORS), { totalMs: 20, networkMs: 1, interval: [18, 22] }],
  ]);
  const { rows, notes } = predictedBeside(summary, { predicted }, other);
  assert.deepEqual(rows, [['json', '20.0 [18.0, 22.0]', '21.0 [20.0, 24.0]', 'not comparable']]);
  assert.ok(notes[0]!.startsWith(other), notes[0]);
});

test('ways are held against the best by prediction, of those that can be measured here', () => {
  const ranked = ['msgpack', 'xml', 'json'].map((format) => requestCell({ format, codec: format }));
  const best: Study['comparisons'] = [{ against: { format: ['msgpack'], codec: ['msgpack'] } }];
  const study = { parts: [{ cells: ranked }], comparisons: best } as unknown as Study;
  const against = (able: readonly RequestCell[]) => {
    const cells = ranked.map((factors) => ({ factors, skip: able.includes(factors) ? null : 'no encoder' }));
    return againstBest(study, { ranked }, { cells } as unknown as Plan).comparisons;
  };
  const [, xml, json] = ranked as [RequestCell, RequestCell, RequestCell];
  assert.equal(against(ranked), best);
  assert.deepEqual(against([json, xml]), [{ against: { format: ['xml'], codec: ['xml'] } }]);
  assert.deepEqual(against([json]), []);
});
