// Pairs of claims whose two sides stand in one part of a study, or in two.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Words } from '../../../test/support/cells/made-cells.ts';
import { requestCell } from '../../../test/support/cells/made-cells.ts';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import type { Claim } from '../../study/study.ts';
import { summarise } from '../summarise.ts';
import { pairsForClaim } from './claim-pairs.ts';

const SOAP_TO_JSON: Claim = {
  id: 'A',
  says: 'SOAP of one service against JSON of another',
  part: null,
  where: {},
  numerator: { format: ['soap'], target: ['metro'] },
  denominator: { format: ['json'], target: ['dropwizard'] },
  published: [1, null],
  standIn: null,
};

function cell(part: string, factors: Words): PlannedCell {
  const id = `${part} ${Object.values(factors).join(' ')}`;
  return { id, part, factors: requestCell(factors), twinOf: null, skip: null };
}

function pairs(cells: readonly PlannedCell[], claim: Claim): string[] {
  return pairsForClaim(cells, claim, claim.where).map(
    ({ numerator, denominator }) => `${numerator.id} / ${denominator.id}`,
  );
}

const SERVICES = ['webkit', 'chromium'].flatMap((browser) => [
  cell('rest', { format: 'json', target: 'dropwizard', browser }),
  cell('rest', { format: 'xml', target: 'dropwizard', browser }),
  cell('soap', { format: 'soap', target: 'metro', browser }),
]);

test('a ratio whose sides stand in two parts has a pair for each of what they share', () => {
  assert.deepEqual(pairs(SERVICES, SOAP_TO_JSON), [
    'soap soap metro webkit / rest json dropwizard webkit',
    'soap soap metro chromium / rest json dropwizard chromium',
  ]);
});

test('where a part has both sides, nothing of another part is held against them', () => {
  const again = [
    ...SERVICES,
    cell('both', { format: 'json', target: 'dropwizard', browser: 'webkit' }),
    cell('both', { format: 'soap', target: 'metro', browser: 'webkit' }),
  ];
  assert.deepEqual(pairs(again, SOAP_TO_JSON), [
    'both soap metro webkit / both json dropwizard webkit',
    'soap soap metro chromium / rest json dropwizard chromium',
  ]);
});

test('a claim across parts has the ratios of the same cells in one part, and intervals that are hardly others', () => {
  const { run, rows, probes } = syntheticRecord({ blocks: 12 });
  const claim: Claim = {
    ...SOAP_TO_JSON,
    where: { compression: ['none'], network: ['none'] },
    numerator: { format: ['xml'] },
    denominator: { format: ['json'] },
  };
  const judged = (partOf: (cell: PlannedCell) => string) => {
    const cells = run.plan.cells.map((one) => ({ ...one, part: partOf(one) }));
    const changed = { ...run, study: { ...run.study, claims: [claim] }, plan: { ...run.plan, cells } };
    return summarise(changed, rows, probes).claims[0]!;
  };
  const together = judged(({ part }) => part);
  const apart = judged(({ factors }) => factors.format);
  assert.ok(together.pairs.length > 0);
  const ratios = ({ pairs: all }: typeof apart) => all.map(({ interval: _, ...pair }) => pair);
  assert.deepEqual(ratios(apart), ratios(together));
  assert.deepEqual([apart.measured, apart.verdict], [together.measured, together.verdict]);
  // Other parts make other rankings, of which how far ratios scatter is learned.
  for (const [i, end] of apart.interval!.entries()) {
    assert.ok(Math.abs(end / together.interval![i]! - 1) < 0.01, `${end}`);
  }
});
