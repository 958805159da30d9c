// What a cell's client must end with: the first n records, computed on where the procedure computes.

import { type Computation, computationNamed } from '../compute/computations.ts';
import type { DataRecord } from '../data/schema.ts';
import { loadDataset } from '../data/store.ts';
import type { PlannedCell } from '../plan/plan.ts';

/** Cells of one dataset, n and computation end alike and are checked one after the other: the last is remembered. */
export function originals(dataDir: string): (cell: PlannedCell) => Promise<readonly DataRecord[]> {
  let last: { readonly key: string; readonly records: readonly DataRecord[] } | null = null;
  return async ({ factors: { dataset, n, computation } }) => {
    const key = `${dataset} ${n} ${computation}`;
    if (last?.key !== key) last = { key, records: originalOf(dataset, n, computation, dataDir) };
    return last.records;
  };
}

function originalOf(
  dataset: string,
  n: number,
  computation: Computation,
  dataDir: string,
): readonly DataRecord[] {
  const records = loadDataset(dataset, n, dataDir).slice();
  // cm3 to cm5 repeat cm2's stable sorts. A second round finds the records in the order of (last key, …, first key),
  // which it reproduces, so that their result is cm2's: one round is enough here.
  const once = computation === 'none' || computation === 'cm1' ? computation : 'cm2';
  computationNamed(once, dataset)(records);
  return records;
}
