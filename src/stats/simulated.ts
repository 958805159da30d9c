// Made-up measurements with known truths, by which the statistics here are proved (tests and
// bench/statistics.ts) and synthetic records are made. The drifts are as large as those seen on a quiet
// machine: 10–15 % between sessions, 9–17 % between blocks.

import { median } from '../base/figures/median.ts';
import type { Random } from '../base/random.ts';

/** Standard normal (Box & Muller 1958). */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Skewed and heavy-tailed with median near 1: log-normal, and one in fifty is 1.5 to 5.5 times as long. */
export function skewedNoise(random: Random, sd: number): number {
  const usual = Math.exp(sd * normal(random));
  return random() < 0.02 ? usual * (1.5 + 4 * random()) : usual;
}

export interface SimulatedRun {
  readonly sessions: number;
  readonly blocks: number;
  /** Blocks of the nth session, from 0 on; absent: `blocks` in each. */
  readonly blocksOf?: (session: number) => number;
  /** Exchanges of a cell in each block. */
  readonly exchanges: number;
  /** Standard deviations on the log scale: of the level of a session and of a block, shared by all cells; */
  readonly sessionSd: number;
  readonly blockSd: number;
  /** of a cell's own level in a session, which does not cancel from ratios; and of single exchanges. */
  readonly cellSd: number;
  readonly exchangeSd: number;
  /** True relative times of the cells. */
  readonly cells: readonly number[];
}

export const USUAL_RUN: SimulatedRun = {
  sessions: 6,
  blocks: 15,
  exchanges: 2,
  sessionSd: 0.13,
  blockSd: 0.13,
  cellSd: 0.01,
  exchangeSd: 0.15,
  cells: [1, 1],
};

/** The run as its nth session has it. */
export function inSession(run: SimulatedRun, session: number): SimulatedRun {
  return run.blocksOf === undefined ? run : { ...run, blocks: run.blocksOf(session) };
}

/** Samples of one session of the run: cell → values, block by block. */
export function simulateSession(run: SimulatedRun, random: Random): Float64Array[] {
  const session = Math.exp(run.sessionSd * normal(random));
  const levels = run.cells.map((cell) => cell * session * Math.exp(run.cellSd * normal(random)));
  const samples = levels.map(() => new Float64Array(run.blocks * run.exchanges));
  for (let block = 0; block < run.blocks; block++) {
    const blockLevel = Math.exp(run.blockSd * normal(random));
    for (const [cell, level] of levels.entries()) {
      for (let i = 0; i < run.exchanges; i++) {
        samples[cell]![block * run.exchanges + i] = level * blockLevel * skewedNoise(random, run.exchangeSd);
      }
    }
  }
  return samples;
}

/** Cell → the logarithms of its sessions' medians. */
export function simulateLogMedians(run: SimulatedRun, random: Random): Float64Array[] {
  const logs = run.cells.map(() => new Float64Array(run.sessions));
  for (let session = 0; session < run.sessions; session++) {
    for (const [cell, values] of simulateSession(inSession(run, session), random).entries()) {
      logs[cell]![session] = Math.log(median(values));
    }
  }
  return logs;
}

/** Cell b's logarithms less cell a's. */
export function differences(b: Float64Array, a: Float64Array): Float64Array {
  return b.map((value, i) => value - a[i]!);
}
