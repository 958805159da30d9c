import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadShipped } from '../../../test/support/studies/shipped-studies.ts';
import { wordOf } from '../../factors/cell.ts';
import { planCells } from '../make-plan.ts';
import { canRun, pairsForClaim } from './claim-cells.ts';
import { type PairPlace, pairsByPlace } from './pair-places.ts';

async function placesOf(name: string, id: string) {
  const study = await loadShipped(name);
  const cells = planCells(study, study.parts, { noLink: null });
  const claim = study.claims.find((one) => one.id === id)!;
  const places = pairsByPlace(pairsForClaim(cells, claim, canRun).there);
  return (place: PairPlace) =>
    places[place].map(({ numerator: { factors } }) =>
      [factors.n, wordOf(factors, 'computation'), wordOf(factors, 'size')].join(' '),
    );
}

test('the ends of a claim are the least and the most of what it is said of, once each', async () => {
  const inPlace = await placesOf('opijac-2017', 'O9');
  assert.deepEqual(inPlace('least'), ['10 none data']);
  assert.deepEqual(inPlace('end'), ['100000 none data']);
  assert.deepEqual(inPlace('middle'), ['1000 none data']);
  // With and without gzip.
  assert.equal(inPlace('between').length, 7);
});

test('of two such factors each has its end where the other is at its least', async () => {
  const inPlace = await placesOf('opijac-2017', 'O12c');
  assert.deepEqual(inPlace('least'), ['1000 cm3 data']);
  assert.deepEqual(inPlace('end').toSorted(), ['1000 cm5 data', '10000 cm3 data']);
  assert.deepEqual(inPlace('middle'), ['1000 cm4 data']);
});

test('of messages the sizes count, not for how many of them they are measured', async () => {
  const inPlace = await placesOf('slodziak-2016', 'S1a');
  const sizes = (place: PairPlace) => inPlace(place).map((words) => words.split(' ')[2]);
  // The pairs of three browsers are in the same places.
  assert.deepEqual([sizes('least'), sizes('end'), sizes('middle')], [['100'], ['25000'], ['7500']]);
});
