// What a cell's exchanges cost, item by item, in each session: the values that an index's interval rests on.
// In a run of one session its blocks stand for sessions, as they do for medians (stats/block-bootstrap.ts
// says what that leaves out).

import { isByteMetric, type Metric, timeOf } from '../../items/metrics.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import type { ProbeRow, RunFile } from '../../record/record.ts';
import { unitsOfBlocks } from '../../stats/block-bootstrap.ts';
import { mean } from '../../stats/quantile.ts';
import { cellBill } from '../bill/cell-summary.ts';
import { emptyExchanges } from '../bill/empty-exchanges.ts';
import { bytesFor, meanBytes } from './bytes.ts';
import { exchangeTotalsMs, type RunTimes, runTimes } from './cell-times.ts';
import type { CellSamples, CountedSamples } from './counted-samples.ts';

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

  function valuesOfCell(cell: PlannedCell): ItemValues {
    const samples = counted.cells.get(cell.id)!;
    const bytes = meanBytes(counted, cell, samples);
    const parts = itemParts(times, counted, samples);
    const values = new Map(
      parts.map(({ unit, session, part }) => {
        const own = probes.filter((probe) => probe.cell === cell.id && probe.session === session);
        const { phases } = cellBill(run, times, empty, own, cell, part, bytes);
        return [unit, { phases, totalMs: mean(exchangeTotalsMs(counted, part.rows)) }] as const;
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

interface Part {
  readonly unit: number;
  readonly session: number;
  readonly part: CellSamples;
}

function itemParts(times: RunTimes, { table }: CountedSamples, samples: CellSamples): readonly Part[] {
  const bySession = samples.sessions.map(
    ({ session, rows }): Part => ({
      unit: session,
      session,
      part: { ...samples, rows, sessions: [{ session, rows }] },
    }),
  );
  const [only, ...more] = bySession;
  if (times.severalSessions || only === undefined || more.length > 0) return bySession;
  const { session, part } = only;
  return [...rowsByBlock(part.rows, table.block)].map(([unit, own]) => {
    const rows = Uint32Array.from(own);
    return { unit, session, part: { ...samples, rows, sessions: [{ session, rows }] } };
  });
}

/**
 * All cells of a panel are visited in every block of it, so the same blocks make the same units for each of
 * them.
 */
function rowsByBlock(rows: Uint32Array, blockOf: Uint32Array): ReadonlyMap<number, number[]> {
  const blocks = [...new Set(Array.from(rows, (row) => blockOf[row]!))].sort((a, b) => a - b);
  const units = unitsOfBlocks(blocks.length);
  const unitOf = new Map(blocks.map((block, i) => [block, units[i]!]));
  return Map.groupBy(rows, (row) => unitOf.get(blockOf[row]!)!);
}
