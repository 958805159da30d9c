// The bill of a cell: the mean of each of its items. Agents posted most of them: in the sample itself, or in
// the member that only calls or only sequences of messages have.

import type { Interval } from '../../base/figures/ratios.ts';
import type { CellKind } from '../../factors/factor.ts';
import { isInSample } from '../../items/columns.ts';
import { columnOf, type Phase, type PostedPhase } from '../../items/items.ts';
import type { SampleTable } from '../../record/sample-table.ts';
import { meanOfColumn, meanOver } from '../samples/column-means.ts';
import type { CellSamples } from '../samples/counted-samples.ts';

/** ms, by phase; only those that the cell has. */
export type PhaseTimes = Partial<Record<Phase, number>>;

export interface CellBill {
  readonly phases: PhaseTimes;
  readonly estimated: readonly Phase[];
  readonly batched: readonly Phase[];
  /**
   * Sum of the items over the mean total of the same exchanges: those of doubtful timing are in neither. null
   * of messages, of which one item is what the others leave over.
   */
  readonly accountedShare: number | null;
  /** Of items that were estimated, ms; only those whose probes tell it. Noise may take one below 0. */
  readonly intervals: Partial<Record<Phase, Interval>>;
}

/** The mean of an item over these rows, whose cells are of this kind, ms. */
export function meanPosted(
  table: SampleTable,
  rows: Uint32Array,
  kind: CellKind,
  phase: PostedPhase,
): number {
  if (isInSample(phase)) return meanOfColumn(table, columnOf(phase), rows);
  const postedAt = postedMs(table, kind, phase);
  let sum = 0;
  for (let i = 0; i < rows.length; i++) sum += postedAt(rows[i]!);
  return sum / rows.length;
}

/** Adds what an item took in each of these rows, whose cells are of this kind, to what others did. */
export function addPosted(
  sumsMs: Float64Array,
  table: SampleTable,
  rows: Uint32Array,
  kind: CellKind,
  phase: PostedPhase,
): void {
  if ((kind === 'call' ? table.calls : table.messages).size === 0) return;
  const postedAt = postedMs(table, kind, phase);
  for (let i = 0; i < rows.length; i++) sumsMs[i]! += postedAt(rows[i]!);
}

/** Of a row whose cell is of this kind, ms: 0 where its sample has none. */
export function postedMs(table: SampleTable, kind: CellKind, phase: PostedPhase): (row: number) => number {
  if (isInSample(phase)) {
    const column = table.numbers[columnOf(phase)];
    return (row) => column[row]!;
  }
  const column = columnOf(phase);
  const members: ReadonlyMap<number, Partial<Record<typeof column, number>>> = kind === 'call'
    ? table.calls
    : table.messages;
  return (row) => members.get(row)?.[column] ?? 0;
}

/**
 * Rows with a whole set of items: an exchange of doubtful timing lacks some, and would pull the others' means
 * down.
 */
export function timedRows(samples: CellSamples, table: SampleTable): Uint32Array {
  if (meanOver(table.timingDoubtful, samples.rows) === 0) return samples.rows;
  const timed = samples.rows.filter((row) => table.timingDoubtful[row] === 0);
  return timed.length > 0 ? timed : samples.rows;
}
