import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import type { SampleRow } from '../../record/record.ts';
import { makeSampleTable, rowAt } from '../../record/sample-table.ts';
import type { Protocol } from '../../study/study.ts';
import { summarise } from '../summarise.ts';

// 22 exchanges of each cell in each of 3 sessions, the first two of our warm-up.
const record = syntheticRecord({ sessions: 3, blocks: 10 });
const rows = Array.from({ length: record.rows.length }, (_, row) => rowAt(record.rows, row));
const FIRST = record.run.plan.cells[0]!.id;
const own = rows.filter((row) => row.cell === FIRST);

function publishedOf(published: Protocol['published'], from: readonly SampleRow[] = rows) {
  const study = { ...record.run.study, protocol: { ...record.run.study.protocol, published } };
  return summarise({ ...record.run, study }, makeSampleTable(from), record.probes).cells[0]!.published;
}

/** Each exchange of the cell takes what `ms` says of its place in its session and of the session. */
function timed(ms: (place: number, session: number) => number): SampleRow[] {
  const places = new Map(
    [...Map.groupBy(own, (row) => row.session).values()].flatMap((each) =>
      [...each.entries()].map(([place, row]) => [row, place] as const),
    ),
  );
  return rows.map((row) =>
    row.cell === FIRST ? { ...row, totalMs: ms(places.get(row)!, row.session) } : row,
  );
}

test('a study without a published protocol has no such figure', () => {
  assert.equal(publishedOf(null), null);
});

test('the first exchanges of each session are left out, our warm-up counted among them', () => {
  assert.equal(own.length, 3 * 22);
  const from = timed((place) => (place < 5 ? 1000 : 2));
  assert.deepEqual(publishedOf({ warmup: 5, counted: 51 }, from), {
    meanMs: 2,
    counted: 51,
    removed: 0,
    wanted: 51,
  });
  assert.ok(publishedOf({ warmup: 4, counted: 51 }, from)!.removed > 0);
});

test('sessions are pooled in their order until there are enough', () => {
  const from = timed((_, session) => 1 + session);
  assert.equal(publishedOf({ warmup: 2, counted: 20 }, from)!.meanMs, 1);
  assert.equal(publishedOf({ warmup: 2, counted: 40 }, from)!.meanMs, 1.5);
});

test('fewer than the protocol wants are said to be fewer', () => {
  const { counted, removed, wanted } = publishedOf({ warmup: 12, counted: 100 })!;
  assert.deepEqual([counted + removed, wanted], [30, 100]);
  assert.equal(publishedOf({ warmup: 22, counted: 100 }), null, 'none is left');
});

test('values outside μ ± 2σ are removed once, and counted', () => {
  const from = timed((place) => (place === 10 ? 100 : 2));
  assert.deepEqual(publishedOf({ warmup: 2, counted: 20 }, from), {
    meanMs: 2,
    counted: 19,
    removed: 1,
    wanted: 20,
  });
});

test('exchanges that did not complete are not counted', () => {
  const from = timed((place) => (place === 10 ? 100 : 2)).map((row) =>
    row.totalMs === 100 ? { ...row, outcome: 'failed' as const, reason: 'reset' } : row,
  );
  assert.deepEqual(publishedOf({ warmup: 2, counted: 100 }, from), {
    meanMs: 2,
    counted: 57,
    removed: 0,
    wanted: 100,
  });
});
