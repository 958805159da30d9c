import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { UserError } from '../../base/errors.ts';
import { kindOfSession } from '../plan.ts';
import { dealtBudgetMs, ownSessions, parseDealtShare, withShare } from './share.ts';

const { run } = syntheticRecord({ kind: 'targets', sessions: 5, blocks: 1 });
const { plan, study } = run;

function mistake(act: () => unknown): string {
  try {
    act();
  } catch (thrown) {
    assert.ok(thrown instanceof UserError);
    return thrown.message;
  }
  return assert.fail('nothing was wrong');
}

test('the shares of a plan are all of its sessions, each once and as it was planned', () => {
  for (const shares of [1, 2, 5]) {
    const dealt = Array.from({ length: shares }, (_, index) =>
      ownSessions(withShare(plan, { nth: index + 1, of: shares })),
    ).flat();
    assert.deepEqual(
      dealt.toSorted((a, b) => a.index - b.index),
      plan.sessions,
    );
  }
});

test('each share has whole rotations: a session of every kind', () => {
  const kinds = new Set(plan.sessions.map(kindOfSession));
  for (const nth of [1, 2, 3]) {
    const own = ownSessions(withShare(plan, { nth, of: 3 }));
    assert.deepEqual(new Set(own.map(kindOfSession)), kinds);
    assert.equal(own.length % kinds.size, 0);
  }
});

test('a share has its part of the time, and what every run does once', () => {
  const ten = { protocol: { ...study.protocol, budgetMs: 600_000 } };
  const whole = dealtBudgetMs(ten, plan);
  assert.equal(whole, 600_000);
  const fifth = dealtBudgetMs(ten, withShare(plan, { nth: 1, of: 5 }));
  assert.ok(fifth > 120_000 && fifth < 130_000, `${fifth}`);
});

test('shares that are none are told', () => {
  assert.deepEqual(parseDealtShare('3/10'), { nth: 3, of: 10 });
  for (const text of ['3', '3/', '/10', 'a/b', '1.5/2', '3/0', ''])
    assert.match(
      mistake(() => parseDealtShare(text)),
      /is no share such as 3\/10/,
      text,
    );
  for (const text of ['0/10', '11/10'])
    assert.match(
      mistake(() => parseDealtShare(text)),
      /is none of 10: the first is 1\/10, the last 10\/10/,
    );
  assert.match(
    mistake(() => parseDealtShare('1/99999')),
    /more than 10000 parts/,
  );
  const said = mistake(() => withShare(plan, { nth: 1, of: 8 }));
  assert.match(said, /there is nothing for 3 shares, as the plan has 5 sessions/);
  assert.match(said, /--sessions 8/);
});
