import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import type { Cell } from '../../factors/cell.ts';
import type { RunFile } from '../../record/record.ts';
import type { Summary } from '../summary.ts';
import type { Answered, Comparison } from './comparison.ts';
import { plannedComparisons } from './comparisons.ts';
import { openQuestions } from './open-questions.ts';

const { run } = syntheticRecord({ sessions: 4, blocks: 2 });
const { a, b } = plannedComparisons(run)[0]!;

/** What is open where the first comparison of the study is answered so, and the others are decided. */
function openOf(answered: Partial<Answered> & Pick<Comparison, 'verdict'>, of: RunFile = run) {
  const comparisons = plannedComparisons(of).map((pair, i) => ({
    ...pair,
    asked: true,
    widest: 0.1,
    withinVariance: null,
    provisional: false,
    verdict: 'slower',
    family: i === 0 ? 15 : 99,
    ...(i === 0 && answered),
  })) as unknown as Comparison[];
  return openQuestions(of, { comparisons, claims: [] });
}

describe('what a run goes on for', () => {
  it('is what is open or provisional, with the cells and the twins that it needs', () => {
    const { open, neededCells } = openOf({ verdict: 'open' });
    assert.equal(open, 1);
    assert.ok(neededCells.has(a) && neededCells.has(b));
    assert.ok([...neededCells].some((id) => id.endsWith('(twin)')));
    assert.equal(openOf({ verdict: 'same', provisional: true }).open, 1);
    assert.equal(openOf({ verdict: 'same' }).open, 0);
  });

  it('is the more of it, the larger the family is that what is open holds together with', () => {
    assert.equal(openOf({ verdict: 'open' }).family, 15);
    assert.equal(openOf({ verdict: 'same' }).family, undefined);
  });

  it('needs no twin of other sessions, as those at another pace are', () => {
    const cells = run.plan.cells.map((cell) =>
      cell.id === a || cell.id === b ? { ...cell, factors: { ...cell.factors, cpu: 4 } as Cell } : cell,
    );
    const slowed = { ...run, plan: { ...run.plan, cells } };
    const [first] = plannedComparisons(slowed);
    assert.deepEqual([first!.a, first!.b], [a, b]);
    assert.deepEqual(openOf({ verdict: 'open' }, slowed).neededCells, new Set([a, b]));
  });

  it('is nothing that clocks hide: no session more would show it', () => {
    assert.equal(openOf({ verdict: 'open', openBecause: 'clock' }).open, 0);
    assert.equal(openOf({ verdict: 'open', openBecause: 'width' }).open, 1);
  });

  it('keeps the ways of which nothing is known for good: more sessions with them say it', () => {
    const way = { network: 'none' };
    const ids = run.plan.cells.filter(({ twinOf }) => twinOf === null).map(({ id }) => id);
    const [fastest, recommended, tie, lost] = ids as [string, string, string, string];
    const found = (provisional: boolean) => ({
      ...{ ...way, kind: 'measured', fastest, recommended, today: null, ties: [tie], open: [] },
      ...{ unkept: provisional ? [recommended, tie] : [], settled: !provisional, provisional, gain: null },
    });
    const plan = {
      ...run.plan,
      cells: run.plan.cells.map((cell) => ({ ...cell, factors: { ...cell.factors, ...way } })),
    };
    const asked = (provisional: boolean) =>
      openQuestions(
        { ...run, plan, advice: { networks: [way] } } as unknown as RunFile,
        { comparisons: [], claims: [], advice: { networks: [found(provisional)] } } as unknown as Pick<
          Summary,
          'comparisons' | 'claims' | 'advice'
        >,
      );
    const { neededCells, open } = asked(true);
    assert.equal(open, 1);
    assert.ok([fastest, recommended, tie].every((id) => neededCells.has(id)));
    assert.ok(!neededCells.has(lost));
    assert.equal(asked(false).open, 0);
  });
});
