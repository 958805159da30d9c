// The best of groups of a synthetic record, whose truths are known.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { recordedCell } from '../../factors/recorded-cell.ts';
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

/**
 * Fifteen sessions in which a cell takes so many times as long as the fastest of its group, and is dropped
 * after the first four; in those that follow everything is slower.
 */
function raced(timesAsLong: number, margin: number) {
  const { run, rows, probes, truthMs } = syntheticRecord({
    sessions: 15,
    blocks: 24,
    sessionSd: 0.02,
    blockSd: 0.02,
  });
  const plain = run.plan.cells.filter(
    ({ factors, twinOf }) =>
      twinOf === null && factors.n === 1_000 && recordedCell(factors).compression === 'none',
  );
  const [fastest, dropped] = ['json', 'protobuf'].map(
    (format) => plain.find(({ factors }) => factors.format === format)!.id,
  ) as [string, string];
  const others = run.plan.cells.filter(({ factors }) => factors.n === 1_000).map(({ id }) => id);
  const wantedMs = new Map<string, number>([
    ...others.map((id) => [id, 30] as const),
    ...[fastest, `${fastest} (twin)`].map((id) => [id, 10] as const),
    [dropped, 10 * timesAsLong],
  ]);
  const level = (cell: string) => (wantedMs.get(cell) ?? 1) / (wantedMs.has(cell) ? truthMs.get(cell)! : 1);
  const seen = makeSampleTable(
    Array.from({ length: rows.length }, (_, at) => rowAt(rows, at))
      .filter(({ cell, session }) => cell !== dropped || session < 4)
      .map((row) => ({ ...row, totalMs: row.totalMs * level(row.cell) * (row.session < 4 ? 1 : 1.15) })),
  );
  const protocol = { ...run.study.protocol, margin };
  const study = { ...run.study, protocol, indicators: ['total'] as const };
  const { best: groups } = summarise({ ...run, study, looks: [4, 6, 8, 11, 15] }, seen, probes);
  const [total] = groups!.find(({ cells }) => cells.includes(fastest))!.indicators;
  return { fastest, dropped, best: total!.best };
}

test('what a look showed to be worse, and a race dropped, does not tie in the end', () => {
  const { fastest, best: told } = raced(1.5, 0.02);
  assert.deepEqual(told, [fastest]);
});

test('a cell that was in the fast sessions alone is not the best by that: it ties', () => {
  const { fastest, dropped, best: told } = raced(1.1, 0.5);
  assert.deepEqual(told, [fastest, dropped]);
});
