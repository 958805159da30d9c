// Which cells are interleaved with one another, and how often a round visits them.

import type { Computation, Factors, Procedure } from '../wire/factors.ts';
import type { Panel, PlannedCell } from './plan.ts';

const MOST_BLOCKS_PER_ROUND = 16;
/** Between 0 (every panel as often) and 1 (every panel as long): most of the time still goes to the large cells. */
const EVENNESS = 0.75;
/** What a sort of n objects costs, as a share of encoding, sending and decoding them: about that, from 10 to 10 000. */
const SORT_COST = 0.2;
const SORTS: Readonly<Record<Computation, number>> = {
  none: 0,
  cm1: 1,
  cm2: 7,
  cm3: 70,
  cm4: 700,
  cm5: 7_000,
};
const COMPUTATIONS_OF: Readonly<Record<Procedure, number>> = { e1: 0, e2: 1, e3: 1, e4: 2, e5: 2 };

/** Panels of the cells given, which are those of one session: same part, same n, same network. */
export function panelsOf(cells: readonly PlannedCell[]): Panel[] {
  const groups = Map.groupBy(cells, ({ part, factors }) => `${part} ${factors.n} ${factors.network}`);
  const costs = [...groups.values()].map(meanCost);
  const largest = Math.max(...costs);
  return [...groups.values()].map((group, index) => ({
    index,
    cells: group.map(({ id }) => id),
    blocksPerRound: clamp(Math.round((largest / costs[index]!) ** EVENNESS)),
  }));
}

/** Expected cost of an exchange of the panel, in objects handled. */
function meanCost(cells: readonly PlannedCell[]): number {
  return cells.reduce((sum, { factors }) => sum + costOf(factors), 0) / cells.length;
}

function costOf({ n, procedure, computation }: Factors): number {
  return n * (1 + SORT_COST * SORTS[computation] * COMPUTATIONS_OF[procedure]);
}

function clamp(blocks: number): number {
  return Math.min(MOST_BLOCKS_PER_ROUND, Math.max(1, blocks));
}
