// What a claim is about: in one part of a study or in two, as published or by what stands in.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Words } from '../../../test/support/cells/made-cells.ts';
import { requestCell } from '../../../test/support/cells/made-cells.ts';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import type { Claim } from '../../study/study.ts';
import { summarise } from '../../summary/summarise.ts';
import type { PlannedCell } from '../plan.ts';
import { canRun, cellsOfClaim, pairsForClaim } from './claim-cells.ts';

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
  return pairsForClaim(cells, claim, () => true).wanted.map(
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

const FASTER_OVER_LAN: Claim = {
  ...SOAP_TO_JSON,
  where: { network: ['lan'] },
  numerator: { format: ['xml'] },
  denominator: { format: ['json'] },
  standIn: { network: ['none'] },
};

/** `n` of both formats over both networks, those over lan skipped where it says why. */
function formatsOver(ns: readonly number[], skipLan: (n: number) => string | null): PlannedCell[] {
  return ns.flatMap((n) =>
    ['none', 'lan'].flatMap((network) =>
      ['json', 'xml'].map((format) => ({
        ...cell('p', { n, format, network }),
        skip: network === 'lan' ? skipLan(n) : null,
      })),
    ),
  );
}

test('what stands in is needed only where nothing can be measured as published', () => {
  const needed = (skipLan: (n: number) => string | null) =>
    cellsOfClaim(formatsOver([1, 2], skipLan), FASTER_OVER_LAN).map(({ id }) => id);
  assert.deepEqual(
    needed(() => null),
    ['p 1 xml lan', 'p 1 json lan', 'p 2 xml lan', 'p 2 json lan'],
  );
  assert.deepEqual(
    needed((n) => (n === 1 ? 'no time' : null)),
    ['p 2 xml lan', 'p 2 json lan'],
  );
  assert.deepEqual(
    needed(() => 'no link'),
    ['p 1 xml none', 'p 1 json none', 'p 2 xml none', 'p 2 json none'],
  );
});

test('a claim needs no cell whose other side cannot be measured, and no twin', () => {
  const cells = formatsOver([1], () => null).map((one) =>
    one.id === 'p 1 json lan' ? { ...one, skip: 'target php: no php' } : one,
  );
  const twin = { ...cells[0]!, id: 'twin', twinOf: cells[0]!.id };
  assert.deepEqual(cellsOfClaim([...cells, twin], { ...FASTER_OVER_LAN, standIn: null }), []);
  const stood = pairsForClaim([...cells, twin], FASTER_OVER_LAN, canRun);
  assert.deepEqual([stood.standsIn, stood.there.length, stood.wanted.length], [true, 1, 1]);
});

test('where nothing could stand in, what is missing is what was published', () => {
  const over = formatsOver([1], () => 'no time').filter(({ factors }) => factors.network === 'lan');
  const missing = pairsForClaim(over, FASTER_OVER_LAN, canRun);
  assert.deepEqual([missing.standsIn, missing.there.length, missing.wanted.length], [false, 0, 1]);
});

test('a slope needs the cells with the least and the most of its number on either side', () => {
  const cells = [10, 100, 1_000].flatMap((n) => ['json', 'xml'].map((format) => cell('p', { n, format })));
  const slope: Claim = { ...FASTER_OVER_LAN, where: {}, standIn: null, slope: 'n' };
  assert.deepEqual(
    cellsOfClaim(cells, slope).map(({ id }) => id),
    ['p 1000 xml', 'p 1000 json', 'p 10 xml', 'p 10 json'],
  );
  const halves = {
    ...slope,
    where: { format: ['json'] },
    numerator: { n: [100, 1_000] },
    denominator: { n: [10, 100] },
  };
  const [pair, ...others] = pairsForClaim(cells, halves, canRun).there;
  assert.deepEqual(others, []);
  assert.deepEqual(
    [pair!.numerator, pair!.from!.numerator, pair!.denominator, pair!.from!.denominator].map(({ id }) => id),
    ['p 1000 json', 'p 100 json', 'p 100 json', 'p 10 json'],
  );
});

test('a claim about an index needs what else does the same, its baseline among them', () => {
  const cells = ['json', 'xml', 'cbor'].map((format) => cell('p', { format }));
  const other = cell('p', { format: 'cbor', n: 1_000 });
  const claim: Claim = { ...FASTER_OVER_LAN, where: {}, standIn: null, metric: ['index'] };
  assert.deepEqual(cellsOfClaim([...cells, other], claim), cells);
});
