import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SAMPLE } from '../../../test/support/agents/scripted-agent.ts';
import { AUDIT_IN_TIME } from '../../../test/support/drivers/fake-link.ts';
import { FakeClock } from '../../base/clock.ts';
import { NETWORKS } from '../../network/profiles.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import { EMPTY_CELL } from '../../wire/sample.ts';
import { blockAudit } from './block-audit.ts';

const cell = (id: string, network: string) => ({ id, factors: { network } }) as PlannedCell;
const cells = [cell('a', '3g'), cell('b', '3g'), cell('c', 'none')];
const networks = [{ ...NETWORKS[0]!, name: '3g', rttMs: 300 }, NETWORKS[0]!];
const clock = new FakeClock();
const sample = (name: string, startMs: number, totalMs: number) => ({
  ...SAMPLE,
  cell: name,
  startMs,
  totalMs,
});

test("a block's time is from its first call to its last mark on the agent's clock, a little wider", async () => {
  const asked: unknown[] = [];
  const suffered = async (...question: unknown[]) => {
    asked.push(question);
    return { ...AUDIT_IN_TIME, latenessMsMean: 1, latenessMsP99: 5 };
  };
  const audit = blockAudit(cells, networks, { timeOriginMs: 1_700_000_000_000 }, suffered, clock);
  const samples = [sample(EMPTY_CELL, 100, 4), sample('a', 105, 300), sample('b', 406, 20)];
  assert.equal((await audit(samples))?.cause, 'late');
  assert.deepEqual(asked, [['3g', 1_700_000_000_098, 1_700_000_000_428]]);
});

test('where there is nothing to ask, or nobody to tell, a block counts', async () => {
  const silent = blockAudit(cells, networks, { timeOriginMs: 0 }, async () => null, clock);
  assert.equal(await silent([sample('a', 0, 1)]), null);
  const never = blockAudit(
    cells,
    networks,
    { timeOriginMs: 0 },
    () => assert.fail('asked of no network'),
    clock,
  );
  assert.equal(await never([]), null);
  assert.equal(await never([sample(EMPTY_CELL, 0, 1)]), null);
});

test('how late packets may be is the word of the network that the block went over', async () => {
  const late = async () => ({ ...AUDIT_IN_TIME, latenessMsP99: 0.5 });
  const audit = blockAudit([...cells, cell('d', 'none')], networks, { timeOriginMs: 0 }, late, clock);
  assert.equal(await audit([sample('a', 0, 1)]), null);
  assert.equal((await audit([sample('d', 0, 1)]))?.cause, 'late');
});

test('a wall clock that is set in the middle of a session moves the question with it, its own step does not', async () => {
  const asked: number[] = [];
  const suffered = async (_: string, fromMs: number) => {
    asked.push(fromMs);
    return AUDIT_IN_TIME;
  };
  let setMs = 0;
  const moved = { nowMs: () => clock.nowMs(), date: () => new Date(clock.date().getTime() + setMs) };
  const audit = blockAudit(cells, networks, { timeOriginMs: 1_000 }, suffered, moved);
  for (setMs of [1, 300_000, -40]) await audit([sample('a', 100, 4)]);
  assert.deepEqual(asked, [1_098, 301_098, 1_058]);
});
