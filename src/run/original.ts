// What a cell's client must end with: the first n records, computed on where the procedure computes.

import { computationNamed } from '../compute/computations.ts';
import type { DataRecord } from '../data/schema.ts';
import { loadDataset } from '../data/store.ts';
import type { PlannedCell } from '../plan/plan.ts';

export async function originalOf(cell: PlannedCell, dataDir: string): Promise<readonly DataRecord[]> {
  const { dataset, n, computation } = cell.factors;
  const records = loadDataset(dataset, n, dataDir).slice();
  // cm3 to cm5 repeat cm2's stable sorts. A second round finds the records in the order of (last key, …, first key),
  // which it reproduces, so that their result is cm2's: one round is enough here.
  const once = computation === 'none' || computation === 'cm1' ? computation : 'cm2';
  computationNamed(once, dataset)(records);
  return records;
}
