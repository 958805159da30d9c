// Answers without a length, and those that a proxy holds back, as a record shows them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { makeSampleTable, rowAt } from '../../record/sample-table.ts';
import { summarise } from '../summarise.ts';

const { run, rows, probes } = syntheticRecord({ seed: 7, blocks: 10 });
const samples = Array.from({ length: rows.length }, (_, at) => rowAt(rows, at));

test('answers without a length are told of once a target, with their coding', () => {
  const sessions = run.sessions.map((session) => ({
    ...session,
    checks: session.checks.map((check) =>
      check.cell.includes('gzip')
        ? { ...check, contentEncoding: 'gzip', withoutLength: true as const }
        : check,
    ),
  }));
  const told = (of: typeof run.sessions) =>
    summarise({ ...run, sessions: of }, rows, probes).warnings.filter(({ kind }) => kind === 'no-length');
  const [warning, ...more] = told(sessions);
  assert.deepEqual(more, []);
  assert.match(
    warning!.what,
    /^answers of node come without a Content-Length, compressed by gzip \(\d+ cells?: /,
  );
  assert.match(warning!.advice, /write the answer in one piece with its Content-Length/);
  assert.deepEqual(told(run.sessions), []);
});

/** One cell twice: as `direct` sends it, and as `proxied` does. */
function beside(waitMs: number, transferMs: number): string[] {
  const [cell] = run.plan.cells.filter(({ twinOf }) => twinOf === null);
  const ofTarget = (target: string) => ({ ...cell!, id: target, factors: { ...cell!.factors, target } });
  const cells = [ofTarget('direct'), ofTarget('proxied')];
  const own = samples.filter((row) => row.cell === cell!.id);
  const both = own.flatMap((row) => [
    { ...row, cell: 'direct', waitMs: 3, transferMs: 120 },
    { ...row, cell: 'proxied', waitMs, transferMs },
  ]);
  const planned = { ...run, plan: { ...run.plan, cells } };
  const { warnings } = summarise(planned, makeSampleTable(both), probes);
  return warnings.filter(({ kind }) => kind === 'held-back').map(({ what }) => what);
}

test('a proxy that collects what the server beside it sends as it comes is told of', () => {
  assert.deepEqual(beside(121, 1), [
    'proxied has its first byte after 121 ms and all of the rest within 1 ms, where direct has its first byte after 3 ms and the rest as it comes, in 120 ms',
  ]);
  assert.deepEqual(beside(4, 119), [], 'passed on as it comes');
  assert.deepEqual(beside(60, 1), [], 'no later than by less than half of it');
  assert.deepEqual(beside(121, 20), [], 'in pieces');
});
