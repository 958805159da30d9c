import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { requestCell } from '../../../test/support/cells/made-cells.ts';
import { knownCell } from '../../../test/support/model/known-times.ts';
import { type SyntheticOptions, syntheticRecord } from '../../../test/support/records/synthetic.ts';
import type { MeasuredCell } from '../../model/measured.ts';
import { makeModel } from '../../model/model.ts';
import { profileNamed } from '../../network/profiles.ts';
import { openQuestions } from '../comparisons/open-questions.ts';
import { summarise } from '../summarise.ts';
import type { CellSummary } from '../summary.ts';
import { withDesign } from './design-summary.ts';
import { heldOutCheck } from './held-out-check.ts';

function summarised(options: SyntheticOptions) {
  const { run, rows, probes, truthMs } = syntheticRecord(options);
  const measured = summarise(run, rows, probes);
  return { run, truthMs, measured, summary: withDesign(run, rows, measured) };
}

function predictionOf({ id, prediction }: CellSummary) {
  if (prediction === undefined || 'refused' in prediction) assert.fail(`${id} is not predicted`);
  return prediction;
}

describe('a record by design', () => {
  const { run, truthMs, summary } = summarised({ design: 'predicted', visits: 'now' });
  const predicted = summary.cells.filter(({ status }) => status === 'predicted');

  it('has the predicted cells near the truth, with bills that add up, and no figure of a measured cell', () => {
    assert.equal(predicted.length, 4);
    for (const cell of predicted) {
      const { totalMs, items } = predictionOf(cell);
      const truth = truthMs.get(cell.id)!;
      assert.ok(totalMs.interval[0] < truth && truth < totalMs.interval[1], `${cell.id}: ${truth}`);
      assert.ok(Math.abs(totalMs.value / truth - 1) < 0.1, `${cell.id}: ${totalMs.value} for ${truth}`);
      const sum = Object.values(items).reduce((all, ms) => all + ms, 0);
      assert.ok(Math.abs(sum - totalMs.value) < 1e-9);
      assert.equal(cell.totalMs, null);
    }
    assert.ok(
      summary.cells.every(
        ({ status, prediction }) => (status === 'predicted') === (prediction !== undefined),
      ),
    );
  });

  it('tells of held-out cells what a model that never saw them missed', () => {
    const { measured, heldOutCells, heldOut } = summary.design!;
    assert.deepEqual([measured, heldOutCells, summary.design!.predicted], [12, 2, 4]);
    assert.equal(heldOut!.cells.length, 2);
    assert.equal(heldOut!.widened, null);
    assert.ok(heldOut!.medianMiss <= heldOut!.worstMiss && heldOut!.worstMiss < 0.2);
    for (const { id, measuredMs } of heldOut!.cells) {
      assert.ok(Math.abs(measuredMs / truthMs.get(id)! - 1) < 0.25, `${id}: ${measuredMs}`);
    }
  });

  it('keeps comparisons with predicted cells out of the family of measured ones', () => {
    const ids = new Set(predicted.map(({ id }) => id));
    const has = ({ a, b }: { readonly a: string; readonly b: string }) => ids.has(a) || ids.has(b);
    assert.ok(!summary.comparisons.some(has));
    const { comparisons } = summary.design!;
    assert.ok(comparisons.length > 0 && comparisons.every(has));
    for (const { a, b, ratio, interval, predicted: whose } of comparisons) {
      const truth = truthMs.get(b)! / truthMs.get(a)!;
      assert.ok(interval[0] < truth && truth < interval[1], `${a} against ${b}: ${ratio}, in truth ${truth}`);
      assert.deepEqual(
        whose,
        [a, b].filter((id) => ids.has(id)),
      );
    }
    assert.equal(
      summary.comparisonsInFamily + comparisons.length,
      run.study.parts[0]!.cells.length * (2 / 3) + run.study.parts[0]!.cells.length / 2,
    );
  });

  it('needs all of its cells to the end, whatever is answered', () => {
    const { neededCells, open } = openQuestions(run, summary);
    assert.ok(open > 0);
    assert.deepEqual(
      run.plan.cells.filter(({ id }) => !neededCells.has(id)).map(({ id }) => id),
      predicted.map(({ id }) => id),
    );
  });

  it('refuses all predictions of one session, with the reason', () => {
    const { summary: alone } = summarised({ design: 'predicted', sessions: 1 });
    const refused = alone.cells.flatMap(({ prediction }) => (prediction === undefined ? [] : [prediction]));
    assert.equal(refused.length, 4);
    assert.ok(refused.every((each) => 'refused' in each && /it takes two/.test(each.refused)));
    assert.deepEqual(alone.design!.comparisons, []);
  });
});

it('a record that measured everything is left as it is', () => {
  const { measured, summary } = summarised({});
  assert.equal(summary, measured);
});

describe('claims about predicted cells', () => {
  const { summary, measured } = summarised({ kind: 'opijac', design: 'predicted', visits: 'now', blocks: 8 });

  it('say on how many of their pairs they rest so, and are judged by all of them', () => {
    const claim = summary.claims.find(({ id }) => id === 'O4')!;
    assert.equal(claim.pairs.length, 4);
    assert.ok(claim.predictedPairs! > 0 && claim.predictedPairs! <= 4);
    assert.match(
      claim.note,
      new RegExp(`stands in for .*; rests on predictions \\(${claim.predictedPairs} of 4 pairs\\)`),
    );
    assert.ok(claim.interval![0] < claim.measured! && claim.measured! < claim.interval![1]);
  });

  it('are left as they are where all of their cells were measured, or none could be', () => {
    const before = new Map(measured.claims.map((claim) => [claim.id, claim]));
    for (const claim of summary.claims.filter(({ predictedPairs }) => predictedPairs === undefined)) {
      assert.equal(claim, before.get(claim.id));
    }
    assert.ok(summary.claims.some(({ id, predictedPairs }) => id === 'O1' && predictedPairs === undefined));
  });
});

describe('held-out cells', () => {
  const none = profileNamed('none')!;
  const networks = new Map([[none.name, none]]);
  const cell = (format: string, n: number) =>
    knownCell(`${format} ${n}`, requestCell({ format, codec: `${format}/codec`, n }), [], 4);
  const model = makeModel(
    ['json', 'xml'].flatMap((format) => [cell(format, 10), cell(format, 1_000)]),
    [],
    { seed: 1, confidence: 0.95 },
  )!;
  /** `by`: what was measured, over what the model says. */
  const measuredBy = (n: number, by: number): MeasuredCell => {
    const found = cell('json', n);
    const sessions = [...found.sessions].map(
      ([name, times]) => [name, { ...times, totalMs: times.totalMs * by }] as const,
    );
    return { ...found, sessions: new Map(sessions) };
  };
  const check = (count: number, by: number) => {
    const heldOut = Array.from({ length: count }, (_, i) => measuredBy(20 + i, i === 0 ? by : 1));
    return heldOutCheck({ model, heldOut }, networks)!;
  };

  it('widen nothing where all are missed by less than the intervals allow', () => {
    const { widened, held, worstMiss } = check(24, 1.001);
    assert.deepEqual([widened, held], [1, 24]);
    assert.ok(Math.abs(worstMiss - 0.001) < 1e-6);
  });

  it('widen all intervals so far that the miss is in them, where there are enough', () => {
    const { widened, held, cells } = check(24, 1.5);
    assert.equal(held, 23);
    const [one] = cells;
    const reach = Math.log(one!.interval[1] / one!.predictedMs);
    assert.ok(Math.abs(widened! - Math.log(1.5) / reach) < 1e-9);
    assert.equal(check(18, 1.5).widened, null);
  });
});
