import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SyntheticRecord, syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { UserError } from '../../base/errors.ts';
import { recordedCell } from '../../factors/recorded-cell.ts';
import type { Metric } from '../../items/metrics.ts';
import { makeSampleTable, rowAt } from '../../record/sample-table.ts';
import { levelOfLook } from '../../stats/answers/looks.ts';
import { confidenceInterval, estimateFromSessions } from '../../stats/estimates/estimate.ts';
import { countedSamples } from '../samples/counted-samples.ts';
import { itemValues } from '../samples/item-values.ts';
import { summarise } from '../summarise.ts';
import { indexValues } from './index-values.ts';
import { type IndexRow, weightedIndex } from './weighted-index.ts';
import { parseWeights } from './weights.ts';

const PUBLISHED = 'encode=40,transfer=20,size=35,decode=5';
const record = syntheticRecord({ blocks: 12 });
const summary = summarise(record.run, record.rows, record.probes);

function indexOf(weights: string, baseline: string | null = null, of: SyntheticRecord = record) {
  const own = of === record ? summary : summarise(of.run, of.rows, of.probes);
  return weightedIndex(of.run, of.rows, of.probes, own, parseWeights(weights), baseline);
}

function problemsOf(weights: string, baseline: string | null): readonly string[] {
  try {
    indexOf(weights, baseline);
  } catch (thrown) {
    assert.ok(thrown instanceof UserError, String(thrown));
    return thrown.problems.map(({ file, path, what, nearest = '' }) =>
      `${file} ${path}: ${what} ${nearest}`.trim(),
    );
  }
  return assert.fail('nothing was refused');
}

const factorsOf = new Map(record.run.plan.cells.map(({ id, factors }) => [id, factors]));
const figuresOf = new Map(summary.cells.map((cell) => [cell.id, cell]));

function rowOf(rows: readonly IndexRow[], format: string, compression = 'none'): IndexRow {
  return rows.find(({ cell }) => {
    const factors = factorsOf.get(cell)!;
    return factors.format === format && recordedCell(factors).compression === compression;
  })!;
}

test('the index is the weighted sum of what the summary says, over the baseline’s', () => {
  const { groups, weights } = indexOf(PUBLISHED);
  assert.ok(groups.length > 1);
  for (const { baseline, rows } of groups) {
    const base = figuresOf.get(baseline)!;
    assert.deepEqual([base.factors.format, recordedCell(base.factors).compression], ['json', 'none']);
    for (const { cell, index, items } of rows) {
      const { phases, bytes } = figuresOf.get(cell)!;
      const expected =
        (0.4 * phases.encode!) / base.phases.encode! +
        (0.2 * phases.transfer!) / base.phases.transfer! +
        (0.35 * bytes!.encoded) / base.bytes!.encoded +
        (0.05 * phases.decode!) / base.phases.decode!;
      assert.ok(Math.abs(index - expected) < 1e-12);
      assert.deepEqual(
        items.map(({ metric }) => metric),
        weights.map(({ metric }) => metric),
      );
    }
  }
});

test('the baseline’s index is 1, without doubt; the lowest stands first', () => {
  for (const { baseline, rows } of indexOf(PUBLISHED).groups) {
    const own = rows.find(({ cell }) => cell === baseline)!;
    assert.ok(Math.abs(own.index - 1) < 1e-12);
    assert.deepEqual(own.interval, [1, 1]);
    const indexes = rows.map(({ index }) => index);
    assert.deepEqual(
      indexes,
      indexes.toSorted((a, b) => a - b),
    );
  }
});

test('cells of other data stand in groups of their own', () => {
  for (const { baseline, rows } of indexOf(PUBLISHED).groups) {
    const { n, dataset } = recordedCell(factorsOf.get(baseline)!);
    for (const { cell } of rows)
      assert.deepEqual([factorsOf.get(cell)!.n, factorsOf.get(cell)!.dataset], [n, dataset]);
  }
});

test('intervals hold the truth, and stand around the index', () => {
  let held = 0;
  let all = 0;
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const own = syntheticRecord({ seed, blocks: 8, sessions: 8 });
    for (const { baseline, rows } of indexOf('total=1', null, own).groups) {
      for (const { cell, index, interval } of rows) {
        if (cell === baseline) continue;
        const truth = own.truthMs.get(cell)! / own.truthMs.get(baseline)!;
        assert.ok(interval[0] < index && index < interval[1]);
        all++;
        if (interval[0] <= truth && truth <= interval[1]) held++;
      }
    }
  }
  assert.ok(all >= 30, String(all));
  assert.ok(held / all > 0.88, `${held} of ${all}`);
});

test('bytes do not vary: an index of size alone has no width', () => {
  for (const { rows } of indexOf('size=1').groups)
    for (const { index, interval } of rows)
      for (const end of interval) assert.ok(Math.abs(end - index) < 1e-9);
});

test('what compression adds is 0 for cells without, measured by one that has it', () => {
  const [group] = indexOf('compress=1', 'json gzip').groups;
  const plain = rowOf(group!.rows, 'json');
  assert.deepEqual([plain.index, plain.interval], [0, [0, 0]]);
});

test('the baseline is a label, or levels of factors', () => {
  for (const named of [
    'protobuf',
    'format=protobuf',
    'protobuf/protobufjs',
    'format=protobuf,compression=none',
  ])
    for (const { baseline } of indexOf(PUBLISHED, named).groups) {
      const { format, compression } = recordedCell(factorsOf.get(baseline)!);
      assert.deepEqual([format, compression], ['protobuf', 'none'], named);
    }
  for (const named of ['json + gzip', 'json gzip-6', 'compression=gzip format=json'])
    for (const { baseline } of indexOf(PUBLISHED, named).groups) {
      const { format, compression } = recordedCell(factorsOf.get(baseline)!);
      assert.deepEqual([format, compression], ['json', 'gzip-6'], named);
    }
});

test('groups that the baseline leaves without an index are counted', () => {
  assert.equal(indexOf(PUBLISHED).note, null);
  const groups = new Set(record.run.plan.cells.map(({ factors: { n } }) => n)).size;
  assert.ok(groups > 2);
  const index = indexOf(PUBLISHED, 'n=10,format=json');
  assert.equal(index.groups.length, 1);
  assert.equal(index.note, `${groups - 1} groups of cells without an index: the baseline is not among them`);
});

test('a baseline that nobody measured is refused with the nearest that somebody did', () => {
  assert.deepEqual(problemsOf(PUBLISHED, 'jsno'), ['--baseline : no cell that was measured has "jsno" json']);
  assert.deepEqual(problemsOf(PUBLISHED, 'formt=json network=4g'), [
    '--baseline : unknown factor "formt" format',
    '--baseline : no cell that was measured has network "4g"',
  ]);
});

test('nothing is measured by an item that the baseline does not have', () => {
  assert.match(
    problemsOf('compress=50,size=50', null)[0]!,
    /^--weights compress: the baseline, .*, has no compress, so that nothing can be measured by it/,
  );
});

test('one session has intervals from its blocks', () => {
  const single = syntheticRecord({ sessions: 1, blocks: 20 });
  const [group] = indexOf('encode=50,decode=50', null, single).groups;
  for (const { cell, index, interval } of group!.rows) {
    if (cell === group!.baseline) continue;
    assert.ok(interval[0] < index && index < interval[1] && interval[1] / interval[0] < 2.5);
  }
});

test('the nearest change of weights is where the rival gets below, in the index of those weights itself', () => {
  const typed = new Map<Metric, number>([
    ['encode', 40],
    ['transfer', 20],
    ['size', 35],
    ['decode', 5],
    ['headers', 0],
  ]);
  const indexWith = (weights: ReadonlyMap<Metric, number>) =>
    indexOf([...weights].map(([metric, points]) => `${metric}=${points.toFixed(9)}`).join(','));
  const group = indexWith(typed).groups.at(-1)!;
  const { winner, rivals } = group.sensitivity;
  const [rival, flip] = rivals.flatMap(({ cell, flip: own }) =>
    own === null ? [] : [[cell, own] as const],
  )[0]!;
  const isBelow = (points: number) => {
    const moved = new Map(typed);
    // A little more or less of what is taken last.
    for (const { metric, share } of [
      ...flip.from,
      { metric: flip.from.at(-1)!.metric, share: points / 100 },
    ]) {
      moved.set(metric, moved.get(metric)! - 100 * share);
      moved.set(flip.to, moved.get(flip.to)! + 100 * share);
    }
    const { rows } = indexWith(moved).groups.at(-1)!;
    const own = new Map(rows.map(({ cell, index }) => [cell, index]));
    return own.get(rival)! < own.get(winner)!;
  };
  assert.deepEqual([isBelow(-1e-4), isBelow(1e-4)], [false, true]);
});

test('the index in each session makes the ratio of two indexes that the sensitivity tells', () => {
  const { weights, groups } = indexOf(PUBLISHED);
  const { baseline, sensitivity } = groups.at(-1)!;
  const cells = new Map(record.run.plan.cells.map((cell) => [cell.id, cell]));
  const valuesOf = itemValues(record.run, countedSamples(record.run, record.rows), record.probes);
  const values = (cell: string) =>
    indexValues(valuesOf(cells.get(cell)!), valuesOf(cells.get(baseline)!), weights);
  const ours = values(sensitivity.winner);
  for (const { cell, ratio, interval } of sensitivity.rivals) {
    const logs = [...values(cell)].map(([unit, value]) => Math.log(value / ours.get(unit)!));
    const estimate = estimateFromSessions(logs);
    assert.ok(Math.abs(Math.exp(estimate.log) / ratio - 1) < 0.01);
    const own = confidenceInterval(estimate, levelOfLook(0.05, 2) / sensitivity.rivals.length);
    for (const end of [0, 1]) assert.ok(Math.abs(own[end]! / interval[end]! - 1) < 0.02);
  }
});

test('intervals have the level of the last look: a run that was looked at more often has wider ones', () => {
  const once = { ...record, run: { ...record.run, looks: [6] } };
  const often = indexOf(PUBLISHED).groups[0]!.rows;
  const width = ({ interval: [low, high] }: IndexRow) => Math.log(high / low);
  const byCell = new Map(indexOf(PUBLISHED, null, once).groups[0]!.rows.map((row) => [row.cell, row]));
  assert.deepEqual(record.run.looks, [4, 6]);
  for (const row of often) {
    const same = byCell.get(row.cell)!;
    assert.equal(row.index, same.index);
    assert.ok(width(row) > width(same) || row.interval[0] === 1, row.cell);
  }
});

test('a cell that a race dropped has the index that it had beside its baseline', () => {
  const own = syntheticRecord({ sessions: 12, blocks: 6 });
  const plain = own.run.plan.cells.filter(
    ({ factors, twinOf }) =>
      twinOf === null && factors.n === 1_000 && recordedCell(factors).compression === 'none',
  );
  const [base, dropped] = ['json', 'protobuf'].map(
    (format) => plain.find(({ factors }) => factors.format === format)!.id,
  ) as [string, string];
  const rows = makeSampleTable(
    Array.from({ length: own.rows.length }, (_, at) => rowAt(own.rows, at))
      .filter(({ cell, session }) => cell !== dropped || session < 4)
      .map((row, at) => {
        if (row.cell !== base && row.cell !== dropped) return row;
        // Both take as long, but for a per cent; the sessions that one was dropped from are slower.
        const noise = 1 + ((7 * at) % 21) / 1_000;
        return { ...row, totalMs: 5 * noise * (row.session < 4 ? 1 : 1.15) };
      }),
  );
  const { groups } = indexOf('total=1', null, { ...own, rows });
  const { rows: told } = groups.find(({ baseline }) => baseline === base)!;
  const { index, interval, items } = told.find(({ cell }) => cell === dropped)!;
  assert.ok(Math.abs(index - 1) < 0.005, String(index));
  assert.ok(interval[0] < 1 && interval[1] > 1, String(interval));
  const [{ value: baselineMs }] = told.find(({ cell }) => cell === base)!.items as [
    IndexRow['items'][number],
  ];
  assert.ok(Math.abs(items[0]!.value / baselineMs - items[0]!.normalised) < 1e-12);
});
