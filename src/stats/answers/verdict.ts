// What an interval of a ratio says. Margins are symmetric on the log scale, from 1/(1 + margin) to 1 +
// margin, so that swapping the two cells swaps faster and slower and changes nothing else.

export type RatioInterval = readonly [low: number, high: number];

/**
 *   faster, slower   the interval lies beyond the margin
 *   same             it lies inside the margin
 *   within           whatever the difference is, it is at most the precision asked
 *   open             it may be larger: more sessions are needed
 */
export type RatioAnswer = 'faster' | 'slower' | 'same' | 'within' | 'open';

/** Both are shares: 0.02, 0.1. */
export interface AnswerBounds {
  /** The user's: a difference inside it does not matter to them. */
  readonly margin: number;
  /** The widest difference that may stay unknown. */
  readonly precision: number;
}

/** `interval` is of time b over time a, the answer is about a: a is faster where b takes longer. */
export function answerOf(interval: RatioInterval, { margin, precision }: AnswerBounds): RatioAnswer {
  const [low, high] = interval;
  const widest = widestDifference(interval);
  if (low > 1 + margin) return 'faster';
  if (high < 1 / (1 + margin)) return 'slower';
  if (widest <= margin) return 'same';
  return widest <= precision ? 'within' : 'open';
}

/** How far from alike the two may be at most, as a share: 0.05 for [0.96, 1.05]. */
export function widestDifference([low, high]: RatioInterval): number {
  return Math.min(Math.max(high, 1 / low) - 1, Number.MAX_VALUE);
}

/**
 * The half-width, on the log scale, at which an interval around `log` answers; null where none does, since
 * the estimate lies on the border itself. An interval that answers is at most so wide as long as the estimate
 * stays where it is.
 */
export function reachThatAnswers(log: number, { margin, precision }: AnswerBounds): number | null {
  const distance = Math.abs(log);
  const border = Math.log1p(margin);
  const reach = Math.max(Math.abs(distance - border), Math.log1p(precision) - distance);
  return reach > 0 ? reach : null;
}
