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

/** Of one session: what the empty exchanges of each block waited. An object for each would be a million. */
interface Blocks {
  /** In the order in which they were seen first, which is that of their numbers unless `places` says more. */
  readonly inOrder: Uint32Array;
  readonly sumsMs: Float64Array;
  readonly counts: Uint32Array;
  /** Block → its place in the lists; null where they are in the order of their numbers. */
  readonly places: ReadonlyMap<number, number> | null;
}

const NO_BLOCKS: Blocks = {
  inOrder: new Uint32Array(0),
  sumsMs: new Float64Array(0),
  counts: new Uint32Array(0),
  places: null,
};

export function emptyExchanges(cells: readonly PlannedCell[], counted: CountedSamples): EmptyExchanges {
  const { table } = counted;
  const waits = { warm: waitsBySession(counted, 'warm'), cold: waitsBySession(counted, 'cold') };
  // Hardly any record asks for it.
  let wayOf: ReturnType<typeof waysOfBlocks> | null = null;
  const alike = (session: number, { inOrder }: Blocks, way: string) => {
    wayOf ??= waysOfBlocks(cells, table);
    const known = wayOf;
    return [...inOrder].filter((block) => known(session, block) === way);
  };
  const known = new WeakMap<Uint32Array, Waits>();
  const waitsBeside = (cell: PlannedCell, session: number, rows: Uint32Array): Waits => {
    const blocks = waits[connectionOf(cell.factors)].get(session) ?? NO_BLOCKS;
    const own = waitsInBlocks(blocks, visitedBlocks(counted, rows));
    return own.count > 0 ? own : waitsInBlocks(blocks, alike(session, blocks, wayOfCell(cell)));
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
  const inOrder = new Uint32Array(rows.length);
  const sumsMs = new Float64Array(rows.length);
  const counts = new Uint32Array(rows.length);
  let places: Map<number, number> | null = null;
  let [size, last, place] = [0, -1, 0];
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    if (table.timingDoubtful[row] === 1) continue;
    const block = table.block[row]!;
    // Looked up once for all rows of a block, and not at all where blocks come in the order of their numbers.
    if (block !== last) {
      if (block < last) places ??= new Map(Array.from(inOrder.subarray(0, size), (known, at) => [known, at]));
      place = places?.get(block) ?? size;
      places?.set(block, place);
      if (place === size) inOrder[size++] = block;
    }
    last = block;
    sumsMs[place]! += table.numbers.waitMs[row]!;
    counts[place]!++;
  }
  return {
    inOrder: inOrder.slice(0, size),
    sumsMs: sumsMs.slice(0, size),
    counts: counts.slice(0, size),
    places,
  };
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

function waitsInBlocks({ inOrder, places, sumsMs, counts }: Blocks, blocks: readonly number[]): Waits {
  let sumMs = 0;
  let count = 0;
  let [next, last] = [0, -1];
  for (let i = 0; i < blocks.length; i++) {
    const block = blocks[i]!;
    // Both are in order of time, so the next one is most often found without looking it up.
    if (block < last) next = 0;
    last = block;
    while (next < inOrder.length && inOrder[next]! < block) next++;
    const place = inOrder[next] === block ? next : places?.get(block);
    if (place === undefined) continue;
    sumMs += sumsMs[place]!;
    count += counts[place]!;
  }
  return { sumMs, count };
}
