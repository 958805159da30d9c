import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import type { LinkFacts } from '../../network/link-facts.ts';
import type { LinkEngine } from '../../network/profile.ts';
import { profileNamed } from '../../network/profiles.ts';
import { plannedComparisons } from '../comparisons/comparisons.ts';
import { summarise } from '../summarise.ts';
import { mixesModelAndPackets } from './modelled-cells.ts';

function linkOf(name: string, engine: LinkEngine): LinkFacts {
  const profile = profileNamed(name)!;
  const network = { profile, engine, why: '', calibration: null, checks: [] };
  return { version: '1', rootless: true, networks: [network], tcp: null, setUpMs: 1 };
}

test('a model is compared with no packets, those of loopback among them', () => {
  const { run } = syntheticRecord({ kind: 'opijac', blocks: 1 });
  const cells = run.plan.cells.map((cell) => ({ ...cell, skip: null }));
  const study = { ...run.study, comparisons: [{ factor: 'network', baseline: 'none' } as const] };
  const over = (engine: LinkEngine) => {
    return { ...run, study, plan: { ...run.plan, cells }, link: linkOf('10mbit', engine) };
  };
  assert.equal(plannedComparisons(over('tun')).length, 96);
  assert.equal(plannedComparisons(over('modelled')).length, 0);
  const formats = { ...over('modelled'), study: run.study };
  assert.ok(plannedComparisons(formats).some(({ a }) => a.includes('10mbit')));
  const [one, other] = ['none', '10mbit'].map((name) => cells.find((c) => c.factors.network === name)!);
  assert.ok(mixesModelAndPackets(over('modelled'), [one!, other!]));
  assert.ok(!mixesModelAndPackets(over('modelled'), [other!, other!]));
});

test('a model neither replicates what was published nor fails to', () => {
  const { run, rows, probes } = syntheticRecord({ kind: 'opijac', blocks: 40, seed: 3 });
  const claims = (engine: LinkEngine) =>
    summarise({ ...run, link: linkOf('none', engine) }, rows, probes).claims.filter(
      ({ measured }) => measured !== null,
    );
  assert.ok(claims('tun').some(({ verdict }) => verdict !== 'open'));
  for (const { verdict, note } of claims('modelled')) {
    assert.equal(verdict, 'open');
    assert.match(note, /modelled, not packets: not held against what was published$/);
  }
});
