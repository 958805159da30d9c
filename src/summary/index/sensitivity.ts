// What an index says when its weights are others: which cell is the lowest and how sure that is, over which
// shares of each metric it stays the lowest and who is beyond, and the nearest change of weights that lets
// another cell win.

import type { Interval } from '../../base/figures/ratios.ts';
import type { Metric } from '../../items/metrics.ts';
import { lastOpen } from './halving.ts';
import type { IndexSpace, RivalStanding, Shares } from './index-space.ts';
import { cheapestMoves, sharesAfter, type WeightMoves } from './weight-moves.ts';
import { type Sweep, sweepWeight } from './weight-sweep.ts';

export interface Sensitivity {
  /** The cell with the lowest index. */
  readonly winner: string;
  /** All other cells, the lowest index first. */
  readonly rivals: readonly Rival[];
  /** A twin differs from its cell at these weights, although they are the same: all rivals are open. */
  readonly twinAlarm: boolean;
  /**
   * One for each metric where there are three or more, those of weight 0 too; of two the first; of one none.
   */
  readonly sweeps: readonly Sweep[];
}

export interface Rival {
  readonly cell: string;
  /** Its index over the winner's. */
  readonly ratio: number;
  /**
   * At 1 − α/rivals, α being that of the last look (stats/estimates/index-ratio.ts): the truly lowest is the
   * winner, or not `higher`, with the index's confidence. In the sessions that the two have in common.
   */
  readonly interval: Interval;
  readonly standing: RivalStanding;
  /**
   * The nearest weights at which its index is the lower of the two; null where no weights of these metrics
   * make it so.
   */
  readonly flip: Flip | null;
}

export interface Flip {
  /** Of all weight: 0.12 are 12 points. */
  readonly moved: number;
  /**
   * Moved in the same order, between which sessions leave the two open; null where that has no end on
   * this way.
   */
  readonly range: readonly [low: number, high: number | null];
  readonly to: Metric;
  readonly from: readonly { readonly metric: Metric; readonly share: number }[];
}

/** `shares` of `metrics`; at least two cells. */
export function weightSensitivity(
  space: IndexSpace,
  metrics: readonly Metric[],
  shares: Shares,
): Sensitivity {
  const indexes = space.cells.map((_, cell) => space.indexOf(cell, shares));
  const order = indexes.map((_, cell) => cell).sort((a, b) => indexes[a]! - indexes[b]!);
  const [winner, ...rivals] = order as [number, ...number[]];
  const swept = metrics.length === 1 ? [] : metrics.length === 2 ? [0] : metrics.map((_, k) => k);
  return {
    winner: space.cells[winner]!,
    rivals: rivals.map((rival) => ({
      cell: space.cells[rival]!,
      ...space.ratioOf(rival, winner, shares),
      standing: space.standing(rival, winner, shares),
      flip: findFlip(space, metrics, shares, winner, rival),
    })),
    twinAlarm: space.twinAlarm(shares),
    sweeps: swept.map((k) => sweepWeight(space, metrics, shares, k)),
  };
}

function findFlip(
  space: IndexSpace,
  metrics: readonly Metric[],
  shares: Shares,
  winner: number,
  rival: number,
): Flip | null {
  const [ours, theirs] = [space.normalised[winner]!, space.normalised[rival]!];
  const higherBy = metrics.map((_, k) => theirs[k]! - ours[k]!);
  const moves = cheapestMoves(shares, higherBy);
  if (moves === null) return null;
  const sharesAt = (moved: number) => sharesAfter(shares, higherBy, moved);
  const isOpen = (moved: number) =>
    space.standing(rival, winner, sharesAt(moved)) === 'open' &&
    space.standing(winner, rival, sharesAt(moved)) === 'open';
  return {
    moved: moves.moved,
    range: openRange(isOpen, moves, 1 - shares[moves.to]!),
    to: metrics[moves.to]!,
    from: moves.from.map(({ metric, share }) => ({ metric: metrics[metric]!, share })),
  };
}

/**
 * The test turned round (Fieller's way): all that may be moved without the sessions telling the two apart.
 */
function openRange(isOpen: (moved: number) => boolean, { moved }: WeightMoves, most: number): Flip['range'] {
  return [isOpen(0) ? 0 : lastOpen(isOpen, moved, 0), isOpen(most) ? null : lastOpen(isOpen, moved, most)];
}
