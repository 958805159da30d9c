import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MadeWorld, makeCells } from '../../../test/support/model/made-cells.ts';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { NO_NETWORK } from '../../factors/network.ts';
import type { MeasuredCell } from '../../model/measured.ts';
import { NETWORKS } from '../../network/profiles.ts';
import { HELD_FROM } from '../../record/held.ts';
import type { RunFile } from '../../record/record.ts';
import { makeSampleTable, rowAt } from '../../record/sample-table.ts';
import { withHeld } from '../held.ts';
import { summarise } from '../summarise.ts';
import type { CellSummary } from '../summary.ts';
import { holdBeside } from './beside.ts';
import { predictedSummary } from './predicted.ts';

const WORLD: MadeWorld = {
  ns: [10, 100, 1_000],
  formats: ['json', 'protobuf'],
  compressions: ['none', 'gzip-6'],
  networks: ['none', 'cable', '3g'],
  sessions: 4,
  levelSd: 0.05,
  noiseSd: 0.01,
  seed: 1,
};
const SETTINGS = { networks: NETWORKS, seed: 1, confidence: 0.95 };

function split(cells: readonly MeasuredCell[]) {
  const isLocal = ({ factors }: MeasuredCell) => factors.network === NO_NETWORK;
  return { seen: cells.filter(isLocal), heldBack: cells.filter((cell) => !isLocal(cell)) };
}

/** Summaries in which every cell took `times` as long as its sessions say. */
function measured(cells: readonly MeasuredCell[], times = 1): readonly CellSummary[] {
  return cells.map(({ id, sessions }) => {
    const totals = [...sessions.values()].map(({ totalMs }) => totalMs);
    const value = (times * totals.reduce((sum, ms) => sum + ms, 0)) / totals.length;
    return {
      id,
      totalMs: { median: value, interval: [value * 0.99, value * 1.01] },
    } as unknown as CellSummary;
  });
}

test('cells over networks are held by what loopback alone predicts of them', () => {
  const cells = makeCells(WORLD);
  const { cells: beside, refused } = holdBeside(split(cells), measured(cells), SETTINGS)!;
  assert.deepEqual(refused, []);
  assert.equal(beside.length, 24);
  const held = beside.filter(({ verdict }) => verdict === 'held').length;
  assert.ok(held >= 22, `${held} of 24`);
  for (const { cell, missedBy } of beside) assert.ok(Math.abs(missedBy) < 0.05, `${cell}: ${missedBy}`);
});

test('no prediction rests on what it stands beside', () => {
  const cells = makeCells(WORLD);
  const ofCell = (all: readonly MeasuredCell[]) =>
    holdBeside(split(all), measured(all), SETTINGS)!.cells.map(({ predictedMs }) => predictedMs);
  const twiceAsLong = cells.map((cell) =>
    cell.factors.network === NO_NETWORK
      ? cell
      : {
          ...cell,
          sessions: new Map(
            [...cell.sessions].map(([name, times]) => [name, { ...times, encodeMs: 90, totalMs: 5_000 }]),
          ),
        },
  );
  assert.deepEqual(ofCell(twiceAsLong), ofCell(cells));
});

test('a miss says how much too long, and lies near or apart as the two intervals do', () => {
  const cells = makeCells({ ...WORLD, networks: ['none', '3g'], formats: ['json'], ns: [100, 1_000] });
  const verdicts = (times: number) =>
    holdBeside(split(cells), measured(cells, times), SETTINGS)!.cells.map(({ verdict }) => verdict);
  assert.deepEqual(new Set(verdicts(2)), new Set(['apart']));
  const [first] = holdBeside(split(cells), measured(cells, 0.5), SETTINGS)!.cells;
  assert.ok(Math.abs(first!.missedBy - 1) < 0.05, String(first!.missedBy));
  const { predictedMs } = holdBeside(split(cells), measured(cells), SETTINGS)!.cells[0]!;
  const beyond = measured(cells).map((cell) => {
    const median = predictedMs.interval[1] * 1.005;
    return {
      ...cell,
      totalMs: { ...cell.totalMs!, median, interval: [median * 0.99, median * 1.01] as const },
    };
  });
  assert.equal(holdBeside(split(cells), beyond, SETTINGS)!.cells[0]!.verdict, 'near');
});

test('what nothing is known of is refused with the reason, and without both there is nothing', () => {
  const cells = makeCells({ ...WORLD, networks: ['none', '3g'] });
  const { seen, heldBack } = split(cells);
  const bare = seen.filter(({ factors }) => factors.format === 'json');
  const { cells: beside, refused } = holdBeside({ seen: bare, heldBack }, measured(cells), SETTINGS)!;
  assert.equal(beside.length, 6);
  assert.equal(refused.length, 6);
  assert.match(refused[0]!.reason, /protobuf.* was not measured here/);
  assert.equal(holdBeside({ seen, heldBack: [] }, measured(cells), SETTINGS), null);
  assert.equal(holdBeside({ seen: [], heldBack }, measured(cells), SETTINGS), null);
});

test('a record with cells on loopback and over networks has both beside each other', () => {
  const { run, rows, probes } = syntheticRecord({ sessions: 4, blocks: 6 });
  const id = 'book n=100 json/response.json gzip-6';
  const moved = {
    ...run,
    study: { ...run.study, networks: NETWORKS },
    plan: {
      ...run.plan,
      cells: run.plan.cells.map((cell) =>
        cell.id === id ? { ...cell, factors: { ...cell.factors, network: '3g' } } : cell,
      ),
    },
  };
  const told = predictedSummary(moved, rows, summarise(moved, rows, probes))!.beside!;
  // It was measured on loopback, so it took hardly anything of what 3g takes.
  assert.deepEqual(
    told.cells.map(({ cell, verdict, missedBy }) => [cell, verdict, missedBy > 50]),
    [[id, 'apart', true]],
  );
  assert.equal(predictedSummary(run, rows, summarise(run, rows, probes))!.beside, undefined);
});

test('what a study holds stands beside its prediction, and in nothing else', () => {
  const { run, rows, probes } = syntheticRecord({ sessions: 4, blocks: 6 });
  const cell = run.plan.cells.find(({ id }) => id === 'book n=100 json/response.json gzip-6')!;
  const far = { ...cell, id: 'far', part: 'far', factors: { ...cell.factors, network: '3g' } };
  const heldRows = Array.from({ length: rows.length }, (_, row) => rowAt(rows, row))
    .filter((row) => row.cell === cell.id)
    .map((row) => ({ ...row, cell: far.id, session: row.session + HELD_FROM, totalMs: row.totalMs + 440 }));
  const samples = makeSampleTable([
    ...Array.from({ length: rows.length }, (_, row) => rowAt(rows, row)),
    ...heldRows,
  ]);
  const part = { name: 'far', title: 'Far', cells: [far.factors], heldMs: 30_000 };
  const sessions = run.sessions.map((facts) => ({ ...facts, session: facts.session + HELD_FROM }));
  const whole: RunFile = {
    ...run,
    study: { ...run.study, parts: [...run.study.parts, part], networks: NETWORKS },
    held: { plan: { ...run.plan, cells: [far] }, sessions, link: null, reason: '' },
  };
  const alone = summarise(run, rows, probes);
  const summary = withHeld(summarise(whole, samples, probes), whole, samples, probes);
  assert.deepEqual([summary.cells, summary.comparisons], [alone.cells, alone.comparisons]);
  assert.deepEqual(
    summary.held!.map(({ id, sessions: of }) => [id, of]),
    [['far', 4]],
  );
  const predicted = predictedSummary(whole, samples, summary)!;
  assert.deepEqual(
    predicted.beside!.cells.map(({ cell: id, sessions: of }) => [id, of]),
    [['far', 4]],
  );
  const { beside: _, ...rest } = predicted;
  assert.deepEqual(rest, predictedSummary(run, rows, alone));
});
