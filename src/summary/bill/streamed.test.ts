// Cells whose coding the target's server applies while it sends.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { recordedCell } from '../../factors/recorded-cell.ts';
import type { SampleRow } from '../../record/record.ts';
import { makeSampleTable, rowAt } from '../../record/sample-table.ts';
import type { About } from '../../wire/target-contract.ts';
import { summarise } from '../summarise.ts';
import type { Summary } from '../summary.ts';

const { run, rows, probes } = syntheticRecord({ blocks: 10 });

function about(streamed: readonly string[]): About {
  const features = {
    datasets: [],
    maxN: 1,
    formats: {},
    compressions: { none: [], gzip: [6] },
    computations: [],
  };
  return { contract: 1, name: 'front', version: '1', versions: {}, features: { ...features, streamed } };
}

/** The same samples of a target that streams these. */
function summaryOf(streamed: readonly string[], change: (row: SampleRow) => SampleRow): Summary {
  const sessions = run.sessions.map((session) => ({
    ...session,
    target: { about: about(streamed), command: [] },
  }));
  const changed = Array.from({ length: rows.length }, (_, row) => change(rowAt(rows, row)));
  return summarise({ ...run, sessions }, makeSampleTable(changed), probes);
}

const isGzip = new Set(
  run.plan.cells
    .filter(({ factors }) => recordedCell(factors).compression.startsWith('gzip'))
    .map(({ id }) => id),
);

/** Compressing is in the wait instead, of which no item tells. */
const untold = (row: SampleRow): SampleRow =>
  isGzip.has(row.cell) ? { ...row, waitMs: row.waitMs + row.compressMs, compressMs: 0 } : row;

test('a bill has no compress item where the body was compressed while it was sent, and a warning says so', () => {
  const { cells, warnings } = summaryOf(['gzip'], untold);
  const gzip = cells.filter(({ id }) => isGzip.has(id));
  assert.ok(gzip.length > 0 && gzip.length < cells.length);
  assert.ok(cells.every(({ id, streamed }) => isGzip.has(id) || streamed === undefined));
  for (const cell of gzip) {
    assert.deepEqual([cell.streamed, cell.phases.compress], [true, undefined], cell.id);
    // What the items lack is in the residual, so that the bill is the total all the same.
    const sum = Object.values(cell.phases).reduce((total, ms) => total + ms, 0);
    assert.ok(Math.abs(sum - cell.totalMs!.mean) < 1e-9, cell.id);
  }
  const [said, ...more] = warnings.filter(({ kind }) => kind === 'streamed-compression');
  assert.deepEqual(more, []);
  assert.match(said!.what, /^\S+ compresses gzip-6 while it sends: \d+ cells? without a compress item \(/);
  assert.match(said!.advice, /transfer.*residual/);
  assert.ok(!warnings.some(({ kind }) => kind === 'items-do-not-add-up'), 'it is known where the rest is');
});

test('other targets have the item, and are told where the items do not add up', () => {
  const { cells, warnings } = summaryOf([], untold);
  assert.ok(cells.filter(({ id }) => isGzip.has(id)).every(({ phases }) => phases.compress === 0));
  assert.ok(warnings.every(({ kind }) => kind !== 'streamed-compression'));
  assert.ok(warnings.some(({ kind }) => kind === 'items-do-not-add-up'));
});
