// How many comparisons an interval holds together with: fixed by the plan, before anything is measured, so
// that no interval changes because a cell failed, was dropped or turned out to be the fastest.

import { askedPairs, type Pair, rankingGroups } from '../../plan/pairs.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import type { RunFile } from '../../record/record.ts';
import { mixesModelAndPackets } from '../bill/modelled-cells.ts';
import { ratioTerms, type Term } from './contrast.ts';

export interface Families {
  /** What the study asks for among the cells that can be measured here, whether they have data or not. */
  readonly asked: readonly Pair[];
  /** The twins. */
  readonly twins: number;
  /**
   * Ratios that say together how far ratios scatter from session to session: what is asked, and every cell
   * against the first of its ranking.
   */
  readonly pool: readonly (readonly Term[])[];
  /**
   * All asked comparisons are one family. A ranking picks its fastest by looking, which is a choice among all
   * pairs of its group: they are another. A pair of both takes the larger.
   */
  sizeFor(a: string, b: string): number;
}

export function findFamilies(run: RunFile): Families {
  const runnable = run.plan.cells.filter((cell) => cell.skip === null);
  const cells = runnable.filter((cell) => cell.twinOf === null);
  const asked = pairsToCompare(run, cells);
  const askedKeys = new Set(asked.map(({ a, b }) => pairKey(a, b)));
  const groups = new Map<string, { readonly group: number; readonly pairs: number }>();
  const pooled = new Map(asked.map(({ a, b }) => [pairKey(a, b), ratioTerms(b, a)]));
  for (const [group, members] of rankingGroups(cells).entries()) {
    const pairs = (members.length * (members.length - 1)) / 2;
    const [first, ...others] = members;
    for (const { id } of members) groups.set(id, { group, pairs });
    for (const { id } of others) pooled.set(pairKey(first!.id, id), ratioTerms(id, first!.id));
  }
  return {
    asked,
    twins: runnable.length - cells.length,
    pool: [...pooled.values()],
    sizeFor(a, b) {
      const [one, other] = [groups.get(a), groups.get(b)];
      const ranked = one !== undefined && one.group === other?.group ? one.pairs : 1;
      return askedKeys.has(pairKey(a, b)) ? Math.max(askedKeys.size, ranked) : ranked;
    },
  };
}

/** Those that the study asks for, without those of a model on one side and packets on the other. */
export function pairsToCompare(run: RunFile, cells: readonly PlannedCell[]): Pair[] {
  const cellsById = new Map(cells.map((cell) => [cell.id, cell]));
  return askedPairs(cells, run.study.comparisons).filter(
    ({ a, b }) => !mixesModelAndPackets(run, [cellsById.get(a)!, cellsById.get(b)!]),
  );
}

/** The same whichever way round. */
export function pairKey(a: string, b: string): string {
  return a < b ? `${a}\n${b}` : `${b}\n${a}`;
}
