import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { makeSampleTable, rowAt, type SampleTable } from '../../record/sample-table.ts';
import { meanOver } from './column-means.ts';
import { countedSamples } from './counted-samples.ts';

const { run, rows: table } = syntheticRecord({ sessions: 3, blocks: 5, failureShare: 0.1 });
const all = Array.from({ length: table.length }, (_, row) => rowAt(table, row));

/** Row by row, in the order of `rows`: the mean to the last digit. */
function meanOf(column: ArrayLike<number>, rows: Uint32Array): number {
  return rows.reduce((sum, row) => sum + column[row]!, 0) / rows.length;
}

function sameMeans(samples: SampleTable): void {
  for (const { rows, sessions } of countedSamples(run, samples).cells.values())
    for (const part of [rows, ...sessions.map((session) => session.rows)])
      for (const column of [samples.numbers.waitMs, samples.numbers.tlsMs, samples.requests, samples.block])
        assert.equal(meanOver(column, part), meanOf(column, part));
}

test('means of cells and of their sessions are those of their rows, to the last digit', () => {
  sameMeans(table);
});

test('they are where sessions ran at once too, and their rows stand among one another', () => {
  sameMeans(makeSampleTable(all.toSorted((a, b) => a.sequence - b.sequence || b.session - a.session)));
});

test('a column is walked through once for all cells and sessions', () => {
  let reads = 0;
  const counting = new Proxy(table.numbers.waitMs, {
    get(column, name) {
      if (name === 'length') return column.length;
      reads++;
      return column[Number(name)];
    },
  });
  const { cells } = countedSamples(run, table);
  for (const { rows, sessions } of cells.values())
    for (const part of [rows, ...sessions.map((session) => session.rows)]) meanOver(counting, part);
  assert.ok(reads <= 2 * table.length + 1, `${reads} reads of ${table.length} samples`);
});

test('rows of nobody have a mean too, and no rows have none', () => {
  const { waitMs } = table.numbers;
  assert.equal(meanOver(waitMs, Uint32Array.of(3, 1)), (waitMs[3]! + waitMs[1]!) / 2);
  assert.ok(Number.isNaN(meanOver(waitMs, new Uint32Array(0))));
});

test('the same record is counted once, and another run over the same samples anew', () => {
  assert.equal(countedSamples(run, table), countedSamples(run, table));
  const [first, ...others] = run.sessions;
  const fewer = { ...run, sessions: [{ ...first!, status: 'failed' as const }, ...others] };
  assert.equal(countedSamples(fewer, table).sessions.length, 2);
});
