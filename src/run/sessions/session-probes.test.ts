import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import type { PlannedSession } from '../../plan/plan.ts';
import type { ProbeRow } from '../../record/record.ts';
import type { CellSpec, ProbeJob } from '../../wire/agent-protocol.ts';
import { SessionTrouble } from './session-guard.ts';
import { measureProbes, type ProbesTask } from './session-probes.ts';

const EMPTY = { decodeMs: null, clientComputeMs: null, decompressMs: null, decompressBy: null } as const;

async function probed(sessions: number, nameOf = (cell: string) => cell, isWire = false) {
  const { plan } = syntheticRecord({ sessions }).run;
  const [first] = plan.sessions as [PlannedSession];
  const panels = first.panels.map((panel) => (isWire ? { ...panel, leastBlocks: 2 } : panel));
  const planned = { ...first, panels };
  const names = new Set(planned.panels.flatMap(({ cells }) => cells));
  const cells = plan.cells.filter(({ id }) => names.has(id));
  const specs = cells.map(({ id, factors }) => ({
    cell: id,
    compression: 'compression' in factors ? factors.compression.coding : 'none',
  })) as unknown as CellSpec[];
  const jobs: ProbeJob[] = [];
  const rows: ProbeRow[] = [];
  const task: ProbesTask = {
    plan,
    planned,
    session: 0,
    timeoutMs: 1_000,
    exchangesMs: 4_000,
    desk: {
      probe: async (job) => {
        jobs.push(job);
        return [{ ...EMPTY, cell: nameOf(job.cells[0]!.cell) }];
      },
    },
    guard: { wait: (work) => Promise.resolve(work), heard: () => {} },
    journal: (some) => rows.push(...some),
  };
  await measureProbes(specs, task);
  return { jobs, rows, specs };
}

test('every cell has its probe, and those that are alike share one', async () => {
  const { jobs, rows, specs } = await probed(6);
  assert.deepEqual(rows.map(({ cell }) => cell).sort(), specs.map(({ cell }) => cell).sort());
  assert.ok(jobs.length < specs.length, 'the twin has that of its cell');
});

test('all sessions together ask for a dozen pairs, each for two at least', async () => {
  for (const [sessions, pairs] of [
    [1, 12],
    [4, 3],
    [12, 2],
  ] as const) {
    const { jobs } = await probed(sessions);
    assert.deepEqual([...new Set(jobs.map(({ leastPairs }) => leastPairs))], [pairs], `${sessions} sessions`);
  }
});

test('over a slow wire a session asks for two pairs, however few sessions there are', async () => {
  const { jobs } = await probed(1, undefined, true);
  assert.deepEqual([...new Set(jobs.map(({ leastPairs }) => leastPairs))], [2]);
});

test('a probe of another cell than was asked for ends the session', async () => {
  await assert.rejects(
    probed(4, () => 'another'),
    SessionTrouble,
  );
});
