import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import type { PlannedSession } from '../../plan/plan.ts';
import type { ProbeRow, SampleRow } from '../../record/record.ts';
import type { CellSpec, ProbeJob } from '../../wire/agent-protocol.ts';
import { SessionTrouble } from './session-guard.ts';
import { AnswerTimes, measureProbes, type ProbesTask } from './session-probes.ts';

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
    answerMs: () => 1,
    isOnly: false,
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

/** Sessions of compressed cells, whose answers take so long; answers the pairs asked of each cell. */
async function pairsAsked(sessions: number, answersMs: readonly number[], isOnly = false) {
  const { plan } = syntheticRecord({ sessions }).run;
  const own = plan.cells.filter(({ twinOf }) => twinOf === null).slice(0, answersMs.length);
  assert.equal(own.length, answersMs.length);
  const specs = own.map(({ id }) => ({ cell: id, compression: 'gzip' })) as unknown as CellSpec[];
  const times = new Map(own.map(({ id }, place) => [id, answersMs[place]!]));
  const asked = own.map(({ id }) => ({ id, pairs: [] as (number | undefined)[] }));
  for (const planned of plan.sessions)
    await measureProbes(specs, {
      ...{ plan, planned, session: planned.index, timeoutMs: 1_000, exchangesMs: 20_000, isOnly },
      answerMs: (cell) => times.get(cell) ?? null,
      desk: {
        probe: async ({ cells: [cell], leastPairs }) => {
          asked.find(({ id }) => id === cell!.cell)!.pairs.push(leastPairs);
          return [{ ...EMPTY, cell: cell!.cell }];
        },
      },
      guard: { wait: (work) => Promise.resolve(work), heard: () => {} },
      journal: () => {},
    });
  return asked.map(({ pairs }) => pairs);
}

test('cells whose answers take long take turns, one pair each, and cost the light ones nothing', async () => {
  const [light, dear, dearer] = await pairsAsked(4, [20, 600, 620]);
  assert.deepEqual(light, [3, 3, 3, 3]);
  assert.deepEqual(
    [dear, dearer],
    [
      [1, 0, 1, 0],
      [0, 1, 0, 1],
    ],
  );
  // Where not even that has room, each has a turn in the first four sessions, whatever it takes.
  const long = await pairsAsked(8, [20, 5_000, 6_000]);
  assert.deepEqual(long.slice(1), [
    [1, 0, 0, 0, 1, 0, 0, 0],
    [0, 0, 0, 1, 0, 0, 0, 1],
  ]);
  assert.deepEqual(await pairsAsked(4, [20, 5_000]), [
    [3, 3, 3, 3],
    [2, 0, 0, 0],
  ]);
});

test('a run of one session, and advice, ask for two pairs however long they take', async () => {
  assert.deepEqual(await pairsAsked(1, [20, 1_500]), [[12], [2]]);
  assert.deepEqual(await pairsAsked(4, [1_500], true), [[3, 3, 3, 3]]);
});

test('an answer takes what its exchanges take, without what the client computes', () => {
  const times = new AnswerTimes();
  const add = (own: Partial<SampleRow>) =>
    times.add([{ cell: 'a', outcome: 'completed', clientComputeMs: 60, ...own } as SampleRow]);
  add({ requests: 2, totalMs: 300 });
  add({ requests: 1, totalMs: 180 });
  add({ requests: 1, totalMs: 9_000, outcome: 'failed' });
  assert.equal(times.meanMs('a'), 120);
  assert.equal(times.meanMs('b'), null);
});
