// Which claims of a study a short run asks.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadShipped } from '../../../test/support/studies/shipped-studies.ts';
import { allCells } from '../../study/cells/keep-cells.ts';
import { quickCells, shortRun } from '../../study/change/quickened.ts';
import type { Study } from '../../study/study.ts';
import { makePlan } from '../make-plan.ts';
import { canRun } from './claim-cells.ts';
import { fewClaims, withTime } from './few-claims.ts';
import { onlyClaims } from './only-claims.ts';

const short = (study: Study) => shortRun(study).study;
const planOf = (study: Study) => makePlan(study, { noLink: 'no cargo' });

async function few(name: string) {
  const quick = quickCells(await loadShipped(name)).study;
  const { study, notes } = fewClaims(quick, planOf(withTime(quick)).cells, { short, planOf });
  return { quick, study, notes, ids: study.claims.map(({ id }) => id) };
}

test('a short run asks the cheapest claims, and has time for every cell of them', async () => {
  const { quick, study, notes, ids } = await few('opijac-2017');
  assert.ok(ids.length > 1 && ids.length < quick.claims.length, ids.join(' '));
  const { cells } = planOf(study);
  assert.ok(cells.every((cell) => canRun(cell) || cell.skip === 'needs the link: no cargo'));
  assert.equal(cells.filter(({ twinOf }) => twinOf === null).length, allCells(study).length);
  assert.match(
    notes[0]!,
    new RegExp(`^--quick: asks ${ids.length} of ${quick.claims.length} claims \\(${ids[0]}`),
  );
  assert.deepEqual(study.comparisons, []);
});

test('with more time it asks more of them', async () => {
  const { quick, ids } = await few('opijac-2017');
  const longer = (study: Study) => {
    const small = short(study);
    return { ...small, protocol: { ...small.protocol, budgetMs: 300_000 } };
  };
  const more = fewClaims(quick, planOf(withTime(quick)).cells, { short: longer, planOf }).study.claims;
  assert.ok(more.length > ids.length, `${more.length} and ${ids.length}`);
});

test('where none can be answered so shortly, the cheapest alone is asked', async () => {
  const quick = quickCells(await loadShipped('hameseder-2011')).study;
  const hurried = (study: Study) => {
    const small = short(study);
    return { ...small, protocol: { ...small.protocol, budgetMs: 2_000 } };
  };
  const { study } = fewClaims(quick, planOf(withTime(quick)).cells, { short: hurried, planOf });
  assert.equal(study.claims.length, 1);
});

test('claims that cannot be measured here are not asked, and of none nothing is left but the study', async () => {
  const quick = quickCells(await loadShipped('opijac-2017')).study;
  const nowhere = quick.claims.filter(({ standIn }) => standIn === null);
  const { study } = fewClaims({ ...quick, claims: nowhere }, planOf(withTime(quick)).cells, {
    short,
    planOf,
  });
  const asIs = onlyClaims({ ...quick, claims: [] }, planOf(withTime(quick)).cells).study;
  assert.deepEqual([study.claims, asIs.parts], [[], []]);
});
