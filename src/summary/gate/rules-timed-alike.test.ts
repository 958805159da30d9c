// Where base can be told by the clock and head cannot, a rule is judged by one way of timing both: what is
// measured alone takes a fifth of what it takes in an exchange.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortWorkRecord } from '../../../test/support/records/short-work.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import type { GateRule } from '../../study/gate/gate-rules.ts';
import { type GateRecord, judgeGate, type PlannedRule, type RuleCheck } from './judged-rules.ts';

const LONGER = 1.5;
const ofTarget = (target: string) => (cell: PlannedCell) => (cell.factors.target === target ? LONGER : 1);

/** Of ten objects as JSON. */
function planned({ run }: GateRecord, limit: GateRule['limit']): PlannedRule {
  const cellOf = (target: string) =>
    run.plan.cells.find(
      ({ factors, twinOf }) =>
        twinOf === null && factors.n === 10 && factors.format === 'json' && factors.target === target,
    )!.id;
  const rule = { says: 'r', item: 'decode', limit, level: 'fail', where: {}, line: null } as const;
  return { rule, pairs: [{ base: cellOf('base'), head: cellOf('copy') }] };
}

function checked(head: GateRecord, limit: GateRule['limit'], base: GateRecord | null = null): RuleCheck {
  return judgeGate(head, [planned(head, limit)], base).rules[0]!.checks[0]!;
}

const TWICE = { kind: 'grows', share: 1 } as const;
const isAbout = (value: number, wanted: number) => Math.abs(value / wanted - 1) < 0.15;

test('head is by half slower than base, and not eight times, where it alone can be told by the clock', () => {
  const { verdict, figure } = checked(shortWorkRecord({ kind: 'targets', longer: ofTarget('copy') }), TWICE);
  assert.ok(isAbout(figure!, LONGER), `${figure}`);
  assert.equal(verdict, 'kept');
});

test('head is not faster than it is, where base alone can be told by the clock', () => {
  const made = shortWorkRecord({ kind: 'targets', longer: ofTarget('base') });
  const { verdict, figure } = checked(made, { kind: 'grows', share: 0 });
  assert.ok(isAbout(figure!, 1 / LONGER), `${figure}`);
  assert.equal(verdict, 'kept');
});

test('a twin is timed as its cell is', () => {
  const isTwinOf = (target: string) => (cell: PlannedCell) =>
    cell.twinOf !== null && cell.factors.target === target ? LONGER : 1;
  const made = shortWorkRecord({ kind: 'targets', longer: isTwinOf('copy') });
  // Half of head is its twin.
  const { figure } = checked(made, TWICE);
  assert.ok(isAbout(figure!, Math.sqrt(LONGER)), `${figure}`);
});

test('an absolute limit is held beside head as its bill has it, whatever base is timed by', () => {
  const made = shortWorkRecord({ kind: 'targets', longer: ofTarget('copy') });
  const rule = planned(made, { kind: 'above', value: 1 });
  const head = made.summary.cells.find(({ id }) => id === rule.pairs[0]!.head)!;
  const beside = [planned(made, TWICE), rule];
  const figure = judgeGate(made, beside).rules[1]!.checks[0]!.figure!;
  assert.deepEqual(head.batched, []);
  assert.ok(isAbout(figure, head.phases.decode!), `${figure} ${head.phases.decode}`);
});

test('against a record of its own head and base are timed in one way too', () => {
  const base = shortWorkRecord({ kind: 'targets', seed: 1 });
  for (const withoutBatches of [false, true]) {
    const head = shortWorkRecord({ kind: 'targets', seed: 2, longer: ofTarget('copy'), withoutBatches });
    const { verdict, figure } = checked(head, { kind: 'grows', share: 2 }, base);
    assert.ok(isAbout(figure!, LONGER), `${figure}`);
    assert.equal(verdict, 'kept', `${withoutBatches}`);
  }
});
