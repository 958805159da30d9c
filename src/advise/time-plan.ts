// How the time that is left is shared: which networks can be measured in it, how many contenders each gets, and in how
// many sessions.

/** Starting a target and a browser, checks, probes. */
const SESSION_OVERHEAD_MS = 4_000;
/** A warm-up round and a counted one: what a session carries out whatever its time. */
const ROUNDS_AT_LEAST = 2;
/** With two an interval rests on a single difference: nothing would ever be decided. */
const LEAST_SESSIONS = 3;
const MOST_SESSIONS = 8;
/** Below this a session's own noise is all there is. */
const SHORTEST_SESSION_MS = 4_000;
/** Today's, the best that needs nothing, and the best. */
const LEAST_CONTENDERS = 3;
export const MOST_CONTENDERS = 7;

export interface NetworkCost {
  readonly network: string;
  /** Predicted, in the order in which contenders would be taken: today's first. */
  readonly contendersMs: readonly number[];
}

export interface TimePlan {
  /** Network → how many of its contenders are measured; 0: none, there is no time. */
  readonly contenders: ReadonlyMap<string, number>;
  readonly sessions: number;
  /** Wall time for all sessions, their overhead aside. */
  readonly budgetMs: number;
}

/**
 * Takes contenders away from the slowest network, then the whole network, until the least number of sessions fits into
 * `leftMs`. The empty exchanges and the twin cost about as much as one contender more.
 */
export function planTime(costs: readonly NetworkCost[], leftMs: number): TimePlan {
  const counts = new Map(costs.map(({ network, contendersMs }) => [network, contendersMs.length]));
  const roundMs = () => costs.reduce((sum, cost) => sum + networkRoundMs(cost, counts.get(cost.network)!), 0);
  const leastMs = () => LEAST_SESSIONS * (SESSION_OVERHEAD_MS + ROUNDS_AT_LEAST * roundMs());
  while (leastMs() > leftMs) {
    const slowest = costs
      .filter(({ network }) => counts.get(network)! > 0)
      .toSorted(
        (a, b) => networkRoundMs(b, counts.get(b.network)!) - networkRoundMs(a, counts.get(a.network)!),
      )[0];
    if (slowest === undefined) break;
    const count = counts.get(slowest.network)!;
    counts.set(slowest.network, count > LEAST_CONTENDERS ? count - 1 : 0);
  }
  const eachMs = SESSION_OVERHEAD_MS + Math.max(SHORTEST_SESSION_MS, ROUNDS_AT_LEAST * roundMs());
  const sessions = Math.min(MOST_SESSIONS, Math.max(LEAST_SESSIONS, Math.floor(leftMs / eachMs)));
  const budgetMs = Math.max(1_000, leftMs - sessions * SESSION_OVERHEAD_MS);
  return { contenders: counts, sessions, budgetMs: Math.round(budgetMs) };
}

function networkRoundMs({ contendersMs }: NetworkCost, count: number): number {
  const taken = contendersMs.slice(0, count);
  if (taken.length === 0) return 0;
  const sumMs = taken.reduce((sum, ms) => sum + ms, 0);
  return sumMs + Math.min(...taken);
}
