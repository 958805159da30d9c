import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
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
