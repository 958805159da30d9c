import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import type { Claim } from '../../study/study.ts';
import type { PlannedCell } from '../plan.ts';
import { fittingCells, isForTime, noTimeFor, whySkipped } from './leave-out.ts';

test('what a prolonged run left out is told by the budget that it had in the end', () => {
  const skip = noTimeFor(387_000);
  assert.equal(skip, 'the budget of 6.45 min has no time for it');
  assert.equal(whySkipped({ skip }, 630_000), 'the budget of 10.5 min has no time for it');
  assert.equal(
    whySkipped({ skip: `${skip}; it takes about --budget 2m` }, 630_000),
    'the budget of 10.5 min has no time for it; it takes about --budget 2m',
  );
  assert.equal(whySkipped({ skip: 'needs the link: none' }, 630_000), 'needs the link: none');
  assert.equal(whySkipped({ skip: null }, 630_000), null);
  const alone = `${skip}: the largest alone would take all of it`;
  assert.equal(whySkipped({ skip: alone }, 387_000), alone);
  assert.equal(
    whySkipped({ skip: alone }, 630_000),
    'the budget of 10.5 min has no time for it',
    'a longer budget may hold it',
  );
  assert.deepEqual(
    [skip, 'needs the link: none', null].map((reason) => isForTime({ skip: reason })),
    [true, false, false],
  );
});

const { run } = syntheticRecord();
const [json, xml] = ['json', 'xml'].map(
  (format) => run.plan.cells.find(({ factors, twinOf }) => factors.format === format && twinOf === null)!,
);
const sizes = [10, 100, 1_000, 10_000, 1_000_000];
const cells = sizes.flatMap((n) =>
  [json!, xml!].map((cell) => ({
    ...cell,
    id: `${cell.factors.format} ${n}`,
    factors: { ...cell.factors, n } as PlannedCell['factors'],
  })),
);
const slower: Claim = {
  ...{ id: 'A', says: 'XML is slower', published: [1, null], part: null, where: {}, standIn: null },
  ...{ numerator: { format: ['xml'] }, denominator: { format: ['json'] } },
};

/** Of cells that take so much each in a budget of so much. */
function planned(claims: readonly Claim[], budgetMs: number, costMs: (cell: PlannedCell) => number) {
  const study = { ...run.study, claims, protocol: { ...run.study.protocol, budgetMs } };
  return fittingCells(
    study,
    cells,
    ({ factors }) => String(factors.n),
    (some) =>
      some.filter(({ skip }) => skip === null).reduce((sum, cell) => sum + costMs(cell), 0) - budgetMs,
  );
}

function idsOf(some: readonly PlannedCell[]): readonly string[] {
  return some.filter(({ skip }) => skip === null).map(({ id }) => id);
}

test('of a claim the pair that takes least stays, then the other end, then the middle, then the rest', () => {
  const numbersLeft = (most: number) => [
    ...new Set(idsOf(planned([slower], 100 * most, () => 100)).map((id) => Number(id.split(' ')[1]))),
  ];
  assert.deepEqual(numbersLeft(2), [10]);
  assert.deepEqual(numbersLeft(4), [10, 1_000_000]);
  assert.deepEqual(numbersLeft(6), [10, 1_000, 1_000_000]);
  assert.deepEqual(numbersLeft(8), [10, 100, 1_000, 1_000_000]);
});

test('an end that takes much waits for all that takes little, and says so where it alone takes too much', () => {
  const dear = (ms: number) => (cell: PlannedCell) => (cell.factors.n === 1_000_000 ? ms : 1);
  const skipOf = (some: readonly PlannedCell[]) => some.find(({ id }) => id === 'xml 1000000')!.skip;
  const others = [
    'json 10',
    'xml 10',
    'json 100',
    'xml 100',
    'json 1000',
    'xml 1000',
    'json 10000',
    'xml 10000',
  ];
  // The end fits beside the cheapest pair alone.
  const dearEnd = planned([slower], 1_000, dear(498));
  assert.deepEqual(idsOf(dearEnd), others);
  assert.equal(skipOf(dearEnd), noTimeFor(1_000));
  assert.equal(
    skipOf(planned([slower], 1_000, dear(501))),
    `${noTimeFor(1_000)}: the largest alone would take all of it`,
  );
  assert.equal(idsOf(planned([slower], 1_000, dear(496))).length, cells.length);
});

test('what no claim is about goes first, the panel that takes longest before the others', () => {
  const where = { n: [1_000_000] };
  const left = (most: number) => idsOf(planned([{ ...slower, where }], most, () => 1));
  assert.deepEqual(left(2), ['json 1000000', 'xml 1000000']);
  assert.deepEqual(left(4), ['json 10', 'xml 10', 'json 1000000', 'xml 1000000']);
  assert.deepEqual(idsOf(planned([], 3, () => 1)), ['json 10', 'xml 10']);
  assert.deepEqual(idsOf(planned([], 1, () => 1)), ['json 10', 'xml 10']);
});

const every: Claim = { ...slower, id: 'B', every: true };

function overNumbers(claim: Claim, ...n: readonly number[]): Claim {
  return { ...claim, where: { n: [...n] } };
}

test('all pairs of what is said of every pair come before the middle of a mean', () => {
  const numbers = (claims: readonly Claim[]) => [
    ...new Set(idsOf(planned(claims, 800, () => 100)).map((id) => Number(id.split(' ')[1]))),
  ];
  const mean = overNumbers(slower, 10, 100, 1_000_000);
  const ofThree = overNumbers(every, 10, 1_000, 10_000);
  assert.deepEqual(numbers([mean, ofThree]), [10, 1_000, 10_000, 1_000_000]);
  assert.deepEqual(numbers([mean, { ...ofThree, ours: true }]), [10, 100, 10_000, 1_000_000]);
});

test('a claim of every pair that takes more than half of the budget waits for its turns', () => {
  const costMs = ({ factors }: PlannedCell) => (factors.n === 10 ? 1 : 150);
  const claims = [overNumbers(slower, 10, 100), overNumbers(every, 10, 10_000)];
  assert.deepEqual(idsOf(planned(claims, 500, costMs)), ['json 10', 'xml 10', 'json 100', 'xml 100']);
  assert.deepEqual(idsOf(planned(claims, 600, costMs)), ['json 10', 'xml 10', 'json 10000', 'xml 10000']);
});
