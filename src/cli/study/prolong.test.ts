import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { UserError } from '../../base/errors.ts';
import type { RunFile } from '../../record/record.ts';
import { usedMs } from '../../report/words/wall-time.ts';
import type { PayloadRef } from '../../study/study.ts';
import { goneOn } from './prolong.ts';

const scratch = mkdtempSync(join(tmpdir(), 'wirefare-prolong-'));
after(() => rmSync(scratch, { recursive: true }));
mkdirSync(join(scratch, 'empty'));
// Nothing was measured yet, as far as the samples say: every question is open.
writeFileSync(join(scratch, 'empty', 'samples.ndjson'), '');
const dir = join(scratch, 'empty');
const { run } = syntheticRecord({ kind: 'quick', sessions: 6 });

function refusal(before: RunFile, more = { budgetMs: null, precision: null }): Promise<string> {
  return goneOn(before, dir, more).then(
    () => 'goes on',
    (thrown: unknown) => {
      assert.ok(thrown instanceof UserError);
      return thrown.problems[0]!.what;
    },
  );
}

test('a record of the former protocol is not gone on with, and what can be done with it is said', async () => {
  const former = { ...run, status: 'interrupted', plan: { ...run.plan, design: 1 } } as const;
  const told = await refusal(former);
  assert.match(
    told,
    /former protocol.*can still be reported \(wirefare report .*measure anew with: wirefare run quick/,
  );
});

test('what measures a former record anew is the command that made it', async () => {
  const former = { ...run, status: 'interrupted', plan: { ...run.plan, design: 1 } } as const;
  const anew = async (more: Partial<RunFile>) =>
    /measure anew with: (.*)$/.exec(await refusal({ ...former, ...more }))![1];
  const advised = (source: string) => ({ advice: { payload: { source } } }) as Partial<RunFile>;
  const measured = (...sources: string[]) => {
    const payloads = sources.map((source) => ({ name: 'orders', source })) as unknown as PayloadRef[];
    return { study: { ...run.study, name: 'measure-orders', payloads } };
  };
  assert.equal(await anew({}), 'wirefare run quick');
  assert.equal(
    await anew({ study: { ...run.study, name: 'mine' } }),
    'wirefare run FILE (that of the study mine)',
  );
  assert.equal(await anew(advised('orders.json')), 'wirefare advise orders.json');
  assert.equal(await anew(advised('3 files')), 'wirefare advise PAYLOAD (3 files)');
  assert.equal(
    await anew(measured('http://a.example/orders?page=1&of=3', 'http://b.example/orders?key=…')),
    "wirefare measure 'http://a.example/orders?page=1&of=3' --against URL (http://b.example/orders?key=…)",
  );
});

test('the end of a run that was killed counts as a look, since it can be reported until it goes on', async () => {
  const more = { budgetMs: null, precision: null };
  const looksOf = async (before: Partial<RunFile>) => {
    const { earlierLooks } = await goneOn({ ...run, status: 'interrupted', ...before }, dir, more);
    return earlierLooks!.map(({ rotations, sessions }) => [rotations, sessions]);
  };
  assert.deepEqual(await looksOf({ looks: [4], lookSessions: [4] }), [
    [4, 4],
    [6, 6],
  ]);
  assert.deepEqual(await looksOf({ looks: [4, 6] }), [
    [4, 6],
    [6, 6],
  ]);
  assert.deepEqual(await looksOf({ looks: [] }), [[6, 6]]);
  const three = run.sessions.slice(0, 3);
  assert.deepEqual(await looksOf({ looks: [], sessions: three }), []);
});

test('a complete record goes on only where more time or a finer precision is asked', async () => {
  assert.match(await refusal(run), /is complete; more time \(--budget 5m\) or a finer precision/);
});

test('with more time there are more sessions, the first ones as they were, and the looks go on counting', async () => {
  const { plan, budgetMs, study } = await goneOn(run, dir, { budgetMs: 300_000, precision: 0.05 });
  assert.ok(plan.sessions.length > 6 + 3, `${plan.sessions.length}`);
  assert.deepEqual(plan.sessions.slice(0, 6), run.plan.sessions);
  assert.deepEqual(
    plan.sessions.map(({ index }) => index),
    plan.sessions.map((_, index) => index),
  );
  assert.equal(new Set(plan.sessions.map(({ seed }) => seed)).size, plan.sessions.length);
  assert.equal(budgetMs, 300_000);
  assert.equal(study.protocol.precision, 0.05);
  // How the level is shared stays what it was when the first look used most of it.
  const once = { ...run, looks: [6], plan: { ...run.plan, lookedAtOnce: true as const } };
  const afterOnce = await goneOn(once, dir, { budgetMs: 300_000, precision: 0.05 });
  assert.equal(afterOnce.plan.lookedAtOnce, true);
  assert.deepEqual(
    afterOnce.earlierLooks!.map(({ rotations }) => rotations),
    [6],
  );
  // Not beside what the first run was given and never took.
  const given = { ...run.study, protocol: { ...run.study.protocol, budgetMs: 900_000 } };
  const longer = await goneOn({ ...run, study: given }, dir, { budgetMs: 180_000, precision: null });
  assert.equal(longer.study.protocol.budgetMs, usedMs(run) + 180_000);
});

test('an interrupted run has the time that its sessions have not taken', async () => {
  const spentMs = run.sessions.reduce((sum, { startMs, wallMs }) => sum + startMs + wallMs, 0);
  const protocol = { ...run.study.protocol, budgetMs: 1_000_000 };
  const left = await goneOn({ ...run, status: 'interrupted', study: { ...run.study, protocol } }, dir, {
    budgetMs: null,
    precision: null,
  });
  assert.equal(left.budgetMs, 1_000_000 - spentMs);
  assert.equal(left.plan, run.plan);
});
