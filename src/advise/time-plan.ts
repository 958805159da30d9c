// How the time that is left is shared: which networks can be measured in it, and who runs on each, and
// whether that leaves sessions enough.

import type { SessionPlace } from '../plan/plan.ts';
import { LEAST_COUNTED_BLOCKS } from '../plan/visits.ts';
import { CHECKED_EXCHANGES } from '../plan/wall-costs.ts';
import { FEWEST_SESSIONS } from '../stats/looks.ts';

/** Starting a target and a browser, and ending them. */
const SESSION_OVERHEAD_MS = 1_500;
/** Over a slow network a visit is one exchange that settles and one that counts. */
const EXCHANGES_PER_VISIT = 2;
/** Of every way in a session, whatever its time: its check, one visit that warms up, and those that count. */
const EXCHANGES_AT_LEAST = CHECKED_EXCHANGES + (1 + LEAST_COUNTED_BLOCKS) * EXCHANGES_PER_VISIT;
export const MOST_CONTENDERS = 7;

export interface NetworkCost {
  readonly network: string;
  /** Predicted, in the order in which contenders would be taken: today's first. */
  readonly contendersMs: readonly number[];
  /** So many of the first are needed, or there is no advice. */
  readonly needed: number;
  /** Of the empty exchanges beside one of every way. */
  readonly emptyMs: number;
  /** Networks of different places are measured in sessions of their own. */
  readonly place: SessionPlace;
}

/** Places in the order of contenders: today's is 0. */
export type Running = readonly number[];

export interface TimePlan {
  /** Network → who is measured on it; nobody: there is no time. */
  readonly running: ReadonlyMap<string, Running>;
  /** null: as many as fit, which are enough for an answer; else so few that all is provisional. */
  readonly sessions: number | null;
}

/** Fewer sessions give provisional advice, which is better than a prediction. */
const LEAST_SESSIONS = [FEWEST_SESSIONS, 3, 2];

/** As many networks as can be measured, in as many sessions as that leaves. */
export function planTime(costs: readonly NetworkCost[], leftMs: number): TimePlan {
  const plans = LEAST_SESSIONS.map((least) => planSessions(costs, leftMs, least));
  const measured = ({ running }: TimePlan) => [...running.values()].filter((some) => some.length > 0).length;
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
  const sessionMs = () =>
    SESSION_OVERHEAD_MS * Math.max(1, placesInUse(costs, running).size) +
    EXCHANGES_AT_LEAST * costs.reduce((sum, cost) => sum + roundCostMs(cost), 0);
  while (least * sessionMs() > leftMs) {
    const slowest = costs
      .filter(({ network }) => running.get(network)!.length > 0)
      .toSorted((a, b) => roundCostMs(b) - roundCostMs(a))[0];
    if (slowest === undefined) break;
    running.set(slowest.network, fewer(running.get(slowest.network)!, slowest.needed));
  }
  return { running, sessions: least < FEWEST_SESSIONS ? least : null };
}

function placesInUse(
  costs: readonly NetworkCost[],
  running: ReadonlyMap<string, Running>,
): Set<SessionPlace> {
  return new Set(costs.filter(({ network }) => running.get(network)!.length > 0).map(({ place }) => place));
}

function fewer(running: Running, needed: number): number[] {
  if (running.length > needed) return running.slice(0, -1);
  return running.length === needed && running[0] === 0 ? running.slice(1) : [];
}

/** One of them runs twice: the twin, which is not today's where there is another. */
function networkRoundMs({ contendersMs, emptyMs }: NetworkCost, running: Running): number {
  const timesMs = running.map((place) => contendersMs[place]!);
  if (timesMs.length === 0) return 0;
  const twin = running.find((place) => place !== 0) ?? 0;
  return timesMs.reduce((sum, ms) => sum + ms, emptyMs) + contendersMs[twin]!;
}
