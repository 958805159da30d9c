// How much a figure grows for each unit of a number, in the form in which contrasts take times: for each
// session the logarithm of what the cell with the most costs more than the one with the least, over how much
// more of the number it has.

import type { CellPair } from '../../plan/claims/claim-cells.ts';
import { slopeNumber } from '../../plan/claims/claim-slopes.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import type { SlopeFactor } from '../../study/study.ts';
import type { CellTimes, RunTimes } from '../samples/cell-times.ts';

/** `sse+xhr 25 kB − sse+xhr 100 B`: what stands in a pair for its cells. */
export function slopeName(most: PlannedCell, least: PlannedCell): string {
  return `${most.id} − ${least.id}`;
}

/** The ids in such a name, the one with the most first; a name of one cell is its id. */
export function slopeEnds(name: string): readonly string[] {
  return name.split(' − ');
}

/**
 * The slopes of these pairs alone, so that nothing is learned from how far times scatter: slopes scatter
 * more. One that is not above 0 in every session is left out: its logarithm is not known there, and the
 * others alone would be too steep.
 */
export function slopesOf(times: RunTimes, pairs: readonly CellPair[], by: SlopeFactor): RunTimes {
  const sides = pairs.flatMap(({ numerator, denominator, from }) => [
    [numerator, from!.numerator] as const,
    [denominator, from!.denominator] as const,
  ]);
  const cells = sides.flatMap(([most, least]) => {
    const [over, from] = [times.cells.get(most.id), times.cells.get(least.id)];
    if (over === undefined || from === undefined) return [];
    const logMedians = slopeLogs(over, from, by);
    const own = { ...over, logMedians, clockVariances: slopeClockVariances(over, from, by, logMedians) };
    return logMedians.size === 0 ? [] : [[slopeName(most, least), own] as const];
  });
  return { ...times, cells: new Map(cells) };
}

function slopeLogs(most: CellTimes, least: CellTimes, by: SlopeFactor): Map<number, number> {
  const units = slopeNumber(most.cell.factors, by)! - slopeNumber(least.cell.factors, by)!;
  const slopes = [...most.logMedians].flatMap(([session, log]) => {
    const other = least.logMedians.get(session);
    return other === undefined ? [] : [[session, (Math.exp(log) - Math.exp(other)) / units] as const];
  });
  if (slopes.some(([, slope]) => slope <= 0)) return new Map();
  return new Map(slopes.map(([session, slope]) => [session, Math.log(slope)]));
}

/** By what the clocks hide of both ends of the growth, as in a ratio of two cells. */
function slopeClockVariances(
  most: CellTimes,
  least: CellTimes,
  by: SlopeFactor,
  slopes: ReadonlyMap<number, number>,
): Map<number, number> {
  const units = slopeNumber(most.cell.factors, by)! - slopeNumber(least.cell.factors, by)!;
  const variance = ({ logMedians, clockVariances }: CellTimes, session: number) =>
    (clockVariances.get(session) ?? 0) * Math.exp(logMedians.get(session)!) ** 2;
  return new Map(
    [...slopes].map(([session, log]) => {
      const both = variance(most, session) + variance(least, session);
      return [session, both / (units * Math.exp(log)) ** 2] as const;
    }),
  );
}
