// One metric's share from 0 to 1, the others in proportion to what they are today: whose index is the lowest where, and where
// sessions leave that undecided.

import type { Metric } from '../wire/metrics.ts';
import { lowestRanges } from './index-envelope.ts';
import type { IndexSpace, Shares } from './index-space.ts';
import type { Interval } from './summary.ts';

export interface Sweep {
  readonly metric: Metric;
  /** Today's. */
  readonly share: number;
  /** Whose index is the lowest, from 0 to 1; several where theirs are the same. */
  readonly ranges: readonly SweepRange[];
  /** Where sessions leave the lowest undecided, to half a point, each share for itself. */
  readonly undecided: readonly Interval[];
  /** Each cell's index where the share is 0 and where it is 1: a straight line between. */
  readonly lines: readonly { readonly cell: string; readonly at0: number; readonly at1: number }[];
}

export interface SweepRange {
  /** Ids. */
  readonly cells: readonly string[];
  readonly from: number;
  readonly to: number;
}

const STEPS = 200;

export function sweepOf(space: IndexSpace, metrics: readonly Metric[], shares: Shares, k: number): Sweep {
  const at = (share: number) => sharesWith(shares, k, share);
  const lines = space.cells.map((cell, i) => ({
    cell,
    at0: space.indexOf(i, at(0)),
    at1: space.indexOf(i, at(1)),
  }));
  const ranges = lowestRanges(lines);
  const lowestAt = (share: number) => ranges.find(({ to }) => share <= to)!.lowest[0]!;
  const isOpen = (share: number) =>
    space.cells.some((_, rival) => space.standing(rival, lowestAt(share), at(share)) === 'undecided');
  return {
    metric: metrics[k]!,
    share: shares[k]!,
    ranges: ranges.map(({ lowest, from, to }) => ({ cells: lowest.map((i) => space.cells[i]!), from, to })),
    undecided: openIntervals(isOpen),
    lines,
  };
}

/** All others in proportion; equal where they have no weight today. */
export function sharesWith(shares: Shares, k: number, share: number): Shares {
  const rest = 1 - shares[k]!;
  return shares.map((own, j) => {
    if (j === k) return share;
    return rest > 0 ? ((1 - share) * own) / rest : (1 - share) / (shares.length - 1);
  });
}

function openIntervals(isOpen: (share: number) => boolean): readonly Interval[] {
  const open: [number, number][] = [];
  for (let step = 0; step <= STEPS; step++) {
    if (!isOpen(step / STEPS)) continue;
    const last = open.at(-1);
    if (last !== undefined && last[1] === (step - 1) / STEPS) last[1] = step / STEPS;
    else open.push([step / STEPS, step / STEPS]);
  }
  return open;
}
