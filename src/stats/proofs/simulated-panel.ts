// A whole panel from its single exchanges up: levels of sessions, blocks and cells, skewed noise, medians,
// the jackknife over blocks, and the pairs against a baseline, as a run makes them.

import { median } from '../../base/figures/median.ts';
import type { Random } from '../../base/random.ts';
import type { PairSessions } from '../estimates/pooled.ts';
import { unitsOfBlocks } from '../samples/block-bootstrap.ts';
import { JACKKNIFE_UNITS, jackknifeVariance, logMediansWithoutEach } from '../samples/block-jackknife.ts';
import { inSession, type SimulatedRun, simulateSession } from '../simulated.ts';

export interface MeasuredCell {
  readonly logMedian: number;
  /** Log median without each unit of blocks. */
  readonly withoutEach: Float64Array;
}

/** Cell → one entry a session. */
export function simulateCells(run: SimulatedRun, random: Random): MeasuredCell[][] {
  const cells: MeasuredCell[][] = run.cells.map(() => []);
  for (let session = 0; session < run.sessions; session++) {
    const own = inSession(run, session);
    const { unit, units } = jackknifeUnits(own);
    for (const [cell, values] of simulateSession(own, random).entries()) {
      cells[cell]!.push({
        logMedian: Math.log(median(values)),
        withoutEach: logMediansWithoutEach(values, unit, units),
      });
    }
  }
  return cells;
}

function jackknifeUnits({ blocks, exchanges }: SimulatedRun) {
  const unitOfBlock = unitsOfBlocks(blocks, JACKKNIFE_UNITS);
  const unit = Uint32Array.from(
    { length: blocks * exchanges },
    (_, i) => unitOfBlock[Math.floor(i / exchanges)]!,
  );
  return { unit, units: Math.min(blocks, JACKKNIFE_UNITS) };
}

/** Cell b over cell a, in their first sessions. */
export function pairOfCells(
  b: readonly MeasuredCell[],
  a: readonly MeasuredCell[],
  sessions = a.length,
): PairSessions {
  const numbers = Uint32Array.from({ length: sessions }, (_, s) => s);
  return {
    sessions: numbers,
    logRatios: Float64Array.from(numbers, (s) => b[s]!.logMedian - a[s]!.logMedian),
    withinVariances: Float64Array.from(numbers, (s) =>
      jackknifeVariance(b[s]!.withoutEach.map((log, u) => log - a[s]!.withoutEach[u]!)),
    ),
    systematicVariance: 0,
  };
}

/** Every other cell over the first. */
export function pairsAgainstFirst(
  [first, ...others]: readonly (readonly MeasuredCell[])[],
  sessions?: number,
): PairSessions[] {
  return others.map((cell) => pairOfCells(cell, first!, sessions));
}
