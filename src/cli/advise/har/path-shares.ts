// How the budget of an advice on a HAR is shared among its paths: each has the least that an advice takes,
// and what is left beyond that goes by bytes. What one does not need is there for those after it.

/** In less, networks are left out of which an answer is wanted; in the usual budget two paths have it. */
export const LEAST_ADVICE_MS = 45_000;

/**
 * The time of the first of these paths, which are in their order; null where there is none for it. `bytes`:
 * of all answers of each.
 */
export function nextShareMs(leftMs: number, bytes: readonly number[]): number | null {
  const fitting = Math.min(bytes.length, Math.floor(leftMs / LEAST_ADVICE_MS));
  if (fitting < 1) return null;
  const beyondMs = leftMs - fitting * LEAST_ADVICE_MS;
  const sum = bytes.slice(0, fitting).reduce((total, each) => total + each, 0);
  return LEAST_ADVICE_MS + (beyondMs * bytes[0]!) / sum;
}
