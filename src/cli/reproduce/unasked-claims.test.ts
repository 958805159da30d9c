import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { loadShipped, SHIPPED_VOCABULARY } from '../../../test/support/studies/shipped-studies.ts';
import { makePlan } from '../../plan/make-plan.ts';
import type { RunFile } from '../../record/record.ts';
import { onlyLevels } from '../../study/change/only-levels.ts';
import { timesOfUnasked } from './unasked-claims.ts';

/** A record that was asked some of the claims, in Chromium. */
async function record(name: string, ids: readonly string[], noLink: string | null) {
  const study = await loadShipped(name);
  const { study: inOne } = onlyLevels(study, ['browser=chromium'], SHIPPED_VOCABULARY);
  const asked = { ...inOne, claims: study.claims.filter(({ id }) => ids.includes(id)) };
  const plan = makePlan({ ...asked, protocol: { ...asked.protocol, sessions: 1 } }, { noLink });
  const run: RunFile = { ...syntheticRecord().run, study: asked, plan };
  return { study, run };
}

test('a claim that was not asked takes what a plan of it says, whole and by its ratios', async () => {
  const { study, run } = await record('slodziak-2016', ['S2', 'S4a'], null);
  const times = timesOfUnasked(study, [run]);
  assert.deepEqual([times.has('S2'), times.has('S4a')], [false, false]);
  for (const id of ['S1', 'S1a', 'S1b', 'S3', 'S4', 'S4b', 'S5', 'S6', 'S7'])
    assert.ok(times.get(id)! > 60_000, `${id}: ${times.get(id)}`);
  assert.ok(times.get('S1')! >= times.get('S1a')!);
  // Of S4 what is left of it.
  assert.equal(times.get('S4'), times.get('S4b'));
});

test('what this machine cannot measure has no time, and where all was asked there is none', async () => {
  const { study, run } = await record('opijac-2017', ['O4a'], 'no cargo');
  const times = timesOfUnasked(study, [run]);
  // At 10 Mbit/s there is nothing that stands in.
  assert.deepEqual([times.get('O1'), times.get('O11')], [null, null]);
  const all = { ...run, study: { ...run.study, claims: study.claims } };
  assert.deepEqual(timesOfUnasked(study, [run, all]), new Map());
});
