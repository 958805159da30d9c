// What of the dear studies' claims has room in the first sessions of the usual 90 minutes, of which each of
// them has about 34.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadShipped } from '../../../test/support/studies/shipped-studies.ts';
import { canRun, pairsForClaim } from '../../plan/claims/claim-cells.ts';
import { onlyClaims } from '../../plan/claims/only-claims.ts';
import { makePlan, planCells } from '../../plan/make-plan.ts';
import { keepCells } from '../../study/cells/keep-cells.ts';
import { namedBrowser } from './asked-studies.ts';
import { FIRST_ROOM } from './time-shares.ts';

const SHARE_MS = 34 * 60_000;

/** Ratio → how many of its pairs are planned, and how many it is about. */
async function planned(name: string): Promise<ReadonlyMap<string, readonly [there: number, wanted: number]>> {
  const whole = await loadShipped(name);
  const ofBrowser = keepCells(whole, ({ browser }) => browser === namedBrowser(whole));
  const { study } = onlyClaims(ofBrowser, planCells(ofBrowser, ofBrowser.parts, { noLink: null }));
  const given = { ...study, protocol: { ...study.protocol, budgetMs: SHARE_MS } };
  const { cells } = makePlan(given, { noLink: null, room: FIRST_ROOM });
  return new Map(
    study.claims.map((claim) => {
      const { there, wanted } = pairsForClaim(cells, claim, canRun);
      return [claim.id, [there.length, wanted.length] as const];
    }),
  );
}

test('of slodziak-2016 all pairs of S1 are planned, and some of every other ratio', async () => {
  const pairs = await planned('slodziak-2016');
  assert.deepEqual(
    [pairs.get('S1a'), pairs.get('S1b')],
    [
      [9, 9],
      [5, 5],
    ],
  );
  for (const [id, [there]] of pairs) assert.ok(there > 0, id);
});

test('of opijac-2017 no mean is of its cheapest pairs alone for the sake of O6', async () => {
  const pairs = await planned('opijac-2017');
  for (const id of ['O1', 'O2', 'O3a', 'O3b', 'O7c', 'O7d', 'O8a', 'O8b', 'O8c'])
    assert.ok(pairs.get(id)![0] >= 3, `${id}: ${pairs.get(id)}`);
  for (const [id, [there]] of pairs) assert.ok(there > 0, id);
});
