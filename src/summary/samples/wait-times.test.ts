// Synthetic records with a front before every server and without one: it changes nothing of what is told of
// the servers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { makeSampleTable, rowAt } from '../../record/sample-table.ts';
import { judgeGate } from '../gate/judged-rules.ts';
import { metricCost } from '../index/weighted-index.ts';
import { compareRecords, type RecordGiven } from '../records/compare-records.ts';
import { summarise } from '../summarise.ts';

/** Every exchange takes longer by `frontMs`, as its front says. */
function record(frontMs: number): RecordGiven {
  const { run, rows, probes } = syntheticRecord({ kind: 'targets', sessions: 6, blocks: 12 });
  const cells = new Set(run.plan.cells.map(({ id }) => id));
  const samples = makeSampleTable(
    Array.from({ length: rows.length }, (_, at) => {
      const row = rowAt(rows, at);
      if (!cells.has(row.cell)) return row;
      return { ...row, totalMs: row.totalMs + frontMs, waitMs: row.waitMs + frontMs, frontMs };
    }),
  );
  return { name: `${frontMs} ms`, run, samples, probes, summary: summarise(run, samples, probes) };
}

// So much longer than small exchanges that it hides in totals what they differ by.
const [plain, fronted] = [record(0), record(5)];

function assertNear(figure: number, truth: number, what: string) {
  assert.ok(Math.abs(figure - truth) <= 1e-9 * Math.max(1, Math.abs(truth)), `${what}: ${figure}, ${truth}`);
}

test('a cell’s wait, and whatever weighs its whole time, leave the front out of each exchange', () => {
  for (const [i, cell] of fronted.summary.cells.entries()) {
    const same = plain.summary.cells[i]!;
    assert.equal(same.waitMs, undefined, 'no front stands there');
    assertNear(cell.waitMs!, same.totalMs!.median, cell.id);
    assert.ok(cell.totalMs!.median > cell.waitMs! + 4.9, 'totals and bills keep it');
    for (const metric of ['total', 'download'] as const)
      assertNear(metricCost(cell, metric), metricCost(same, metric), `${metric} of ${cell.id}`);
  }
});

test('comparisons are of waits, with their intervals and verdicts, and so agree with them', () => {
  const [all, others] = [plain, fronted].map(({ summary }) => summary.comparisons);
  assert.ok(all!.some(({ verdict }) => verdict === 'slower'));
  assert.equal(others!.length, all!.length);
  for (const [i, { a, b, verdict, ratio, interval, differenceMs }] of others!.entries()) {
    const same = all![i]!;
    assert.deepEqual([a, b, verdict], [same.a, same.b, same.verdict]);
    assertNear(ratio, same.ratio, a);
    for (const end of [0, 1] as const) assertNear(interval[end], same.interval[end], a);
    assertNear(differenceMs!.value, same.differenceMs!.value, a);
  }
});

test('a gate’s rules about the whole time are of waits', () => {
  const checksOf = (one: RecordGiven, base: RecordGiven | null) => {
    const idsOf = (target: string) =>
      one.run.plan.cells.filter(({ twinOf, factors }) => twinOf === null && factors.target === target);
    const heads = idsOf('slow');
    const pairs = idsOf('base').map(({ id }, i) => ({ base: id, head: heads[i]!.id }));
    const limit = { kind: 'grows', share: 0.05 } as const;
    const rule = { says: 'r', item: 'total', limit, level: 'fail', where: {}, line: null } as const;
    return judgeGate(one, [{ rule, pairs }], base).rules[0]!.checks;
  };
  for (const isApart of [false, true]) {
    const same = checksOf(plain, isApart ? plain : null);
    assert.ok(same.length > 1);
    for (const [i, { verdict, figure }] of checksOf(fronted, isApart ? fronted : null).entries()) {
      assert.equal(verdict, same[i]!.verdict);
      assertNear(figure!, same[i]!.figure!, same[i]!.head);
    }
  }
});

test('records are held against one another by waits: another front makes no server slower', () => {
  const { cells } = compareRecords([fronted, record(1)]).against[0]!;
  for (const { id, total } of cells) {
    assertNear(total.ratio!, 1, id);
    assertNear(total.firstMs!, total.otherMs!, id);
  }
});
