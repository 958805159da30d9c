// What is planned of a study for its claims, and what is told to be missing; nothing is measured.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { inProcessDrivers } from '../../../test/support/host/in-process-drivers.ts';
import { FakeClock } from '../../base/clock.ts';
import { EnvironmentError } from '../../base/errors.ts';
import { ROOM } from '../../plan/sessions/room.ts';
import { namedStudy } from '../study/study-options.ts';
import { inTime, lookAhead, type Outlook, planAsked, sayLacking } from './look-ahead.ts';
import type { ReproduceFlags } from './reproduce.ts';

const dir = mkdtempSync(join(tmpdir(), 'wirefare-ahead-'));
after(() => rmSync(dir, { recursive: true }));
const clock = new FakeClock();
const host = fakeHost(dir, clock);
writeFileSync(
  join(dir, 'wide.yaml'),
  `study: wide
title: Wide
question: Which?
source: A. Nobody, 2016
factors:
  n: [10, 1000, 10000]
  format: [json, protobuf]
  network: [none, lan]
  browser: [node, chromium]
protocol: {budget: 5m}
claims:
  - id: W1
    says: Protobuf is faster
    where: {network: lan, n: [10, 10000]}
    numerator: {format: json}
    denominator: {format: protobuf}
    published: [1, null]
`,
);
const study = await namedStudy('wide.yaml', host);
const asked = { typed: 'wide.yaml', study };
const drivers = inProcessDrivers({}, clock);

async function browsersOf(flags: ReproduceFlags): Promise<readonly string[]> {
  const { plan } = await planAsked(asked, flags, host, drivers);
  return [...new Set(plan.cells.map(({ factors }) => factors.browser))];
}

test('a study is planned in the browser that it names first, in all of them, or in those asked for', async () => {
  assert.deepEqual(await browsersOf({}), ['node']);
  assert.deepEqual(await browsersOf({ full: true }), ['node', 'chromium', 'firefox', 'webkit']);
  assert.deepEqual(await browsersOf({ full: true, only: ['browser=webkit'] }), ['webkit']);
  assert.deepEqual(await browsersOf({ only: ['n=10', 'browser=chromium'] }), ['chromium']);
});

test('a full run has every cell, with or without a claim', async () => {
  const cellsOf = async (flags: ReproduceFlags) => {
    const { plan } = await planAsked(asked, { only: ['browser=node'], ...flags }, host, drivers);
    return plan.cells.filter(({ twinOf }) => twinOf === null).length;
  };
  assert.deepEqual([await cellsOf({}), await cellsOf({ full: true })], [4, 3 * 2 * 2]);
});

test('its cells are those of its claims whatever its time, which only says how many are measured', async () => {
  const planned = await planAsked(asked, {}, host, drivers);
  const ids = (cells: readonly { readonly id: string; readonly twinOf: string | null }[]) =>
    cells.filter(({ twinOf }) => twinOf === null).map(({ id }) => id);
  assert.equal(ids(planned.plan.cells).length, 4);
  const short = inTime(planned, 12_000, ROOM, host);
  assert.deepEqual(short.study.parts, planned.study.parts);
  assert.deepEqual(
    ids(short.plan.cells.filter(({ skip }) => skip === null)),
    ids(planned.plan.cells.filter(({ factors }) => factors.n === 10)),
  );
});

test('cells are planned with room, since a session that is cut decides nothing', async () => {
  const planned = await planAsked(asked, {}, host, drivers);
  const { costMs } = await lookAhead({ ...asked, dir: join(dir, 'none') }, {}, host, drivers);
  const leftOut = (budgetMs: number) =>
    inTime(planned, budgetMs, ROOM, host).plan.cells.filter(({ skip }) => skip !== null).length;
  assert.equal(leftOut(1.3 * costMs), 0);
  assert.ok(leftOut(1.15 * costMs) > 0, 'what is reckoned alone is too little');
});

test('what several studies lack is told once, with what mends it', async () => {
  const noLink = new EnvironmentError('no namespaces', [], 'ask for them');
  const without = inProcessDrivers({ link: { missing: noLink } }, clock);
  const folder = { ...asked, dir: join(dir, 'none') };
  const outlook = await lookAhead(folder, {}, host, without);
  assert.match(outlook.missing, /^not measured: 4 cells: needs the link: no namespaces$/);
  const other: Outlook = { ...outlook, folder: { ...folder, study: { ...study, name: 'other' } } };
  const said = sayLacking([outlook, other]);
  assert.equal(said.length, 2);
  assert.equal(said[0], 'missing for wide and other: 4 cells: needs the link: no namespaces');
  assert.match(said[1]!, /^ {2}to mend it: ask for them/);
});
