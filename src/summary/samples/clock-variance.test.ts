import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { syntheticMessages } from '../../../test/support/records/synthetic-messages.ts';
import { type Random, seededRandom } from '../../base/random.ts';
import type { RunFile, SampleRow } from '../../record/record.ts';
import { makeSampleTable, rowAt, type SampleTable } from '../../record/sample-table.ts';
import { summarise } from '../summarise.ts';

const record = syntheticRecord({ sessions: 6, blocks: 4, seed: 3 });
const rows = rowsOf(record.rows);
const CELL = record.run.plan.cells.find(({ skip }) => skip === null)!.id;

function rowsOf(table: SampleTable): SampleRow[] {
  return Array.from({ length: table.length }, (_, row) => rowAt(table, row));
}

function withStep(run: RunFile, clockStepUs: number): RunFile {
  const sessions = run.sessions.map((one) => ({ ...one, agent: { ...one.agent!, clockStepUs } }));
  return { ...run, sessions };
}

/** What a clock of 1 ms tells of a time. */
function readInMs(trueMs: number, random: Random): number {
  const startMs = random();
  return Math.floor(startMs + trueMs) - Math.floor(startMs);
}

/** The cell's summary where its exchanges take so long, with ±2 % between sessions and ±5 % within. */
function onCoarseClock(trueMs: number, random: Random) {
  const noise = (share: number) => 1 + share * (2 * random() - 1);
  const levels = Array.from({ length: 6 }, () => noise(0.02));
  const read = rows
    .filter(({ cell }) => cell === CELL)
    .map((row) => ({ ...row, totalMs: readInMs(trueMs * levels[row.session]! * noise(0.05), random) }));
  const { cells } = summarise(withStep(record.run, 1_000), makeSampleTable(read), []);
  return cells.find(({ id }) => id === CELL)!.totalMs!;
}

test('on a clock of 1 ms no interval is of no width, and medians and means hold the truth', () => {
  const random = seededRandom(5);
  const held = { median: 0, mean: 0 };
  const runs = 60;
  for (let run = 0; run < runs; run++) {
    const trueMs = 2.2 + 0.6 * random();
    const { interval, meanInterval } = onCoarseClock(trueMs, random);
    for (const [low, high] of [interval, meanInterval]) assert.ok(high > low);
    if (interval[0] <= trueMs && trueMs <= interval[1]) held.median++;
    if (meanInterval[0] <= trueMs && trueMs <= meanInterval[1]) held.mean++;
  }
  assert.ok(held.median / runs >= 0.93, `${held.median / runs}`);
  assert.ok(held.mean / runs >= 0.9, `${held.mean / runs}`);
});

test('a fine clock leaves intervals as they are', () => {
  const widthOn = (stepUs: number) => {
    const { cells } = summarise(withStep(record.run, stepUs), record.rows, []);
    const [low, high] = cells.find(({ id }) => id === CELL)!.totalMs!.interval;
    return high - low;
  };
  assert.ok(widthOn(5) / widthOn(0.001) < 1.02);
  assert.ok(widthOn(1_000) / widthOn(5) > 2);
});

test('latencies between two clocks are no better known than those clocks agree', () => {
  const messages = syntheticMessages({ sessions: 4, blocks: 5, seed: 5 });
  const paced = messages.run.plan.cells.find(
    ({ factors }) => factors.kind === 'sequence' && factors.mode.name === 'paced',
  )!;
  const totalWith = (clockErrorMs: number) => {
    const told = rowsOf(messages.rows).map((row) =>
      row.messages === undefined ? row : { ...row, messages: { ...row.messages, clockErrorMs } },
    );
    const { cells } = summarise(messages.run, makeSampleTable(told), []);
    return cells.find(({ id }) => id === paced.id)!;
  };
  const exact = totalWith(0);
  const { median, interval } = exact.messages!.perMessageMs;
  const apart = totalWith(median / 2).messages!.perMessageMs;
  assert.ok(apart.interval[1] / apart.interval[0] > 1.5);
  assert.ok(interval[1] / interval[0] < apart.interval[1] / apart.interval[0]);
});
