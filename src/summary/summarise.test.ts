import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SyntheticRecord, syntheticRecord } from '../../test/support/records/synthetic.ts';
import { median } from '../base/figures/median.ts';
import { makeSampleTable, rowAt } from '../record/sample-table.ts';
import { plannedComparisons } from './comparisons/comparisons.ts';
import { openQuestions } from './comparisons/open-questions.ts';
import { summarise } from './summarise.ts';
import type { CellSummary, Summary } from './summary.ts';

const quick = syntheticRecord({ seed: 7 });
const summary = summarise(quick.run, quick.rows, quick.probes);

function rowsOf(record: SyntheticRecord) {
  return Array.from({ length: record.rows.length }, (_, row) => rowAt(record.rows, row));
}

function cellOf(from: Summary, id: string): CellSummary {
  return from.cells.find((cell) => cell.id === id)!;
}

const JSON_1000 = 'book n=1000 json/response.json none';
const XML_1000_GZIP = 'book n=1000 xml/domparser gzip-6';

test('every planned cell has its summary, in the order of the plan', () => {
  assert.deepEqual(
    summary.cells.map((cell) => cell.id),
    quick.run.plan.cells.map((cell) => cell.id),
  );
});

test('a median is the geometric mean of the medians of the sessions', () => {
  const rows = rowsOf(quick).filter((row) => row.cell === JSON_1000 && !row.warmup);
  const medians = [...Map.groupBy(rows, (row) => row.session).values()].map((each) =>
    median(each.map((row) => row.totalMs)),
  );
  const wanted = Math.exp(medians.reduce((sum, value) => sum + Math.log(value), 0) / medians.length);
  const { totalMs, exchanges, sessions } = cellOf(summary, JSON_1000);
  assert.ok(Math.abs(totalMs!.median - wanted) < 1e-9);
  assert.equal(totalMs!.pooledMedian, median(rows.map((row) => row.totalMs)));
  assert.equal(exchanges, rows.length);
  assert.equal(sessions, 6);
});

test('phases add up to the mean total, the residual among them', () => {
  for (const cell of summary.cells) {
    const sum = Object.values(cell.phases).reduce((a, b) => a + b, 0);
    assert.ok(Math.abs(sum - cell.totalMs!.mean) < 1e-9 * sum, cell.id);
    assert.ok(Math.abs(cell.accountedShare! - (1 - cell.phases.residual! / cell.totalMs!.mean)) < 1e-9);
  }
});

test('the network item comes from the empty exchanges, not from the cell', () => {
  const slower = makeSampleTable(
    rowsOf(quick).map((row) => (row.cell === JSON_1000 ? { ...row, waitMs: row.waitMs + 5 } : row)),
  );
  const found = summarise(quick.run, slower, quick.probes);
  assert.equal(cellOf(found, JSON_1000).phases.network, cellOf(summary, JSON_1000).phases.network);
  const emptySlower = makeSampleTable(
    rowsOf(quick).map((row) => (row.cell === 'empty' ? { ...row, waitMs: row.waitMs + 5 } : row)),
  );
  const moved = cellOf(summarise(quick.run, emptySlower, quick.probes), JSON_1000).phases.network!;
  assert.ok(Math.abs(moved - cellOf(summary, JSON_1000).phases.network! - 5) < 1e-9);
});

test('decompression is taken out of the transfer and marked as estimated', () => {
  const cell = cellOf(summary, XML_1000_GZIP);
  const probe = quick.probes.find((each) => each.cell === XML_1000_GZIP)!;
  assert.ok(Math.abs(cell.phases.decompress! - probe.decompressMs!) < 1e-9);
  assert.deepEqual(cell.estimated, ['decompress']);
  assert.deepEqual(cellOf(summary, JSON_1000).estimated, []);
  const huge = quick.probes.map((each) => ({
    ...each,
    decompressMs: each.decompressMs === null ? null : 1e6,
  }));
  const off = summarise(quick.run, quick.rows, huge);
  const wrong = cellOf(off, XML_1000_GZIP);
  assert.equal(wrong.phases.transfer, 0);
  assert.ok(wrong.phases.decompress === 1e6 && wrong.accountedShare! > 100, 'what is too much must show');
  assert.ok(off.warnings.some(({ kind }) => kind === 'items-do-not-add-up'));
  const lost = quick.probes.map((each) => ({
    ...each,
    decompressMs: each.decompressMs === null ? null : -0.1,
    decompressBy: 'difference' as const,
  }));
  const noise = cellOf(summarise(quick.run, quick.rows, lost), XML_1000_GZIP);
  assert.deepEqual([noise.phases.decompress, noise.estimated], [0, []]);
});

test('items below two steps of the clock come from the batches, longer ones from the samples', () => {
  const id = 'book n=10 json/response.json none';
  const batchMs = quick.probes.find((probe) => probe.cell === id)!.decodeMs!;
  const withStep = (clockStepUs: number) => {
    const sessions = quick.run.sessions.map((one) => ({ ...one, agent: { ...one.agent!, clockStepUs } }));
    return cellOf(summarise({ ...quick.run, sessions }, quick.rows, quick.probes), id);
  };
  const coarse = withStep(20);
  assert.deepEqual(coarse.batched, ['decode']);
  assert.ok(Math.abs(coarse.phases.decode! - batchMs) < 1e-12);
  const fine = withStep(1);
  assert.deepEqual(fine.batched, []);
  assert.ok(Math.abs(fine.phases.decode! - batchMs) > 1e-9);
});

test('asked comparisons hold every other level against the baseline, formats with their own codecs', () => {
  const asked = summary.comparisons.filter((comparison) => comparison.asked);
  assert.equal(asked.length, 3 * 2 * 2 + 3 * 3);
  const found = asked.find((each) => each.a === 'book n=1000 xml/domparser none' && each.b === JSON_1000)!;
  assert.equal(found.factor, 'format');
  assert.equal(found.verdict, 'slower');
  assert.equal(found.answeredAt, 4);
  const atEnd = summarise({ ...quick.run, looks: [6] }, quick.rows, quick.probes);
  const last = atEnd.comparisons.find((each) => each.a === found.a && each.b === found.b)!;
  const [a, b] = [found.a, found.b].map((id) => cellOf(atEnd, id).totalMs!.median);
  assert.equal(last.answeredAt, 6);
  assert.ok(Math.abs(last.ratio - b! / a!) < 1e-9, 'medians divide to the ratio of the same sessions');
});

test('a difference in ms is the ratio at the median of b, and on the side of the verdict', () => {
  for (const { b, ratio, interval, verdict, differenceMs } of summary.comparisons) {
    const ofB = cellOf(summary, b).totalMs!.median;
    assert.ok(Math.abs(differenceMs!.value - (ofB / ratio - ofB)) < 1e-9 * ofB);
    assert.equal(Math.sign(differenceMs!.value), Math.sign(1 - ratio));
    assert.ok(
      differenceMs!.interval[0] <= differenceMs!.value && differenceMs!.value <= differenceMs!.interval[1],
    );
    assert.equal(differenceMs!.interval[0] > 0, interval[1] < 1);
    if (verdict === 'faster') assert.ok(differenceMs!.interval[1] < 0);
    if (verdict === 'slower') assert.ok(differenceMs!.interval[0] > 0);
  }
});

test('intervals of ratios hold the truth of the synthetic record', () => {
  let missed = 0;
  let all = 0;
  for (let seed = 0; seed < 12; seed++) {
    const record = syntheticRecord({ seed, blocks: 10 });
    for (const { a, b, interval, asked } of summarise(record.run, record.rows, record.probes).comparisons) {
      if (!asked) continue;
      all++;
      const truth = record.truthMs.get(b)! / record.truthMs.get(a)!;
      if (truth < interval[0] || truth > interval[1]) missed++;
    }
  }
  assert.ok(missed <= 0.02 * all, `${missed} of ${all}: adjusted intervals miss far less than 5 %`);
});

test('the worst twin is the noise floor, and the margin of every verdict is the user’s', () => {
  assert.equal(summary.twins.length, 3);
  assert.equal(summary.twin!.noiseFloor, Math.max(...summary.twins.map((twin) => twin.noiseFloor)));
  assert.ok(summary.twin!.noiseFloor > 0.02);
  assert.ok(summary.comparisons.every((each) => each.margin === 0.02));
});

test('a twin that differs withholds the answers about its browser, target and network, and no others', () => {
  const wide = syntheticRecord({ kind: 'opijac', blocks: 10 });
  const browserOf = new Map(wide.run.plan.cells.map((cell) => [cell.id, cell.factors.browser]));
  const noisy = makeSampleTable(
    rowsOf(wide).map((row) => {
      const isTwin = row.cell.endsWith('(twin)') && browserOf.get(row.cell) === 'firefox';
      return isTwin ? { ...row, totalMs: row.totalMs * 1.5 } : row;
    }),
  );
  const { comparisons, twinAlarms, claims, warnings } = summarise(wide.run, noisy, wide.probes);
  assert.equal(warnings.filter(({ kind }) => kind === 'twins-differ').length, twinAlarms.length);
  assert.ok(twinAlarms.length > 0 && twinAlarms.every(({ twin }) => browserOf.get(twin.cell) === 'firefox'));
  const inFirefox = ({ a, b }: { a: string; b: string }) =>
    [a, b].some((id) => browserOf.get(id) === 'firefox');
  for (const each of comparisons.filter(inFirefox)) {
    assert.deepEqual([each.verdict, each.openBecause, each.answeredAt], ['open', 'twin', null]);
  }
  const others = comparisons.filter((each) => !inFirefox(each));
  assert.ok(others.length > 0 && others.every(({ openBecause }) => openBecause !== 'twin'));
  assert.ok(others.some(({ verdict }) => verdict === 'slower'));
  assert.ok(
    claims.some(({ verdict }) => verdict === 'replicated'),
    'their pairs are of the other browser',
  );
});

test('a claim about cells beside a twin that differs is withheld, with its figures', () => {
  const wide = syntheticRecord({ kind: 'opijac', blocks: 10 });
  const noisy = makeSampleTable(
    rowsOf(wide).map((row) => (row.cell.endsWith('(twin)') ? { ...row, totalMs: row.totalMs * 1.5 } : row)),
  );
  const claims = summarise(wide.run, noisy, wide.probes).claims.filter(({ measured }) => measured !== null);
  assert.ok(claims.length > 0);
  for (const { verdict, note, answered } of claims) {
    assert.deepEqual([verdict, answered!.openBecause, answered!.answeredAt], ['open', 'twin', null]);
    assert.match(note, /withheld: .* and its twin, which are the same, differ in this run$/);
  }
});

test('the ranking holds the fastest of each group against all others', () => {
  const ranking = summary.comparisons.filter((comparison) => !comparison.asked);
  assert.equal(ranking.length, 3 * 5);
  assert.ok(ranking.every((each) => each.ratio >= 1));
  assert.equal(new Set(ranking.map((each) => each.a)).size, 3);
});

test('a run may ask how many comparisons are open', () => {
  const open = summary.comparisons.filter((each) => each.asked && each.verdict === 'open').length;
  assert.equal(openQuestions(quick.run, summary).open, open);
  assert.equal(plannedComparisons(quick.run).length, summary.comparisons.filter((each) => each.asked).length);
});

test('a pair that is asked but has no data yet is open', () => {
  const without = makeSampleTable(rowsOf(quick).filter((row) => row.cell !== XML_1000_GZIP));
  const found = summarise(quick.run, without, quick.probes);
  const open = found.comparisons.filter((each) => each.asked && each.verdict === 'open').length;
  assert.equal(openQuestions(quick.run, found).open, open + 2, 'against JSON, and against no compression');
  const cells = quick.run.plan.cells.map((cell) =>
    cell.id === XML_1000_GZIP ? { ...cell, skip: 'needs the link' } : cell,
  );
  const skipped = { ...quick.run, plan: { ...quick.run.plan, cells } };
  assert.equal(openQuestions(skipped, summarise(skipped, without, quick.probes)).open, open);
});

test('nothing is measured, so everything asked is open', () => {
  const found = summarise(quick.run, makeSampleTable([]), []);
  assert.equal(openQuestions(quick.run, found).open, plannedComparisons(quick.run).length);
});

test('the same record gives the same summary', () => {
  assert.deepEqual(summarise(quick.run, quick.rows, quick.probes), summary);
});

test('a summary survives JSON', () => {
  const single = syntheticRecord({ sessions: 1, blocks: 1 });
  for (const each of [summary, summarise(single.run, single.rows, single.probes)]) {
    assert.deepEqual(JSON.parse(JSON.stringify(each)), each);
  }
});
