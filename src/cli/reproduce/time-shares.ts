// How the time of a reproduction is shared: cheap studies have all that their claims take, dear ones share
// what is left alike, and what one study leaves goes to those after it.

/**
 * A study's first sessions, as few as an answer needs, with all of its cells, take its time divided by this:
 * what is left goes to what they leave open, whose cells are few. In docs/results sessions take about 0.8 of
 * what is reckoned, so that they end earlier.
 */
export const FIRST_ROOM = 1.6;

/** Verdicts take more sessions than the fewest that an answer needs. */
const WANTED = 2;

/** Of an even share of all time, even for a study whose cells take next to nothing. */
const LEAST_SHARE = 0.4;

/**
 * Of the whole time, for what a study's first sessions leave open, before others have had theirs; and as much
 * again when it is over, since its claims are foreseen better then. What takes longer waits until all studies
 * are measured, and the claims of all that take least come first.
 */
export const LITTLE_SHARE = 0.05;

/** What of that is left, `thenMs` having been left of all when the study was over and `nowMs` now. */
export function littleMs(budgetMs: number, thenMs: number, nowMs: number): number {
  return Math.min(nowMs, LITTLE_SHARE * budgetMs - (thenMs - nowMs));
}

/**
 * The share of the first of several studies in what is left. `costsMs`: the cells of each for as few sessions
 * as an answer needs. `evenMs`: of the whole time an even share, up to which its cells are paid for even
 * where sessions that were cut off have eaten what was left.
 */
export function nextShareMs(costsMs: readonly number[], leftMs: number, evenMs: number): number {
  const wantedMs = (costMs: number) => Math.max(WANTED * costMs, LEAST_SHARE * evenMs);
  const [own, ...others] = costsMs.map(wantedMs) as [number, ...number[]];
  const leastMs = Math.min(FIRST_ROOM * costsMs[0]!, evenMs);
  return Math.round(Math.max(leastMs, filled(own, others, leftMs)));
}

/**
 * Nobody gets more than is wanted while others go short; where all have what they want, the rest goes by what
 * they want.
 */
function filled(ownMs: number, othersMs: readonly number[], leftMs: number): number {
  const allMs = ownMs + othersMs.reduce((sum, ms) => sum + ms, 0);
  if (allMs <= leftMs) return (ownMs * leftMs) / allMs;
  const evenMs = leftMs / (othersMs.length + 1);
  const modest = othersMs.filter((ms) => ms <= evenMs);
  if (ownMs <= evenMs) return ownMs;
  if (modest.length === 0) return evenMs;
  const dear = othersMs.filter((ms) => ms > evenMs);
  return filled(ownMs, dear, leftMs - modest.reduce((sum, ms) => sum + ms, 0));
}
