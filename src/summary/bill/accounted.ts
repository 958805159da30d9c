// How sure it is what share of a cell's time its items make up: they are means over few exchanges, and the
// network's over a few empty ones, so the sum of a short run misses the total by chance.

import type { Interval } from '../../base/figures/ratios.ts';
import type { ProbeRow, RunFile } from '../../record/record.ts';
import { confidenceInterval, estimateOfClusteredMean } from '../../stats/estimates/estimate.ts';
import type { RunTimes } from '../samples/cell-times.ts';
import type { CellSamples } from '../samples/counted-samples.ts';
import { samplesInParts } from '../samples/samples-in-parts.ts';
import { type CellBill, timedRows } from './cell-bill.ts';

/**
 * Each session's sum of items over its total, or each block's where there is one session; null where one has
 * to do, and of messages. Decompression only divides what is in other items, so it is left out; by what the
 * bill says of it beyond the whole the interval is shifted.
 */
export function accountedInterval(
  run: RunFile,
  times: RunTimes,
  probes: readonly ProbeRow[],
  samples: CellSamples,
  wholeBill: CellBill,
  billOf: (samples: CellSamples, probes: readonly ProbeRow[]) => CellBill,
): Interval | null {
  if (wholeBill.accountedShare === null) return null;
  const undivided = probes.map((probe) => ({ ...probe, decompressMs: null }));
  const sums: number[] = [];
  const totals: number[] = [];
  for (const { part } of samplesInParts(times, samples)) {
    const { phases, accountedShare } = billOf(part, undivided);
    const meanMs = Object.values(phases).reduce((sum, ms) => sum + ms, 0);
    const totalMs = meanMs * timedRows(part, times.counted.table).length;
    sums.push(accountedShare! * totalMs);
    totals.push(totalMs);
  }
  if (sums.length < 2) return null;
  const alpha = 1 - run.study.protocol.confidence;
  const [low, high] = confidenceInterval(estimateOfClusteredMean(sums, totals), alpha);
  const beyond = wholeBill.accountedShare - billOf(samples, undivided).accountedShare!;
  return [low + beyond, high + beyond];
}
