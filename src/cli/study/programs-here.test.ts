// What is left of the plan of a record that is gone on with where a program fails by now.

import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { inProcessDrivers } from '../../../test/support/host/in-process-drivers.ts';
import { FAKE_VOCABULARY } from '../../../test/support/studies/fake-vocabulary.ts';
import { FakeClock } from '../../base/clock.ts';
import { EnvironmentError } from '../../base/errors.ts';
import { makePlan } from '../../plan/make-plan.ts';
import { blankFacts } from '../../run/sessions/session-facts.ts';
import { parseStudy } from '../../study/resolve/load-study.ts';
import { LackingPrograms } from './lacks.ts';
import { planForNeeded, planToGoOn } from './programs-here.ts';

const text =
  'study: s\ntitle: S\nquestion: Q\nfactors: {n: 3, format: [json, protobuf], browser: node, target: [node, dropwizard]}\nprotocol: {budget: 3m}';
const study = parseStudy(text, 's.yaml', FAKE_VOCABULARY, 5);
const plan = makePlan(study, { noLink: null });
const clock = new FakeClock();

function driversWithout(missing: readonly string[]) {
  const drivers = inProcessDrivers({ targets: ['node', 'dropwizard'], isVerified: true }, clock);
  const find = async (): Promise<never> => {
    throw new EnvironmentError('no compiler', [], 'get one');
  };
  const plain = drivers.target.bind(drivers);
  Object.assign(drivers, {
    target: (name: string) => (missing.includes(name) ? { name, find } : plain(name)),
  });
  return drivers;
}

function goneOn(complete: readonly number[], missing: readonly string[]) {
  const earlier = complete.map((planned, session) => ({
    ...blankFacts(session, planned, '2026-01-01T00:00:00.000Z'),
    status: 'complete' as const,
  }));
  const drivers = driversWithout(missing);
  return planToGoOn({ study, plan, earlier }, fakeHost(tmpdir(), clock), drivers, () => {});
}

test('rotations that were begun stay, and those to come have no session of a target that fails', async () => {
  const { plan: rest, without, lacks } = await goneOn([0, 1, 2], ['dropwizard']);
  assert.deepEqual(
    [...without].sort(),
    plan.cells.flatMap(({ id, factors }) => (factors.target === 'dropwizard' ? id : [])).sort(),
  );
  assert.deepEqual(rest.sessions.slice(0, 4), plan.sessions.slice(0, 4));
  assert.ok(rest.sessions.length > 4);
  assert.deepEqual([...new Set(rest.sessions.slice(4).map(({ target }) => target))], ['node']);
  assert.deepEqual(rest.cells, plan.cells);
  assert.equal(lacks.length, 1);
});

test('a plan whose programs all work is left as it is, and one without any is refused', async () => {
  assert.equal((await goneOn([0, 1], [])).plan, plan);
  await assert.rejects(goneOn([0, 1], ['node', 'dropwizard']), LackingPrograms);
});

test('a run does without a program that no cell of those it needs asks for, and ends where one does', async () => {
  const idsOf = (target: string) =>
    new Set(plan.cells.flatMap(({ id, factors }) => (factors.target === target ? id : [])));
  const host = fakeHost(tmpdir(), clock);
  const planned = (needed: ReadonlySet<string>) =>
    planForNeeded(study, plan, needed, host, driversWithout(['dropwizard']), () => {});
  const { cells, sessions } = await planned(idsOf('node'));
  assert.deepEqual(cells.flatMap(({ id, skip }) => (skip === null ? [] : id)).toSorted(), [
    'json dropwizard',
    'protobuf dropwizard',
  ]);
  assert.ok(sessions.every(({ target }) => target === 'node'));
  assert.match(host.told(), /note: cells of target dropwizard are left out: no compiler/);
  await assert.rejects(planned(idsOf('dropwizard')), LackingPrograms);
});
