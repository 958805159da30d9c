// What a plan makes of a budget: how many sessions of what length, and which cells it has no time for.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SETTINGS, study } from '../../test/support/studies/planned-studies.ts';
import type { Cell } from '../factors/cell.ts';
import { VISITS } from '../stats/proofs/quick-sessions.ts';
import { minuteOf, RACE } from '../stats/proofs/wall-time.ts';
import type { Study } from '../study/study.ts';
import { warmupExchanges } from './blocks/visit-exchanges.ts';
import { leastBlocks } from './blocks/visits.ts';
import { makePlan, planWithout } from './make-plan.ts';
import { kindTimes } from './sessions/session-times.ts';
import { aroundMs } from './sessions/wall-costs.ts';

describe('a minute of many questions', () => {
  const asked = study(
    'factors: {n: [10, 100, 1000], format: [json, xml, protobuf], compression: [none, gzip], browser: chromium}\n' +
      'compare: [{factor: format, baseline: json}, {factor: compression, baseline: none}]\nprotocol: {budget: 58s}',
  );

  it('has the visits and about the sessions with which its proof simulates it', () => {
    const { sessions } = makePlan(asked, SETTINGS);
    for (const panel of sessions[0]!.panels) {
      const least = leastBlocks(panel);
      const warmups = panel.cells.map((cell) => warmupExchanges(panel, cell));
      assert.deepEqual(
        [panel.settlingPerVisit, panel.countedPerVisit, least, Math.max(...warmups)],
        [VISITS.settling, VISITS.counted, VISITS.leastBlocks, VISITS.warmup],
      );
      assert.equal(panel.countedOnce, undefined);
    }
    assert.ok(sessions.length >= 5 && sessions.length <= 7, `${sessions.length}`);
    const simulated = minuteOf(sessions.length).blocksMs;
    assert.ok(Math.abs(sessions[0]!.durationMs / simulated - 1) < 0.15, `${sessions[0]!.durationMs}`);
  });

  it('that has four of them is about as long runs are simulated', () => {
    const { sessions } = makePlan({ ...asked, protocol: { ...asked.protocol, budgetMs: 240_000 } }, SETTINGS);
    assert.ok(sessions.length >= 24 && sessions.length <= 28, `${sessions.length}`);
    assert.ok(Math.abs(sessions[0]!.durationMs / RACE.blocksMs - 1) < 0.1, `${sessions[0]!.durationMs}`);
  });
});

describe('a budget', () => {
  const wide = (budget: string, rest = '') =>
    study(
      `factors: {n: [10, 1000, 10000], format: [json, xml, protobuf], compression: [none, gzip, br-4]}\nprotocol: {budget: ${budget}}\n${rest}`,
    );
  const wallMs = (plan: ReturnType<typeof makePlan>, of: Study) => {
    const cells = new Map(plan.cells.map((cell) => [cell.id, cell]));
    const overheadMs = plan.sessions.map((session) => kindTimes(session, cells, of).overheadMs);
    const blocksMs = plan.sessions.map(({ durationMs }) => durationMs);
    return aroundMs(plan.cells) + [...overheadMs, ...blocksMs].reduce((sum, ms) => sum + ms, 0);
  };

  it('is wall time: starts, checks, verification and reports are counted, and little is left over', () => {
    for (const budget of ['30s', '1m', '10m', '2h']) {
      const of = wide(budget);
      const plan = makePlan(of, SETTINGS);
      const share = wallMs(plan, of) / of.protocol.budgetMs;
      assert.ok(share > 0.95 && share <= 1.001, `${budget}: ${share}`);
      assert.ok(plan.sessions.length >= 4 && plan.sessions.length <= 30, `${plan.sessions.length} sessions`);
    }
  });

  it('that is too short leaves out the panel that takes longest first, and says so', () => {
    const plan = makePlan(wide('45s'), SETTINGS);
    const out = plan.cells.filter(({ skip }) => skip !== null);
    assert.deepEqual([...new Set(out.map(({ factors }) => factors.n))], [10_000]);
    assert.equal(out[0]!.skip, 'the budget of 45 s has no time for it');
    assert.equal(plan.sessions.length >= 4, true);
  });

  it('that is too short keeps the cells of claims to the last', () => {
    const claims =
      'claims: [{id: C, says: c, where: {n: 10000, compression: none}, numerator: {format: xml}, denominator: {format: json}, published: [1, null]}]';
    const kept = makePlan(wide('9s', claims), SETTINGS).cells.filter(({ skip }) => skip === null);
    const claimed = kept.filter(({ factors }) => factors.n === 10_000).map(({ id }) => id);
    assert.deepEqual(
      claimed.filter((id) => !id.includes('twin')),
      ['json n=10000', 'xml n=10000'],
    );
  });

  it('that is too short for all pairs of a claim keeps one of each claim, the one that takes least', () => {
    const ratio = 'numerator: {format: xml}, denominator: {format: json}, published: [1, null]';
    const claims = `claims:
  - {id: A, says: many, where: {compression: gzip}, ${ratio}}
  - {id: B, says: one, where: {n: 1000, compression: none}, ${ratio}}`;
    const kept = makePlan(wide('18s', claims), SETTINGS).cells.filter(({ skip }) => skip === null);
    const ids = kept.map(({ id }) => id);
    for (const id of ['json gzip-6 n=10', 'xml gzip-6 n=10', 'json n=1000', 'xml n=1000'])
      assert.ok(ids.includes(id), `${id} among ${ids.join(', ')}`);
    assert.ok(!ids.includes('xml gzip-6 n=1000'));
  });

  it('goes to the others where some turn out to be impossible, also to those that it left out', () => {
    const of = wide('50s');
    const before = makePlan(of, SETTINGS);
    const isOut = ({ format }: Cell) => format !== 'json';
    const plan = planWithout(of, before, ({ factors }) => (isOut(factors) ? 'json alone' : null));
    const run = (cells: typeof plan.cells) =>
      cells.filter(({ skip, twinOf }) => skip === null && twinOf === null);
    assert.ok(run(plan.cells).every(({ factors }) => !isOut(factors)));
    assert.ok(run(before.cells).every(({ factors }) => factors.n < 10_000));
    assert.ok(
      run(plan.cells).some(({ factors }) => factors.n === 10_000),
      'the largest n came back',
    );
    assert.deepEqual(
      new Set(plan.cells.filter(({ factors }) => isOut(factors)).map(({ skip }) => skip)),
      new Set(['json alone']),
    );
    const share = wallMs(plan, of) / of.protocol.budgetMs;
    assert.ok(share > 0.95 && share <= 1.001, `${share}`);
  });

  it('that not even four sessions of two cells fit into has fewer', () => {
    const plan = makePlan(wide('4s'), SETTINGS);
    assert.equal(plan.cells.filter(({ skip, twinOf }) => skip === null && twinOf === null).length, 2);
    assert.ok(plan.sessions.length >= 1 && plan.sessions.length < 4);
  });
});
