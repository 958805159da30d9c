// What a cell's answers take of the server: the items that the target timed itself, added up exchange by
// exchange, and gathered by session, which is what an interval rests on. In a run of one session its blocks
// stand for sessions, as they do for means.

import { ITEMS, isPosted, PHASES } from '../../items/items.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import { postedMs, timedRows } from '../bill/cell-bill.ts';
import { clusterOfRow, type RunTimes } from '../samples/cell-times.ts';
import type { CellSummary } from '../summary.ts';

/** Of each session, block or machine: sum of the server's ms over its exchanges, and their number. */
export type ServerWork = ReadonlyMap<number, { readonly sumMs: number; readonly count: number }>;

/** Encode, compress, compute, and decode of a call's request. */
const SERVER_PHASES = PHASES.filter(isPosted).filter((phase) => ITEMS[phase].source === 'server-timing');

/** Why nobody knows; a target that times nothing has not worked for nothing. */
export const UNKNOWN_WORK = {
  streamed: 'compressed while it is sent, which nobody times',
  untimed: 'the target tells no times of its own (Server-Timing)',
} as const;

export function serverWork(
  times: RunTimes,
  cell: PlannedCell,
  { phases, streamed }: CellSummary,
): ServerWork | keyof typeof UNKNOWN_WORK {
  if (streamed === true) return 'streamed';
  const { counted } = times;
  const { table } = counted;
  const kind = cell.factors.kind;
  const items = SERVER_PHASES.filter((phase) => phases[phase] !== undefined).map((phase) =>
    postedMs(table, kind, phase),
  );
  const clusterOf = clusterOfRow(times);
  const work = new Map<number, { sumMs: number; count: number }>();
  let allMs = 0;
  for (const row of timedRows(counted.cells.get(cell.id)!, table)) {
    const cluster = clusterOf(row);
    const own = work.get(cluster) ?? { sumMs: 0, count: 0 };
    const ms = items.reduce((sum, at) => sum + at(row), 0);
    work.set(cluster, { sumMs: own.sumMs + ms, count: own.count + 1 });
    allMs += ms;
  }
  return allMs > 0 ? work : 'untimed';
}
