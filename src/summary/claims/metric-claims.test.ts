// Claims about other figures than the whole time, on a record whose truths are known.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { isCompressed } from '../../factors/compression.ts';
import { makeSampleTable, rowAt } from '../../record/sample-table.ts';
import type { Claim } from '../../study/study.ts';
import { normaliseWeights, type StudyIndex } from '../../study/study-index.ts';
import { summarise } from '../summarise.ts';
import type { CellSummary } from '../summary.ts';
import type { ClaimPair } from './claim-summary.ts';

const record = syntheticRecord({ blocks: 12 });
const PLAIN: Claim = {
  id: 'A',
  says: 'xml against json',
  part: null,
  where: { compression: ['none'], network: ['none'] },
  numerator: { format: ['xml'] },
  denominator: { format: ['json'] },
  published: [1, null],
  standIn: null,
};

function judged(change: Partial<Claim>, of = record) {
  const study = { ...of.run.study, claims: [{ ...PLAIN, ...change }] };
  const summary = summarise({ ...of.run, study }, of.rows, of.probes);
  return { claim: summary.claims[0]!, cells: new Map(summary.cells.map((cell) => [cell.id, cell])) };
}

test('a claim about bytes is their ratio, pair by pair, and nothing of it is uncertain', () => {
  const { claim, cells } = judged({ metric: ['size'] });
  assert.ok(claim.pairs.length > 1);
  for (const { numerator, denominator, ratio, interval } of claim.pairs) {
    const expected = cells.get(numerator)!.bytes!.encoded / cells.get(denominator)!.bytes!.encoded;
    assert.ok(Math.abs(ratio / expected - 1) < 1e-9);
    assert.deepEqual(interval, [ratio, ratio]);
  }
});

test('one session answers nothing for good, whatever its figure is: an item, a slope, a share', () => {
  const one = syntheticRecord({ sessions: 1, blocks: 12 });
  const figures: readonly Partial<Claim>[] = [
    {},
    { metric: ['decode'] },
    { slope: 'n' },
    { metric: ['encode'], shareOf: 'total', published: [0, 1] },
  ];
  for (const figure of figures) {
    const { answered } = judged(figure, one).claim;
    assert.equal(answered!.provisional, true, JSON.stringify(figure));
    assert.equal(answered!.answeredAt, null);
  }
  assert.equal(judged({ metric: ['size'] }, one).claim.answered!.provisional, false);
});

test('bytes are exact, so that no margin of times applies to them', () => {
  const { claim, cells } = judged({ metric: ['size'], where: { ...PLAIN.where, n: [1_000] } });
  const [{ ratio, numerator, denominator }] = claim.pairs as [ClaimPair];
  const exact = cells.get(numerator)!.bytes!.encoded / cells.get(denominator)!.bytes!.encoded;
  assert.equal(claim.verdict, 'replicated');
  const wide = { ...record.run.study.protocol, margin: ratio };
  const of = { ...record, run: { ...record.run, study: { ...record.run.study, protocol: wide } } };
  const again = judged({ metric: ['size'], where: { ...PLAIN.where, n: [1_000] } }, of).claim;
  assert.equal(again.verdict, 'replicated');
  assert.ok(Math.abs(again.measured! - exact) < 1e-9);
});

test('one session tells bytes for good, and times only so far', () => {
  const one = syntheticRecord({ sessions: 1, blocks: 12 });
  assert.equal(judged({ metric: ['size'] }, one).claim.answered!.provisional, false);
  assert.equal(judged({}, one).claim.answered!.provisional, true);
});

test('a claim about a phase is the ratio of that phase, with an interval', () => {
  const { claim, cells } = judged({ metric: ['decode'] });
  for (const { numerator, denominator, ratio, interval } of claim.pairs) {
    const expected = cells.get(numerator)!.phases.decode! / cells.get(denominator)!.phases.decode!;
    assert.ok(Math.abs(Math.log(ratio / expected)) < 0.1, `${ratio} of ${expected}`);
    assert.ok(interval[0] < ratio && ratio < interval[1]);
  }
});

test('a share is of the very same cells, and several phases are added', () => {
  const { claim, cells } = judged({ metric: ['encode', 'decode'], shareOf: 'total', published: [0, 1] });
  assert.ok(claim.pairs.length > 1);
  for (const { numerator, denominator, ratio } of claim.pairs) {
    assert.equal(numerator, denominator);
    const { phases, totalMs } = cells.get(numerator)!;
    const expected = (phases.encode! + phases.decode!) / totalMs!.mean;
    assert.ok(Math.abs(Math.log(ratio / expected)) < 0.1, `${ratio} of ${expected}`);
  }
  assert.equal(claim.verdict, 'replicated');
  assert.equal(claim.isShare, true);
});

test('a run of one session has its groups of blocks for sessions', () => {
  const { claim } = judged(
    { metric: ['encode'], shareOf: 'total', published: [0, 1] },
    syntheticRecord({ sessions: 1, blocks: 24 }),
  );
  assert.ok(claim.measured! > 0 && claim.measured! < 1);
  assert.ok(claim.interval![1] / claim.interval![0] < 3, String(claim.interval));
});

test('cells that have nothing of a figure are in no ratio of it', () => {
  const { claim } = judged({ metric: ['request.size'] });
  assert.deepEqual([claim.measured, claim.verdict], [null, 'open']);
});

test('a pair of which a figure came out at nothing keeps its claim open, and is no reason for a stand-in', () => {
  const emptied = record.run.plan.cells.find(
    ({ factors, skip, twinOf }) =>
      skip === null &&
      twinOf === null &&
      factors.n === 10 &&
      factors.format === 'json' &&
      !isCompressed(factors.compression),
  )!.id;
  const rows = Array.from({ length: record.rows.length }, (_, row) => rowAt(record.rows, row));
  const of = {
    ...record,
    rows: makeSampleTable(rows.map((row) => (row.cell === emptied ? { ...row, decodeMs: 0 } : row))),
    probes: record.probes.map((probe) => (probe.cell === emptied ? { ...probe, decodeMs: null } : probe)),
  };
  assert.equal(judged({ metric: ['decode'] }).claim.pairs.length, 3);
  const { claim } = judged({ metric: ['decode'] }, of);
  assert.deepEqual([claim.measured, claim.verdict, claim.pairsWanted], [null, 'open', undefined]);
  assert.match(
    claim.note,
    /^decode is 0 or less on average in book n=10 json.*, and nothing is a ratio to that$/,
  );
  const small = { where: { ...PLAIN.where, n: [10] }, standIn: { n: [1_000] } };
  const alone = judged({ metric: ['decode'], ...small }, of).claim;
  assert.deepEqual([alone.measured, alone.note], [null, claim.note]);
});

test('a slope is what the cell with the most has more than the one with the least', () => {
  const cellOf = (format: string, n: number, cells: ReadonlyMap<string, CellSummary>) =>
    [...cells.values()].find(
      ({ factors, twinOf }) =>
        factors.format === format &&
        factors.n === n &&
        factors.compression.coding === 'none' &&
        twinOf === null,
    )!;
  const bytes = judged({ slope: 'n', metric: ['size'] });
  const grown = (format: string, value: (cell: CellSummary) => number) =>
    value(cellOf(format, 1_000, bytes.cells)) - value(cellOf(format, 10, bytes.cells));
  const [pair, ...others] = bytes.claim.pairs as [ClaimPair];
  assert.deepEqual(others, []);
  const encoded = ({ bytes: own }: CellSummary) => own!.encoded;
  assert.ok(Math.abs(pair.ratio / (grown('xml', encoded) / grown('json', encoded)) - 1) < 1e-9);
  assert.match(pair.numerator, /n=1000 .* − book n=10 /);
  const { claim } = judged({ slope: 'n' });
  const took = ({ totalMs }: CellSummary) => totalMs!.mean;
  const expected = grown('xml', took) / grown('json', took);
  assert.ok(Math.abs(Math.log(claim.measured! / expected)) < 0.05, `${claim.measured} of ${expected}`);
  assert.ok(claim.interval![0] < claim.measured! && claim.measured! < claim.interval![1]);
});

test('what does not grow in every session has no slope, and says so', () => {
  const { claim } = judged({
    slope: 'n',
    metric: ['size'],
    numerator: { n: [10] },
    denominator: { n: [10] },
    where: { ...PLAIN.where, format: ['json'] },
  });
  assert.deepEqual([claim.measured, claim.note], [null, 'no cells of this run are what the claim is about']);
  const shrinking = record.run.plan.cells.map((cell) => ({
    ...cell,
    factors: { ...cell.factors, n: 1_010 - cell.factors.n },
  }));
  const of = { ...record, run: { ...record.run, plan: { ...record.run.plan, cells: shrinking } } };
  const turned = judged({ slope: 'n', metric: ['size'] }, of as typeof record).claim;
  assert.equal(turned.measured, null);
  assert.match(turned.note, /or in one of them nothing grows with n$/);
});

const INDEX: StudyIndex = {
  ...normaliseWeights([
    ['encode', 40],
    ['size', 35],
    ['decode', 25],
  ])!,
  baseline: { format: ['json'], compression: ['none'] },
};

function weighed(claim: Partial<Claim>, index: StudyIndex | undefined = INDEX) {
  const study = { ...record.run.study, claims: [{ ...PLAIN, metric: ['index'] as const, ...claim }] };
  // One look at the end, so that claims are of the same sessions as the table.
  return summarise(
    { ...record.run, looks: [6], study: { ...study, ...(index && { index }) } },
    record.rows,
    record.probes,
  );
}

test('a claim about the index is the ratio of two indexes as the table has them, sessions paired', () => {
  const { claims, index } = weighed({
    numerator: { format: ['xml'] },
    denominator: { format: ['protobuf'] },
  });
  const [claim] = claims;
  const rows = new Map(index!.groups.flatMap((group) => group.rows.map((row) => [row.cell, row] as const)));
  assert.ok(claim!.pairs.length > 1);
  for (const { numerator, denominator, ratio, interval } of claim!.pairs) {
    const [over, under] = [rows.get(numerator)!, rows.get(denominator)!];
    assert.ok(Math.abs(ratio / (over.index / under.index) - 1) < 1e-9, `${ratio}`);
    assert.ok(interval[0] < ratio && ratio < interval[1]);
  }
  assert.equal(claim!.verdict, 'replicated');
});

test('over the baseline a claim about the index is that index itself', () => {
  const { claims, index } = weighed({});
  for (const { numerator, denominator, ratio } of claims[0]!.pairs) {
    const group = index!.groups.find(({ baseline }) => baseline === denominator)!;
    const own = group.rows.find(({ cell }) => cell === numerator)!;
    assert.ok(Math.abs(ratio / own.index - 1) < 1e-9, `${ratio} of ${own.index}`);
  }
});

test('where the baseline has nothing of what is weighed, there is no index, and everything else is told', () => {
  const { claims, index, warnings, cells } = weighed(
    {},
    { ...normaliseWeights([['request.size', 1]])!, baseline: null },
  );
  assert.equal(index, undefined);
  assert.deepEqual([claims[0]!.measured, claims[0]!.verdict], [null, 'open']);
  assert.match(warnings.find(({ kind }) => kind === 'no-index')!.what, /has no request.size/);
  assert.ok(cells.some(({ status }) => status === 'measured'));
});
