// What the network and the bare handling of a request take, from exchanges without work and without body that
// stand in the same blocks as the cells: the bill's network item, independent of the cells themselves. Those
// of cold cells are cold, since a connection's first request waits longer (the server has still to take it
// in).

import { connectionOf } from '../../factors/cell.ts';
import type { Connection } from '../../factors/connection.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import type { SampleTable } from '../../record/sample-table.ts';
import { EMPTY_CELLS } from '../../wire/sample.ts';
import { type CellSamples, type CountedSamples, visitedBlocks } from '../samples/counted-samples.ts';

export interface EmptyExchanges {
  /**
   * Mean wait of one empty exchange of the cell's connection, ms: of the blocks in which the cell was
   * visited, each session with the weight that it has among the cell's samples. A session without empty
   * exchanges in those blocks lends what it has in other blocks of the same network, protocol and target;
   * null where no session has any. Empty exchanges of doubtful timing are left out, as those of cells are
   * from the bill.
   */
  networkMs(cell: PlannedCell, samples: CellSamples): number | null;
}

interface Waits {
  readonly sumMs: number;
  readonly count: number;
}

/** Of one session: block → what its empty exchanges waited. */
type Blocks = ReadonlyMap<number, Waits>;

export function emptyExchanges(cells: readonly PlannedCell[], counted: CountedSamples): EmptyExchanges {
  const { table } = counted;
  const waits = { warm: waitsBySession(counted, 'warm'), cold: waitsBySession(counted, 'cold') };
  const wayOf = waysOfBlocks(cells, table);
  const alike = (session: number, blocks: Blocks, way: string) =>
    [...blocks].flatMap(([block, waits]) => (wayOf(session, block) === way ? [waits] : []));
  const known = new WeakMap<Uint32Array, Waits>();
  const waitsBeside = (cell: PlannedCell, session: number, rows: Uint32Array): Waits => {
    const blocks = waits[connectionOf(cell.factors)].get(session) ?? new Map<number, Waits>();
    const own = waitsInBlocks(blocks, visitedBlocks(counted, rows));
    return own.count > 0 ? own : together(alike(session, blocks, wayOfCell(cell)));
  };
  return {
    networkMs(cell, samples) {
      let sumMs = 0;
      let weight = 0;
      for (const { session, rows } of samples.sessions) {
        // Asked for with all sessions of the cell, and for each by itself.
        const found = known.get(rows) ?? waitsBeside(cell, session, rows);
        known.set(rows, found);
        if (found.count === 0) continue;
        sumMs += (found.sumMs / found.count) * rows.length;
        weight += rows.length;
      }
      return weight > 0 ? sumMs / weight : null;
    },
  };
}

function waitsBySession(counted: CountedSamples, connection: Connection): ReadonlyMap<number, Blocks> {
  const parts = counted.cells.get(EMPTY_CELLS[connection])?.sessions ?? [];
  return new Map(parts.map(({ session, rows }) => [session, waitsByBlock(counted.table, rows)]));
}

function waitsByBlock(table: SampleTable, rows: Uint32Array): Blocks {
  const blocks = new Map<number, { sumMs: number; count: number }>();
  let [last, own] = [-1, { sumMs: 0, count: 0 }];
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    if (table.timingDoubtful[row] === 1) continue;
    const block = table.block[row]!;
    // Looked up once for all rows of a block.
    if (block !== last) {
      own = blocks.get(block) ?? { sumMs: 0, count: 0 };
      blocks.set(block, own);
    }
    last = block;
    own.sumMs += table.numbers.waitMs[row]!;
    own.count += 1;
  }
  return blocks;
}

/** What an empty exchange goes over, and to whom, as the cells of its block do. */
function wayOfCell({ factors }: PlannedCell): string {
  return `${factors.network} ${factors.protocol} ${factors.target}`;
}

/** All cells of a block are of one panel, so any of them tells its network, protocol and target. */
function waysOfBlocks(cells: readonly PlannedCell[], table: SampleTable) {
  const planned = new Map(cells.map((cell) => [cell.id, wayOfCell(cell)]));
  const ways = table.cellIds.map((id) => planned.get(id));
  const found = new Map<number, Map<number, string>>();
  let [lastSession, lastBlock] = [-1, -1];
  for (let row = 0; row < table.length; row++) {
    const session = table.session[row]!;
    const block = table.block[row]!;
    // Rows of a block stand together, and the first of them that tells is enough.
    if (session === lastSession && block === lastBlock) continue;
    const way = ways[table.cell[row]!];
    if (way === undefined) continue;
    const blocks = found.get(session) ?? new Map<number, string>();
    found.set(session, blocks.set(block, way));
    [lastSession, lastBlock] = [session, block];
  }
  return (session: number, block: number) => found.get(session)?.get(block);
}

function waitsInBlocks(waits: Blocks, blocks: readonly number[]): Waits {
  let sumMs = 0;
  let count = 0;
  for (const block of blocks) {
    const own = waits.get(block);
    if (own === undefined) continue;
    sumMs += own.sumMs;
    count += own.count;
  }
  return { sumMs, count };
}

function together(parts: readonly Waits[]): Waits {
  let sumMs = 0;
  let count = 0;
  for (const part of parts) {
    sumMs += part.sumMs;
    count += part.count;
  }
  return { sumMs, count };
}
