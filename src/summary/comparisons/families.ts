// How many comparisons an interval holds together with: fixed by the plan, before anything is measured, so
// that no interval changes because a cell failed, was dropped or turned out to be the fastest.

import { askedPairs, familySizes, type Pair, pooledPairs } from '../../plan/pairs.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import type { RunFile } from '../../record/record.ts';
import { mixesModelAndPackets } from '../bill/modelled-cells.ts';
import { ratioTerms, type Term } from './contrast.ts';

export interface Families {
  /** What the study asks for among the cells that can be measured here, whether they have data or not. */
  readonly asked: readonly Pair[];
  /** The twins. */
  readonly twins: number;
  /** Ratios that say together how far ratios scatter from session to session. */
  readonly pool: readonly (readonly Term[])[];
  /** As the plan fixes it. */
  sizeFor(a: string, b: string): number;
}

export function findFamilies(run: RunFile): Families {
  const runnable = run.plan.cells.filter((cell) => cell.skip === null);
  const cells = runnable.filter((cell) => cell.twinOf === null);
  const asked = pairsToCompare(run, cells);
  return {
    asked,
    twins: runnable.length - cells.length,
    pool: pooledPairs(cells, asked).map(({ a, b }) => ratioTerms(b, a)),
    sizeFor: familySizes(cells, asked),
  };
}

/** Those that the study asks for, without those of a model on one side and packets on the other. */
export function pairsToCompare(run: RunFile, cells: readonly PlannedCell[]): Pair[] {
  const cellsById = new Map(cells.map((cell) => [cell.id, cell]));
  return askedPairs(cells, run.study.comparisons).filter(
    ({ a, b }) => !mixesModelAndPackets(run, [cellsById.get(a)!, cellsById.get(b)!]),
  );
}
