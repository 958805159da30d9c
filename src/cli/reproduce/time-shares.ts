// How the time of a reproduction is shared: cheap studies have all that their claims take, dear ones share
// what is left alike, and what one study leaves goes to those after it.

/** Shorter than this is no run. */
const LEAST_MS = 1_000;
/** Verdicts take more sessions than the fewest that an answer needs. */
const WANTED = 1.5;

/**
 * The share of the first of several studies in what is left. `costsMs`: the cells of each for as few sessions
 * as an answer needs.
 */
export function nextShareMs(costsMs: readonly number[], leftMs: number): number {
  const [own, ...others] = costsMs.map((costMs) => WANTED * costMs) as [number, ...number[]];
  return Math.max(LEAST_MS, Math.round(filled(own, others, leftMs)));
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
