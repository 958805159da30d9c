// The nearest change of weights that gives a rival the lower index: the fewest points moved, where points are
// half of what all weights change by together.

export interface WeightMoves {
  /** Share of all weight that is moved; 0 where the indexes are the same already. */
  readonly moved: number;
  /** Place of the metric that the weight goes to. */
  readonly to: number;
  /** Places of the metrics that it comes from, in the order in which it is taken. */
  readonly from: readonly { readonly metric: number; readonly share: number }[];
}

/**
 * `higherBy`: by how much the rival's item is above the other cell's, metric by metric, so that Σ share ·
 * higherBy is by how much its index is. null where no weights make that less than 0. Exact: a point moved
 * from metric k to metric j lowers the difference by higherBy[k] − higherBy[j], whatever else was moved, so
 * the best goes to the metric in which the rival is best, from those in which it is worst, one after another
 * until the indexes are the same (a fractional knapsack).
 */
export function cheapestMoves(shares: readonly number[], higherBy: readonly number[]): WeightMoves | null {
  const { to, order } = wayOfMoves(higherBy);
  const best = higherBy[to]!;
  if (!(best < 0)) return null;
  let left = shares.reduce((sum, share, k) => sum + share * higherBy[k]!, 0);
  const from: { metric: number; share: number }[] = [];
  for (const metric of order) {
    const gain = higherBy[metric]! - best;
    const share = Math.min(shares[metric]!, left / gain);
    if (!(left > 0 && gain > 0 && share > 0)) continue;
    from.push({ metric, share });
    left -= share * gain;
  }
  return { moved: from.reduce((sum, { share }) => sum + share, 0), to, from };
}

/** The weights after so much was moved in the same order, further than the flip too. */
export function sharesAfter(
  shares: readonly number[],
  higherBy: readonly number[],
  moved: number,
): readonly number[] {
  const { to, order } = wayOfMoves(higherBy);
  const after = [...shares];
  let left = moved;
  for (const metric of order) {
    const share = Math.min(after[metric]!, left);
    after[metric]! -= share;
    after[to]! += share;
    left -= share;
  }
  return after;
}

function wayOfMoves(higherBy: readonly number[]): { readonly to: number; readonly order: readonly number[] } {
  const to = higherBy.indexOf(Math.min(...higherBy));
  const order = higherBy
    .map((_, metric) => metric)
    .filter((metric) => metric !== to)
    .sort((a, b) => higherBy[b]! - higherBy[a]!);
  return { to, order };
}
