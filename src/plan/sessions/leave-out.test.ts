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
  assert.deepEqual(
    [skip, 'needs the link: none', null].map((reason) => isForTime({ skip: reason })),
    [true, false, false],
  );
});

test('of a claim the pair that takes least stays, and before it the one that shows most of it in little time', () => {
  const { run } = syntheticRecord();
  const [json, xml] = ['json', 'xml'].map(
    (format) => run.plan.cells.find(({ factors, twinOf }) => factors.format === format && twinOf === null)!,
  );
  const sizes = [10, 100, 1_000, 1_000_000];
  const cells = sizes.flatMap((n) =>
    [json!, xml!].map((cell) => ({
      ...cell,
      id: `${cell.factors.format} ${n}`,
      factors: { ...cell.factors, n } as PlannedCell['factors'],
    })),
  );
  const claim: Claim = {
    ...{ id: 'A', says: 'XML is slower', published: [1, null], part: null, where: {}, standIn: null },
    ...{ numerator: { format: ['xml'] }, denominator: { format: ['json'] } },
  };
  const study = { ...run.study, claims: [claim] };
  const left = (most: number) =>
    fittingCells(
      study,
      cells,
      ({ factors }) => String(factors.kind === 'request' ? factors.n : ''),
      (some) => some.filter(({ skip }) => skip === null).length - most,
    )
      .filter(({ skip }) => skip === null)
      .map(({ id }) => id);
  assert.deepEqual(left(4), ['json 10', 'xml 10', 'json 1000', 'xml 1000']);
  assert.deepEqual(left(2), ['json 10', 'xml 10']);
});
