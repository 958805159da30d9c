// Does a measured ratio say what was published? Absolute times of other machines are never compared.

import { answerOf, type RatioInterval } from './verdict.ts';

/** A published ratio lies between these; a null end is open. */
export type PublishedRange = readonly [low: number | null, high: number | null];

export type Replication = 'replicated' | 'not replicated' | 'opposite' | 'open';

/**
 * Published figures are rounded and other machines differ: the range is widened by this share at each end. A
 * range around 1 is no published figure, but what the study file reads "alike" as: it is taken at its word.
 */
export const WIDENED_SHARE = 0.1;
const WIDENED = 1 + WIDENED_SHARE;

/**
 * `estimate` is the measured ratio, `interval` its interval, `margin` the user's, a share. The interval
 * "misses" when it has no value in common with the widened range. A border of bytes is not widened.
 *
 * An interval that lies wholly inside a range with two ends is replicated, unless the whole range lies inside
 * the margin: "up to 1.08 times" is kept by [1.01, 1.03].
 *
 * Else a range on one side of 1 (an end may be 1) claims a direction, and the direction is decided as in any
 * comparison:
 *   opposite         the interval lies beyond the margin on the other side
 *   replicated       it lies beyond the margin on the claimed side, and the estimate inside the widened range
 *   not replicated   it misses, or reaches nowhere beyond the margin on the claimed side: whatever the
 *                    difference is, it is not the one that was claimed, be it none or the opposite. Unless
 *                    the whole range lies inside the margin as well, so that this run could not have told it
 *                    from none
 *   open             else: it crosses the border of the margin on the claimed side, or reaches the
 *                    widened range with the estimate outside
 * A range around 1 ([0.95, 1.05]) claims that there is no notable difference, and is not widened:
 *   replicated       the interval lies inside it
 *   not replicated   it has no value in common with it
 *   open             else
 */
export function judgeReplication(
  estimate: number,
  interval: RatioInterval,
  published: PublishedRange,
  margin: number,
): Replication {
  const [low, high] = interval;
  const from = published[0] ?? 0;
  const to = published[1] ?? Number.POSITIVE_INFINITY;
  if (from < 1 && to > 1) {
    if (high < from || low > to) return 'not replicated';
    return low >= from && high <= to ? 'replicated' : 'open';
  }
  // A border that was named ("at least a third fewer") is no rounded figure, and bytes, without margin, are
  // exact.
  const widened = margin === 0 && published.includes(null) ? 1 : WIDENED;
  const widest = [from / widened, to * widened] as const;
  const misses = high < widest[0] || low > widest[1];
  const couldTell = to > 1 + margin || from < 1 / (1 + margin);
  if (couldTell && !published.includes(null) && low >= from && high <= to) return 'replicated';
  const [claimed, other] = from >= 1 ? (['faster', 'slower'] as const) : (['slower', 'faster'] as const);
  const verdict = answerOf(interval, { margin, precision: margin });
  if (verdict === other) return 'opposite';
  if (misses) return 'not replicated';
  if (verdict === claimed) return estimate >= widest[0] && estimate <= widest[1] ? 'replicated' : 'open';
  const reachesClaimed = claimed === 'faster' ? high > 1 + margin : low < 1 / (1 + margin);
  return !reachesClaimed && couldTell ? 'not replicated' : 'open';
}

/**
 * Whether no sessions more could make it anything else but replicated, as long as their interval lies in this
 * one. The estimate alone may have come into the widened range by luck.
 */
export function isReplicatedForGood([low, high]: RatioInterval, published: PublishedRange): boolean {
  const [from, to] = [published[0] ?? 0, published[1] ?? Number.POSITIVE_INFINITY];
  return low >= from / WIDENED && high <= to * WIDENED;
}

/**
 * Of a share, which is below 1 whatever was claimed: it has no direction that could be proven, so nothing but
 * the whole of the range can be right or wrong.
 *   replicated       the interval lies inside the widened range
 *   not replicated   it misses it
 *   open             else: the share may as well lie outside as inside
 */
export function judgeShareReplication([low, high]: RatioInterval, published: PublishedRange): Replication {
  const from = (published[0] ?? 0) / WIDENED;
  const to = (published[1] ?? Number.POSITIVE_INFINITY) * WIDENED;
  if (high < from || low > to) return 'not replicated';
  return low >= from && high <= to ? 'replicated' : 'open';
}

/** What a claim is judged by, beside its interval. */
export interface Judged {
  readonly measured: number;
  readonly published: PublishedRange;
  readonly margin: number;
  readonly isShare: boolean;
}

export function judgeFigure(
  { measured, published, margin, isShare }: Judged,
  interval: RatioInterval,
): Replication {
  return isShare
    ? judgeShareReplication(interval, published)
    : judgeReplication(measured, interval, published, margin);
}

/** `reach`: half-width of the interval, on the log scale. */
export function judgeWithin(judged: Judged, reach: number): Replication {
  const { measured } = judged;
  return judgeFigure(judged, [measured / Math.exp(reach), measured * Math.exp(reach)]);
}

/**
 * The widest interval around what was measured that decides it, as its half-width on the log scale; null
 * where none does: it lies on a border, or no difference was claimed that this margin could tell from none.
 * The judge is asked, since which ends matter depends on where the estimate lies: inside the widened range
 * its ends decide nothing.
 */
export function decidingReach(judged: Judged): number | null {
  if (judgeWithin(judged, 0) === 'open') return null;
  let [decides, open] = [0, WIDEST_REACH];
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (decides + open) / 2;
    if (judgeWithin(judged, middle) === 'open') open = middle;
    else decides = middle;
  }
  return decides;
}

/** An interval that reaches a thousandth and a thousand times is wider than any. */
const WIDEST_REACH = Math.log(1_000);
const HALVINGS = 50;
