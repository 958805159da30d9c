// What the network and the bare handling of a request take, from exchanges without work and without body that stand
// in the same blocks as the cells: the bill's network item, independent of the cells themselves.

import { EMPTY_CELL } from '../wire/sample.ts';
import type { CellSamples, CountedSamples } from './counted-samples.ts';

export interface EmptyExchanges {
  /**
   * Mean wait of one empty exchange, ms: of the blocks in which the cell was visited, each session with the weight
   * that it has among the cell's samples. A session without empty exchanges in those blocks lends all it has; null
   * where no session has any. Empty exchanges of doubtful timing are left out, as those of cells are from the bill.
   */
  networkMs(cell: CellSamples): number | null;
}

interface Waits {
  readonly sumMs: number;
  readonly count: number;
}

export function emptyExchanges(counted: CountedSamples): EmptyExchanges {
  const { table } = counted;
  const bySession = new Map<number, Map<number, Waits>>();
  for (const { session, rows } of counted.cells.get(EMPTY_CELL)?.sessions ?? []) {
    const blocks = new Map<number, Waits>();
    for (const row of rows) {
      if (table.timingDoubtful[row] === 1) continue;
      const block = table.block[row]!;
      const { sumMs, count } = blocks.get(block) ?? NO_WAITS;
      blocks.set(block, { sumMs: sumMs + table.numbers.waitMs[row]!, count: count + 1 });
    }
    if (blocks.size > 0) bySession.set(session, blocks);
  }
  return {
    networkMs(cell) {
      let sumMs = 0;
      let weight = 0;
      for (const { session, rows } of cell.sessions) {
        const blocks = bySession.get(session);
        if (blocks === undefined) continue;
        const own = together(visitedBlocks(table.block, rows).map((block) => blocks.get(block) ?? NO_WAITS));
        const waits = own.count > 0 ? own : together([...blocks.values()]);
        sumMs += (waits.sumMs / waits.count) * rows.length;
        weight += rows.length;
      }
      return weight > 0 ? sumMs / weight : null;
    },
  };
}

const NO_WAITS: Waits = { sumMs: 0, count: 0 };

function together(parts: readonly Waits[]): Waits {
  let sumMs = 0;
  let count = 0;
  for (const part of parts) {
    sumMs += part.sumMs;
    count += part.count;
  }
  return { sumMs, count };
}

/** Rows of a session stand in order of time, so those of one block stand together. */
function visitedBlocks(block: Uint32Array, rows: Uint32Array): number[] {
  const blocks: number[] = [];
  for (const row of rows) if (blocks.at(-1) !== block[row]) blocks.push(block[row]!);
  return blocks;
}
