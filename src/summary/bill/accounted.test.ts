import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { makeSampleTable, rowAt } from '../../record/sample-table.ts';
import { summarise } from '../summarise.ts';

/** In synthetic records a hundredth of every exchange is in no item. */
const TRUTH = 0.99;

function intervals(options: Parameters<typeof syntheticRecord>[0]) {
  const { run, rows, probes } = syntheticRecord(options);
  return summarise(run, rows, probes).cells.map(({ id, accountedShare, accountedInterval }) => {
    assert.ok(accountedInterval !== undefined, id);
    assert.ok(
      accountedInterval[0] <= accountedShare! && accountedShare! <= accountedInterval[1],
      `${id}: ${accountedShare} outside of ${accountedInterval}`,
    );
    return accountedInterval;
  });
}

test('the interval holds the truth about as often as it says, by sessions, and by blocks where they are alike', () => {
  for (const [sessions, sessionSd] of [
    [1, 0],
    [6, 0.12],
  ] as const) {
    let [held, all] = [0, 0];
    for (let seed = 1; seed <= 12; seed++) {
      for (const [low, high] of intervals({ seed, sessions, sessionSd, blocks: 12 })) {
        all++;
        if (low <= TRUTH && TRUTH <= high) held++;
      }
    }
    assert.ok(held / all > 0.9, `${sessions} sessions: ${held} of ${all}`);
  }
});

test('more sessions make it narrower', () => {
  const width = (sessions: number) =>
    intervals({ seed: 3, sessions }).reduce((sum, [low, high]) => sum + high - low, 0);
  assert.ok(width(12) < 0.7 * width(4));
});

test('what the items miss in every exchange is outside of it', () => {
  const { run, rows, probes } = syntheticRecord({ seed: 2 });
  const late = makeSampleTable(
    Array.from({ length: rows.length }, (_, row) => rowAt(rows, row)).map((row) => ({
      ...row,
      totalMs: row.totalMs * 1.4,
    })),
  );
  for (const { id, accountedInterval } of summarise(run, late, probes).cells) {
    assert.ok(accountedInterval![1] < 0.9, `${id}: ${accountedInterval}`);
  }
});
