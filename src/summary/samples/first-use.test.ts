import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import type { SampleRow } from '../../record/record.ts';
import { makeSampleTable, rowAt } from '../../record/sample-table.ts';
import { summarise } from '../summarise.ts';

const { run, rows, probes } = syntheticRecord({ blocks: 10 });
const everyRow = Array.from({ length: rows.length }, (_, row) => rowAt(rows, row));
const CELL = run.plan.cells[0]!.id;
const sample = everyRow.find(({ cell }) => cell === CELL)!;

function withFirstUses(totalsMs: readonly number[], changes: Partial<SampleRow> = {}) {
  const first = totalsMs.map((totalMs, session) => ({
    ...sample,
    ...changes,
    session,
    totalMs,
    warmup: true,
    firstUse: true as const,
  }));
  return summarise(run, makeSampleTable([...first, ...everyRow]), probes);
}

const firstUseOf = (summary: ReturnType<typeof withFirstUses>) =>
  summary.cells.find(({ id }) => id === CELL)!.firstUse;

test('first uses are a figure of their own, one of each session, and in no other figure', () => {
  const summary = withFirstUses([100, 200, 400]);
  const { medianMs, interval, sessions } = firstUseOf(summary)!;
  assert.ok(Math.abs(medianMs - 200) < 1e-9);
  assert.equal(sessions, 3);
  // t of 2 degrees of freedom is 4.303; the logarithms' standard error is ln 2 / √3.
  const reach = Math.exp((4.303 * Math.log(2)) / Math.sqrt(3));
  assert.ok(Math.abs(interval![0] - 200 / reach) < 0.1 && Math.abs(interval![1] - 200 * reach) < 1);
  const before = summarise(run, rows, probes);
  assert.deepEqual(
    summary.cells.map(({ totalMs }) => totalMs),
    before.cells.map(({ totalMs }) => totalMs),
  );
});

test('one first use has no interval; failed ones and those of sessions that do not count are none', () => {
  assert.deepEqual(firstUseOf(withFirstUses([50]))!.interval, null);
  assert.equal(firstUseOf(withFirstUses([50], { outcome: 'failed', reason: 'reset' })), undefined);
  const incomplete = run.sessions.map((session, i) =>
    i === 0 ? { ...session, status: 'failed' as const } : session,
  );
  const table = makeSampleTable([{ ...sample, session: 0, warmup: true, firstUse: true }, ...everyRow]);
  const summary = summarise({ ...run, sessions: incomplete }, table, probes);
  assert.equal(firstUseOf(summary), undefined);
});

test('a cell that was left out afterwards has none', () => {
  const dropped = [{ cell: CELL, reason: '[17].price: 12.5, expected 12.25' }];
  const sessions = run.sessions.map((session, i) => (i === 0 ? { ...session, dropped } : session));
  const first = [3, 4].map((totalMs, session) => ({
    ...sample,
    session,
    totalMs,
    warmup: true,
    firstUse: true as const,
  }));
  const summary = summarise({ ...run, sessions }, makeSampleTable([...first, ...everyRow]), probes);
  assert.ok(Math.abs(firstUseOf(summary)!.medianMs - 4) < 1e-9);
});

test('a record of earlier versions has none', () => {
  assert.ok(summarise(run, rows, probes).cells.every((cell) => !('firstUse' in cell)));
});
