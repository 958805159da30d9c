import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import type { SampleRow } from '../../record/record.ts';
import { makeSampleTable, rowAt } from '../../record/sample-table.ts';
import { summarise } from '../summarise.ts';

const CELL = 'book n=1000 json/response.json none';
const { run, rows, probes } = syntheticRecord({ seed: 7, blocks: 10 });

function told(change: (row: SampleRow) => Partial<SampleRow>, inRun = run): string[] {
  const changed = Array.from({ length: rows.length }, (_, at) => rowAt(rows, at)).map((row) =>
    row.cell === CELL ? { ...row, bytesEncoded: 900, ...change(row) } : row,
  );
  const { warnings } = summarise(inRun, makeSampleTable(changed), probes);
  return warnings.filter(({ kind }) => kind === 'late-body').map(({ what }) => what);
}

test('answers that stand still at the timer of an acknowledgement are told of once a target', () => {
  const [what, ...more] = told(({ transferMs }) => ({ transferMs: 43 + transferMs }));
  assert.deepEqual(more, []);
  assert.match(
    what!,
    /^small answers of node stand still for about 4[3-5]\S* ms over loopback, with nothing to do/,
  );
  assert.ok(what!.endsWith(`(1 cell: ${CELL})`));
  assert.equal(told(({ waitMs }) => ({ waitMs: 203 + waitMs })).length, 1, 'before the first byte too');
});

test('transfers that take another time, large bodies and work of the server are no such thing', () => {
  assert.deepEqual(
    told(() => ({ transferMs: 25 })),
    [],
  );
  assert.deepEqual(
    told(() => ({ transferMs: 43, bytesEncoded: 100_000 })),
    [],
  );
  assert.deepEqual(
    told(({ waitMs }) => ({ waitMs: 43 + waitMs, encodeMs: 43 })),
    [],
  );
});

test('over a network nothing is told: a round trip may take as long', () => {
  const cells = run.plan.cells.map((cell) => ({ ...cell, factors: { ...cell.factors, network: 'cable' } }));
  assert.deepEqual(
    told(() => ({ transferMs: 43 }), { ...run, plan: { ...run.plan, cells } }),
    [],
  );
});
