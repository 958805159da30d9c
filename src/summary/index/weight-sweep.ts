// One metric's share from 0 to 1, the others in proportion to what they are today: whose index is the lowest
// where, and where sessions leave that open.

import type { Interval } from '../../base/figures/ratios.ts';
import type { Metric } from '../../items/metrics.ts';
import { lastOpen } from './halving.ts';
import { lowestRanges } from './index-envelope.ts';
import type { IndexSpace, Shares } from './index-space.ts';

export interface Sweep {
  readonly metric: Metric;
  /** Today's. */
  readonly share: number;
  /** Whose index is the lowest, from 0 to 1; several where theirs are the same. */
  readonly ranges: readonly SweepRange[];
  /** Where sessions leave the lowest open, each share for itself. */
  readonly openAt: readonly Interval[];
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

export function sweepWeight(space: IndexSpace, metrics: readonly Metric[], shares: Shares, k: number): Sweep {
  const at = (share: number) => sharesWith(shares, k, share);
  const lines = space.cells.map((cell, i) => ({
    cell,
    at0: space.indexOf(i, at(0)),
    at1: space.indexOf(i, at(1)),
  }));
  const ranges = lowestRanges(lines);
  const lowestAt = (share: number) => ranges.find(({ to }) => share <= to)!.lowest[0]!;
  const isOpen = (share: number) => {
    const [lowest, own] = [lowestAt(share), at(share)];
    return space.cells.some((_, rival) => space.standing(rival, lowest, own) === 'open');
  };
  return {
    metric: metrics[k]!,
    share: shares[k]!,
    ranges: ranges.map(({ lowest, from, to }) => ({ cells: lowest.map((i) => space.cells[i]!), from, to })),
    openAt: openIntervals(isOpen, sharesToTry(ranges, shares[k]!)),
    lines,
  };
}

/** All others in proportion; equal where they have no weight today. */
function sharesWith(shares: Shares, k: number, share: number): Shares {
  const rest = 1 - shares[k]!;
  return shares.map((own, j) => {
    if (j === k) return share;
    return rest > 0 ? ((1 - share) * own) / rest : (1 - share) / (shares.length - 1);
  });
}

/**
 * Every half point, today's share, and where lines cross: there two are the same, however narrow it is
 * around.
 */
function sharesToTry(ranges: readonly { readonly to: number }[], today: number): readonly number[] {
  const steps = Array.from({ length: STEPS + 1 }, (_, step) => step / STEPS);
  return [...new Set([...steps, today, ...ranges.map(({ to }) => to)])].sort((a, b) => a - b);
}

/**
 * `places`, ascending, are tried; where the answer changes between two of them, its place is found by
 * halving.
 */
function openIntervals(isOpen: (share: number) => boolean, places: readonly number[]): readonly Interval[] {
  const open: [number, number][] = [];
  let before: number | null = null;
  let wasOpen = false;
  for (const place of places) {
    const own = isOpen(place);
    if (own && !wasOpen) open.push([before === null ? place : lastOpen(isOpen, place, before), place]);
    if (own) open.at(-1)![1] = place;
    if (!own && wasOpen) open.at(-1)![1] = lastOpen(isOpen, before!, place);
    [before, wasOpen] = [place, own];
  }
  return open;
}
