// How the time of a reproduction is shared: each study has what its claims cost, and what one leaves goes to
// those after it.

/** Shorter than this is no run. */
const LEAST_MS = 1_000;

/**
 * The share of the first of several studies in what is left. `costsMs`: the cells of each for as few sessions
 * as an answer needs.
 */
export function nextShareMs(costsMs: readonly number[], leftMs: number): number {
  const allMs = costsMs.reduce((sum, costMs) => sum + costMs, 0);
  return Math.max(LEAST_MS, Math.round((leftMs * costsMs[0]!) / allMs));
}
