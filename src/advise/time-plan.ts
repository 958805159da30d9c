// How the time that is left is shared: which networks can be measured in it, who runs on each, and in how
// many sessions.

import type { SessionPlace } from '../plan/plan.ts';

/** Starting a target and a browser. */
const SESSION_OVERHEAD_MS = 5_000;
/**
 * A warm-up round and a counted one, which a session carries out whatever its time, and the checks of cells.
 */
const ROUNDS_AT_LEAST = 2.5;
/**
 * Intervals rest on sessions: with three they are twice as wide as with four, however many exchanges each
 * has.
 */
const LEAST_SESSIONS = [4, 3, 2];
const MOST_SESSIONS = 8;
/** Below this a session's own noise is all there is. */
const SHORTEST_SESSION_MS = 4_000;
/** Today's, the best that needs nothing, and the best. */
const LEAST_CONTENDERS = 3;
export const MOST_CONTENDERS = 6;

export interface NetworkCost {
  readonly network: string;
  /** Predicted, in the order in which contenders would be taken: today's first. */
  readonly contendersMs: readonly number[];
  /** Of a round's empty exchanges. */
  readonly emptyMs: number;
  /** Networks of different places are measured in sessions of their own. */
  readonly place: SessionPlace;
}

/** Places in the order of contenders: today's is 0. */
export type Running = readonly number[];

export interface TimePlan {
  /** Network → who is measured on it; nobody: there is no time. */
  readonly running: ReadonlyMap<string, Running>;
  readonly sessions: number;
  /** Wall time for all sessions, their overhead aside. */
  readonly budgetMs: number;
}

/** As many networks as can be measured, in as many sessions as that leaves. */
export function planTime(costs: readonly NetworkCost[], leftMs: number): TimePlan {
  const plans = LEAST_SESSIONS.map((least) => planSessions(costs, leftMs, least));
  const measured = ({ running }: TimePlan) =>
    running
      .values()
      .filter((some) => some.length > 0)
      .toArray().length;
  return plans.reduce((best, plan) => (measured(plan) > measured(best) ? plan : best));
}

/**
 * Until so many sessions fit into `leftMs`, the slowest network gives up contenders; then today's way, which
 * is the slowest of all where compression pays, and whose prediction is good there; then it is not measured
 * at all.
 */
function planSessions(costs: readonly NetworkCost[], leftMs: number, least: number): TimePlan {
  const running = new Map(costs.map(({ network, contendersMs }) => [network, [...contendersMs.keys()]]));
  const roundCostMs = (cost: NetworkCost) => networkRoundMs(cost, running.get(cost.network)!);
  const overheadMs = () => SESSION_OVERHEAD_MS * Math.max(1, placesInUse(costs, running).size);
  const sessionMs = () =>
    overheadMs() + ROUNDS_AT_LEAST * costs.reduce((sum, cost) => sum + roundCostMs(cost), 0);
  while (least * sessionMs() > leftMs) {
    const slowest = costs
      .filter(({ network }) => running.get(network)!.length > 0)
      .toSorted((a, b) => roundCostMs(b) - roundCostMs(a))[0];
    if (slowest === undefined) break;
    running.set(slowest.network, fewer(running.get(slowest.network)!));
  }
  const eachMs = Math.max(overheadMs() + SHORTEST_SESSION_MS, sessionMs());
  const sessions = Math.min(MOST_SESSIONS, Math.max(least, Math.floor(leftMs / eachMs)));
  const budgetMs = Math.max(1_000, leftMs - sessions * overheadMs());
  return { running, sessions, budgetMs: Math.round(budgetMs) };
}

function placesInUse(
  costs: readonly NetworkCost[],
  running: ReadonlyMap<string, Running>,
): Set<SessionPlace> {
  return new Set(costs.filter(({ network }) => running.get(network)!.length > 0).map(({ place }) => place));
}

function fewer(running: Running): number[] {
  if (running.length > LEAST_CONTENDERS) return running.slice(0, -1);
  return running.length === LEAST_CONTENDERS && running[0] === 0 ? running.slice(1) : [];
}

/** One of them runs twice: the twin, which is not today's where there is another. */
function networkRoundMs({ contendersMs, emptyMs }: NetworkCost, running: Running): number {
  const taken = running.map((place) => contendersMs[place]!);
  if (taken.length === 0) return 0;
  const twin = running.find((place) => place !== 0) ?? 0;
  return taken.reduce((sum, ms) => sum + ms, emptyMs) + contendersMs[twin]!;
}
