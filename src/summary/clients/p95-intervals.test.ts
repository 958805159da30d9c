import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestCell } from '../../../test/support/cells/made-cells.ts';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import type { RunFile } from '../../record/record.ts';
import { summarise } from '../summarise.ts';
import { p95Intervals } from './p95-intervals.ts';

test('a p95 has an interval by its sessions', () => {
  const { run, rows, probes } = syntheticRecord({ sessions: 4, blocks: 40 });
  const { cells } = summarise(run, rows, probes);
  const measured = cells.filter(({ totalMs }) => totalMs !== null);
  const intervals = p95Intervals(run, rows);
  assert.ok(measured.length > 0);
  for (const { id, totalMs } of measured) {
    const [low, high] = intervals.get(id)!;
    assert.ok(low < high && low < totalMs!.p95 * 1.2 && high > totalMs!.p95 / 1.2, id);
  }
});

test('one session tells nothing of the next, and few exchanges nothing of one in twenty', () => {
  const one = syntheticRecord({ sessions: 1, blocks: 40 });
  assert.equal(p95Intervals(one.run, one.rows).size, 0);
  const few = syntheticRecord({ sessions: 4, blocks: 2 });
  assert.equal(p95Intervals(few.run, few.rows).size, 0);
});

test('each look has its share of the level, and so has each number of clients of each way', () => {
  const { run, rows } = syntheticRecord({ sessions: 8, blocks: 40 });
  const [cell] = p95Intervals(run, rows).keys();
  const widthIn = (made: RunFile) => {
    const [low, high] = p95Intervals(made, rows).get(cell!)!;
    return Math.log(high / low);
  };
  const width = widthIn(run);
  assert.ok(widthIn({ ...run, looks: [4, 6, 8] }) > 1.05 * width);
  const ended = { ...run, looks: [8] };
  const once = { ...ended, plan: { ...run.plan, lookedAtOnce: true as const } };
  assert.ok(widthIn(once) < 0.98 * widthIn(ended));
  const others = run.plan.cells.map((own) => ({ ...own, id: `${own.id} again` }));
  const beside = (cells: RunFile['plan']['cells']) =>
    widthIn({ ...run, plan: { ...run.plan, cells: [...run.plan.cells, ...cells] } });
  assert.ok(beside(others) > 1.05 * width);
  // Nobody keeps a limit at a copy.
  const factors = requestCell({ clients: 'copy:10@1/s' });
  assert.equal(beside(others.map((own) => ({ ...own, factors }))), width);
});

test('machines of a merged record count alike, and what they differ by is in the interval', () => {
  const made = syntheticRecord({ sessions: 12, blocks: 40, sessionSd: 0.02 });
  const slow = 9;
  const totalMs = made.rows.numbers.totalMs.map((ms, row) => (made.rows.session[row]! >= slow ? 3 * ms : ms));
  const rows = { ...made.rows, numbers: { ...made.rows.numbers, totalMs } };
  const { host } = made.run;
  const record = (session: number) => (session >= slow ? 1 : 0);
  const merged = {
    machines: [
      { name: 'm1', host },
      { name: 'm2', host },
    ],
    records: [{ machine: 0 }, { machine: 1 }],
    look: 2,
  };
  const sessions = made.run.sessions.map((facts) => ({ ...facts, record: record(facts.session) }));
  const alone = p95Intervals(made.run, made.rows);
  const together = p95Intervals({ ...made.run, sessions, merged } as unknown as RunFile, rows);
  assert.ok(alone.size > 0 && together.size === alone.size);
  for (const [id, [low, high]] of together) {
    const [before, after] = alone.get(id)!;
    const moved = Math.sqrt(low * high) / Math.sqrt(before * after);
    // All sessions alike would be moved by 3 to the power of 3/12.
    assert.ok(Math.abs(moved / Math.sqrt(3) - 1) < 0.15, `${id}: ${moved}`);
    assert.ok(low < before && high > 3 * after, `${id}: ${low} to ${high}`);
  }
});
