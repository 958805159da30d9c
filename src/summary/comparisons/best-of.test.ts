// The best of groups of a synthetic record, whose truths are known.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { makeSampleTable, rowAt } from '../../record/sample-table.ts';
import { summarise } from '../summarise.ts';

function best(sessions: number, margin: number) {
  const { run, rows, probes, truthMs } = syntheticRecord({ sessions, blocks: 12 });
  const protocol = { ...run.study.protocol, margin };
  const study = { ...run.study, protocol, indicators: ['size', 'total', 'request.size'] as const };
  return { groups: summarise({ ...run, study }, rows, probes).best!, truthMs };
}

test('the best is the one that is, and what takes twice as long does not tie with it', () => {
  const { groups, truthMs } = best(20, 0.02);
  let far = 0;
  for (const { cells, indicators } of groups) {
    const total = indicators.find(({ metric }) => metric === 'total')!;
    const leastMs = Math.min(...cells.map((id) => truthMs.get(id)!));
    assert.ok(truthMs.get(total.best[0]!)! < 1.1 * leastMs, total.best.join());
    for (const id of cells.filter((one) => truthMs.get(one)! > 2 * leastMs)) {
      far++;
      assert.ok(!total.best.includes(id), id);
    }
  }
  assert.ok(far > 0);
});

test('the margin is the user’s alone: without its twins a run has the same ties', () => {
  const { run, rows, probes } = syntheticRecord({ sessions: 3, blocks: 4 });
  const study = { ...run.study, indicators: ['total'] as const };
  const made = summarise({ ...run, study }, rows, probes);
  const silent = { ...run.plan, cells: run.plan.cells.filter(({ twinOf }) => twinOf === null) };
  const deaf = summarise({ ...run, study, plan: silent }, rows, probes);
  assert.ok(made.twin!.noiseFloor > 0.05);
  assert.deepEqual(made.best, deaf.best);
});

test('within a margin wider than all differences everything ties, the best first', () => {
  for (const { cells, indicators } of best(6, 1_000).groups) {
    const total = indicators.find(({ metric }) => metric === 'total')!;
    assert.deepEqual(total.best.toSorted(), cells.toSorted());
  }
});

test('beside a twin that differs from its cell nobody is told worse by a time; bytes are counted all the same', () => {
  const { run, rows, probes } = syntheticRecord({ sessions: 8, blocks: 12 });
  const { id } = run.plan.cells.find(({ twinOf }) => twinOf !== null)!;
  const study = { ...run.study, indicators: ['size', 'total'] as const };
  const all = Array.from({ length: rows.length }, (_, at) => rowAt(rows, at));
  const slow = makeSampleTable(
    all.map((row) => (row.cell === id ? { ...row, totalMs: 1.3 * row.totalMs } : row)),
  );
  const { best: groups, twinAlarms } = summarise({ ...run, study }, slow, probes);
  assert.ok(twinAlarms.length > 0);
  for (const { cells, indicators } of groups!.filter((group) =>
    group.cells.every((cell) => twinAlarms.some((alarm) => alarm.cells.includes(cell))),
  )) {
    assert.ok(indicators[0]!.best.length < cells.length);
    assert.equal(indicators[1]!.best.length, cells.length);
  }
});

test('a run of one session tells the best by its blocks', () => {
  const { groups } = best(1, 0.02);
  assert.ok(groups.some(({ cells, indicators }) => indicators[1]!.best.length < cells.length));
});

test('nothing is the best by a figure that no cell has', () => {
  for (const { indicators } of best(2, 0.02).groups) assert.deepEqual(indicators[2]!.best, []);
});
