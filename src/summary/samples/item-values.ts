// What a cell's exchanges cost, item by item, in each session: the values that an index's interval rests on.

import { isByteMetric, type Metric, timeOf } from '../../items/metrics.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import type { ProbeRow, RunFile } from '../../record/record.ts';
import { mean } from '../../stats/samples/quantile.ts';
import { cellBill } from '../bill/cell-summary.ts';
import { emptyExchanges } from '../bill/empty-exchanges.ts';
import { bytesFor, meanBytes } from './bytes.ts';
import { runTimes } from './cell-times.ts';
import type { CountedSamples } from './counted-samples.ts';
import { samplesInParts } from './samples-in-parts.ts';

/** Of one cell: session, or unit of blocks → value of a metric in it. */
export interface ItemValues {
  readonly units: readonly number[];
  of(metric: Metric, unit: number): number;
}

export function itemValues(
  run: RunFile,
  counted: CountedSamples,
  probes: readonly ProbeRow[],
): (cell: PlannedCell) => ItemValues {
  const times = runTimes(run, counted);
  const empty = emptyExchanges(run.plan.cells, counted);
  const known = new Map<string, ItemValues>();
  return (cell) => {
    const found = known.get(cell.id) ?? valuesOfCell(cell);
    known.set(cell.id, found);
    return found;
  };

  function ofCell({ id }: PlannedCell): readonly ProbeRow[] {
    return probes.filter(({ cell }) => cell === id);
  }

  function valuesOfCell(cell: PlannedCell): ItemValues {
    const samples = counted.cells.get(cell.id)!;
    const bytes = meanBytes(counted, cell, samples);
    const parts = samplesInParts(times, samples);
    const whole = cellBill(run, times, empty, ofCell(cell), cell, samples, bytes);
    // What all sessions together cannot tell stands nowhere in any of them.
    const isTold = whole.phases.decompress !== undefined;
    const values = new Map(
      parts.map(({ unit, session, part }) => {
        const own = probesOfSession(ofCell(cell), session, isTold);
        const { phases } = cellBill(run, times, empty, own, cell, part, bytes, true);
        return [unit, { phases, totalMs: mean(counted.totalsMs(part.rows)) }] as const;
      }),
    );
    return {
      units: parts.map(({ unit }) => unit),
      of(metric, unit) {
        const { phases, totalMs } = values.get(unit)!;
        return isByteMetric(metric) ? bytesFor(metric, bytes) : timeOf(metric, phases, totalMs);
      },
    };
  }
}

/**
 * Where answers take long, cells take turns at being asked for pairs of answers: for a session that was not
 * the cell's turn holds what the others found.
 */
function probesOfSession(ofCell: readonly ProbeRow[], session: number, isTold: boolean): readonly ProbeRow[] {
  const own = ofCell.filter((probe) => probe.session === session);
  if (!isTold) return own.map((probe) => ({ ...probe, decompressMs: null }));
  const hasPairs = ({ decompressMs }: ProbeRow) => typeof decompressMs === 'number';
  if (own.some(hasPairs)) return own;
  const ofOthers = ofCell.filter(hasPairs).map(({ cell, decompressMs, decompressBy, decompression }) => ({
    ...{ session, cell, decodeMs: null, clientComputeMs: null, decompressMs, decompressBy },
    ...(decompression !== undefined && { decompression }),
  }));
  return [...own, ...ofOthers];
}
