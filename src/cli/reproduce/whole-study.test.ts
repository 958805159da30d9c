// What is left of a whole study beside the records that there are, and what time that takes.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { inProcessDrivers } from '../../../test/support/host/in-process-drivers.ts';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { FakeClock } from '../../base/clock.ts';
import { recordedJson } from '../../factors/recorded-cell.ts';
import { blankFacts } from '../../run/sessions/session-facts.ts';
import { namedStudy } from '../study/study-options.ts';
import { inTime, lookAhead, planAsked } from './look-ahead.ts';
import type { ReproduceFlags } from './reproduce.ts';
import { FIRST_ROOM } from './time-shares.ts';
import { neededMs, unmeasuredCells } from './whole-study.ts';

const dir = mkdtempSync(join(tmpdir(), 'wirefare-whole-'));
after(() => rmSync(dir, { recursive: true }));
const clock = new FakeClock();
const host = fakeHost(dir, clock);
const drivers = inProcessDrivers({}, clock);
writeFileSync(
  join(dir, 'whole.yaml'),
  `study: whole
title: Whole
question: Which?
source: A. Nobody, 2016
factors: {n: [10, 10000], format: [json, protobuf], compression: [none, gzip], browser: [node, chromium]}
protocol: {budget: 5m}
claims:
  - id: W1
    says: Protobuf is faster
    where: {n: 10, compression: none}
    numerator: {format: json}
    denominator: {format: protobuf}
    published: [1, null]
`,
);
const study = await namedStudy('whole.yaml', host);
const FULL: ReproduceFlags = { full: true, only: ['browser=node'] };

/** A record in `out/name` as a run by these flags leaves it, in a time that holds so much of it. */
async function kept(name: string, flags: ReproduceFlags, budgetMs: number) {
  const own = { typed: 'whole.yaml', study };
  const planned = await planAsked(own, flags, host, drivers);
  const { study: asked, plan } = inTime(planned, budgetMs, 1, host);
  const sessions = plan.sessions.map(({ index }) => ({
    ...blankFacts(index, index, '2026-01-01T00:00:00.000Z'),
    status: 'complete' as const,
  }));
  mkdirSync(join(dir, name), { recursive: true });
  const run = { ...syntheticRecord().run, status: 'complete' as const, study: asked, plan, sessions };
  writeFileSync(join(dir, name, 'run.json'), recordedJson(run, 0));
  return plan.cells.filter(({ skip, twinOf }) => skip === null && twinOf === null).length;
}

const ahead = (name: string) =>
  lookAhead({ typed: 'whole.yaml', study, dir: join(dir, name) }, FULL, host, drivers);

test('of a study without a record all is left, with room for what its claims leave open', async () => {
  const outlook = await ahead('none');
  assert.equal(unmeasuredCells(outlook).length, 8);
  assert.equal(neededMs(outlook), Math.ceil(FIRST_ROOM * outlook.costMs));
});

test('beside a plain run all is left, since no record has it whole', async () => {
  assert.equal(await kept('plain', {}, 600_000), 2);
  assert.equal(unmeasuredCells(await ahead('plain')).length, 8);
});

test('what a full run had no time for is left, until a further record has it', async () => {
  const whole = await ahead('none');
  const measured = await kept('full', FULL, 0.7 * whole.costMs);
  assert.ok(measured > 0 && measured < 8, `${measured} cells`);
  const left = await ahead('full');
  assert.equal(unmeasuredCells(left).length, 8 - measured);
  assert.ok(neededMs(left) > 0 && neededMs(left) < neededMs(whole));
  await kept('full+2', FULL, 600_000);
  const over = await ahead('full');
  assert.deepEqual([unmeasuredCells(over), neededMs(over)], [[], 0]);
});
