// Targets that share their sessions, held to the known truths of synthetic records: what drifts from session
// to session is many times what they differ by.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NETWORK_MS, SLOW_NETWORK_MS, syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { summarise } from '../summarise.ts';
import type { Summary } from '../summary.ts';
import type { Comparison } from './comparison.ts';

const RECORDS = 24;
const SESSION_SD = 0.3;

const made = Array.from({ length: RECORDS }, (_, seed) => {
  const record = syntheticRecord({
    kind: 'targets',
    sessions: 4,
    blocks: 12,
    seed: seed + 1,
    sessionSd: SESSION_SD,
  });
  const summary = summarise(record.run, record.rows, record.probes);
  return { record, summary, pairs: ofTargets(summary) };
});

function ofTargets({ comparisons }: Pick<Summary, 'comparisons'>): readonly Comparison[] {
  return comparisons.filter(({ asked, factor }) => asked && factor === 'target');
}

const isOf = ({ a }: Comparison, target: string) => a.endsWith(` ${target}`);
const meanWidth = (pairs: readonly Comparison[]) =>
  pairs.reduce((sum, pair) => sum + widthOf(pair), 0) / pairs.length;
const widthOf = ({ interval: [low, high] }: Comparison) => high / low - 1;

test('two targets that are the same are never told apart, in intervals narrower than sessions drift', () => {
  const alike = made.flatMap(({ pairs }) => pairs.filter((pair) => isOf(pair, 'copy')));
  assert.equal(alike.length, RECORDS * 4);
  const wrong = alike.filter(({ interval: [low, high] }) => low > 1 || high < 1);
  assert.ok(wrong.length <= 0.05 * alike.length, `${wrong.length} of ${alike.length}`);
  assert.ok(alike.every(({ verdict }) => verdict !== 'faster' && verdict !== 'slower'));
  // Of sessions of their own it is about ten times that.
  assert.ok(meanWidth(alike) < SESSION_SD, String(meanWidth(alike)));
});

test('a target that takes longer is told to be slower, by what was put in', () => {
  for (const { record, pairs } of made) {
    for (const pair of pairs.filter((one) => isOf(one, 'slow'))) {
      const truth = record.truthMs.get(pair.b)! / record.truthMs.get(pair.a)!;
      assert.ok(Math.abs(Math.log(pair.ratio / truth)) < 0.05, `${pair.a}: ${pair.ratio}, truth ${truth}`);
      if (truth < 0.93) assert.equal(pair.verdict, 'slower', `${pair.a}: ${pair.interval}`);
    }
  }
});

test('each target has a network item of its own, from its own empty exchanges', () => {
  const { summary } = made[0]!;
  const networkMs = (target: string) => {
    const own = summary.cells.filter(({ factors }) => factors.target === target);
    return own.reduce((sum, { phases }) => sum + phases.network!, 0) / own.length;
  };
  const [base, slow] = [networkMs('base'), networkMs('slow')];
  const truth = (NETWORK_MS.http1 + SLOW_NETWORK_MS) / NETWORK_MS.http1;
  assert.ok(Math.abs(slow / base / truth - 1) < 0.08, `${slow} and ${base} ms, truth ${truth}`);
});

test('blocks of one session alone are paired with those that stand beside them', () => {
  const { run, rows, probes } = syntheticRecord({
    kind: 'targets',
    sessions: 1,
    blocks: 30,
    seed: 3,
    blockSd: 0.4,
  });
  const paired = ofTargets(summarise(run, rows, probes));
  const sessions = run.plan.sessions.map((session) => ({
    ...session,
    panels: session.panels.map(({ beside: _, ...panel }) => panel),
  }));
  const apart = ofTargets(summarise({ ...run, plan: { ...run.plan, sessions } }, rows, probes));
  assert.equal(paired.length, 8);
  assert.ok(meanWidth(paired) < 0.7 * meanWidth(apart), `${meanWidth(paired)} and ${meanWidth(apart)}`);
});
