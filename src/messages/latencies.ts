// Latencies of the messages of one sequence, in a histogram of logarithmic steps. A million of them take
// little room, and histograms of many sequences can be added up. Quantiles are good to half a step, 0.5 %.

/** Each bin is wider than the one before by this factor. */
const STEP = 1.01;
const LOG_STEP = Math.log(STEP);
/** Shorter latencies count as this one; two clocks may even make them negative. */
const LEAST_MS = 0.001;

/** Bin → how many latencies, in order of the bins. */
export type Latencies = readonly (readonly [bin: number, count: number])[];

export class LatencyHistogram {
  readonly #bins = new Map<number, number>();

  add(ms: number): void {
    if (!Number.isFinite(ms)) throw new Error(`a latency of ${ms} ms`);
    const bin = ms <= LEAST_MS ? 0 : Math.round(Math.log(ms / LEAST_MS) / LOG_STEP);
    this.#bins.set(bin, (this.#bins.get(bin) ?? 0) + 1);
  }

  latencies(): Latencies {
    return [...this.#bins].sort(([a], [b]) => a - b);
  }
}

export function together(all: Iterable<Latencies>): Latencies {
  const bins = new Map<number, number>();
  for (const one of all) for (const [bin, count] of one) bins.set(bin, (bins.get(bin) ?? 0) + count);
  return [...bins].sort(([a], [b]) => a - b);
}

/** The quantile by nearest rank; NaN if there are no latencies. `p` between 0 and 1. */
export function latencyQuantileMs(latencies: Latencies, p: number): number {
  const total = latencies.reduce((sum, [, count]) => sum + count, 0);
  const rank = Math.max(1, Math.ceil(p * total));
  let below = 0;
  for (const [bin, count] of latencies) {
    below += count;
    if (below >= rank) return LEAST_MS * STEP ** bin;
  }
  return Number.NaN;
}
