// What a cell's exchanges cost, item by item, in each session: the values that an index's interval rests on.
// Work that is too short for the clock is measured alone, in batches on warm caches, and takes a fifth there
// of what it takes in an exchange. So all sessions of a cell are timed in one way, whatever each by itself
// would choose, and of cells that are held against each other all (metric-times.ts).

import { columnOf } from '../../items/items.ts';
import { isByteMetric, type Metric, timeOf } from '../../items/metrics.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import type { ProbeRow, RunFile } from '../../record/record.ts';
import { mean } from '../../stats/samples/quantile.ts';
import { cellBill } from '../bill/cell-summary.ts';
import { emptyExchanges } from '../bill/empty-exchanges.ts';
import { SHORT_WORK, type ShortWork, type Timing } from '../bill/request-bill.ts';
import { bytesFor, meanBytes } from './bytes.ts';
import { runTimes } from './cell-times.ts';
import type { CountedSamples } from './counted-samples.ts';
import { samplesInParts } from './samples-in-parts.ts';

/** Of one cell: session, or unit of blocks → value of a metric in it. */
export interface ItemValues {
  readonly units: readonly number[];
  of(metric: Metric, unit: number): number;
}

/** The same, and by what the cell's short work is timed. */
export interface TimedValues extends ItemValues {
  /** How short work of it is timed. */
  timingOf(work: ShortWork): Timing;
  /** Whether it was measured alone in each of these sessions. */
  hasBatches(work: ShortWork): boolean;
  /** Of all exchanges, as a bill has it; undefined where the cell has none of it. */
  meanMs(work: ShortWork): number | undefined;
}

/** Of what is not in it each cell decides by itself. */
export type Timings = Partial<Record<ShortWork, Timing>>;

/** `timings`: of its short work, as all of its exchanges together would have it where they say nothing. */
export type ValuesOf = (cell: PlannedCell, timings?: Timings) => TimedValues;

export function itemValues(run: RunFile, counted: CountedSamples, probes: readonly ProbeRow[]): ValuesOf {
  const times = runTimes(run, counted);
  const empty = emptyExchanges(run.plan.cells, counted);
  const known = new Map<string, TimedValues>();
  const remembered = (cell: PlannedCell, timings: Timings): TimedValues => {
    const key = `${JSON.stringify(timings)} ${cell.id}`;
    const found = known.get(key) ?? valuesOfCell(cell, timings);
    known.set(key, found);
    return found;
  };
  return (cell, timings = {}) => {
    const byItself = remembered(cell, {});
    // Most cells are timed by themselves as they are beside others.
    const others = SHORT_WORK.flatMap((work) => {
      const timing = timings[work] ?? byItself.timingOf(work);
      return timing === byItself.timingOf(work) ? [] : [[work, timing] as const];
    });
    return others.length === 0 ? byItself : remembered(cell, Object.fromEntries(others));
  };

  function ofCell({ id }: PlannedCell): readonly ProbeRow[] {
    return probes.filter(({ cell }) => cell === id);
  }

  function valuesOfCell(cell: PlannedCell, asked: Timings): TimedValues {
    const samples = counted.cells.get(cell.id)!;
    const bytes = meanBytes(counted, cell, samples);
    const parts = samplesInParts(times, samples);
    const own = ofCell(cell);
    const asAsked = (work: ShortWork) => asked[work];
    const { batched, phases: all } = cellBill(run, times, empty, own, cell, samples, bytes, false, asAsked);
    const timingOf = (work: ShortWork) => (batched.includes(work) ? 'batches' : 'samples');
    // What all sessions together cannot tell stands nowhere in any of them.
    const isTold = all.decompress !== undefined;
    const values = new Map(
      parts.map(({ unit, session, part }) => {
        const probed = probesOfSession(
          own,
          session,
          isTold,
          SHORT_WORK.filter((work) => batched.includes(work)),
        );
        const { phases } = cellBill(run, times, empty, probed, cell, part, bytes, true, timingOf);
        return [unit, { phases, totalMs: mean(counted.totalsMs(part.rows)) }] as const;
      }),
    );
    return {
      units: parts.map(({ unit }) => unit),
      of(metric, unit) {
        const { phases, totalMs } = values.get(unit)!;
        return isByteMetric(metric) ? bytesFor(metric, bytes) : timeOf(metric, phases, totalMs);
      },
      timingOf,
      hasBatches: (work) => parts.every(({ session }) => own.some(isOf(session, work))),
      meanMs: (work) => all[work],
    };
  }
}

/** The values of cells of which some are held against one another: those are timed in one way. */
export function valuesAlike(
  valuesOf: ValuesOf,
  held: readonly PlannedCell[],
): (cell: PlannedCell) => TimedValues {
  const found = held.map((cell) => valuesOf(cell));
  const timings = timingsOfAll(SHORT_WORK, found);
  return (cell) => valuesOf(cell, timings);
}

/**
 * Each work by batches where one of them is and all can be; by their exchanges where one is too long for a
 * batch, or none is too short for the clock.
 */
export function timingsOfAll(works: readonly ShortWork[], held: readonly TimedValues[]): Timings {
  const isByBatches = (work: ShortWork) =>
    held.every((each) => each.hasBatches(work)) && held.some((each) => each.timingOf(work) === 'batches');
  return Object.fromEntries(works.map((work) => [work, isByBatches(work) ? 'batches' : 'samples']));
}

/** Of that session, with what such work took in batches. */
function isOf(session: number, work: ShortWork): (probe: ProbeRow) => boolean {
  return (probe) => probe.session === session && typeof probe[columnOf(work)] === 'number';
}

/**
 * Where answers take long, cells take turns at being asked for pairs of answers: for a session that was not
 * the cell's turn holds what the others found. So it does where a session has no batches, if the cell is
 * timed by them.
 */
function probesOfSession(
  ofCell: readonly ProbeRow[],
  session: number,
  isTold: boolean,
  batched: readonly ShortWork[],
): readonly ProbeRow[] {
  const lacking = batched.filter((work) => !ofCell.some(isOf(session, work)));
  const instead = lacking.length === 0 ? [] : ofCell.filter((probe) => probe.session !== session);
  const batches = instead.map((probe) => ({
    ...{ session, cell: probe.cell, decodeMs: null, clientComputeMs: null, decompressMs: null },
    decompressBy: null,
    ...Object.fromEntries(lacking.map((work) => [columnOf(work), probe[columnOf(work)] ?? null])),
  }));
  const own = [...ofCell.filter((probe) => probe.session === session), ...batches];
  if (!isTold) return own.map((probe) => ({ ...probe, decompressMs: null }));
  const hasPairs = ({ decompressMs }: ProbeRow) => typeof decompressMs === 'number';
  if (own.some(hasPairs)) return own;
  const ofOthers = ofCell.filter(hasPairs).map(({ cell, decompressMs, decompressBy, decompression }) => ({
    ...{ session, cell, decodeMs: null, clientComputeMs: null, decompressMs, decompressBy },
    ...(decompression !== undefined && { decompression }),
  }));
  return [...own, ...ofOthers];
}
