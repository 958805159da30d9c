// How the time that is left is shared: which networks can be measured in it, and who runs on each, and
// whether that leaves sessions enough.

import { FEWEST_SESSIONS } from '../base/least-evidence.ts';
import type { SessionPlace } from '../plan/plan.ts';

/** Starting a target and a browser, connecting, looking at the target, and ending them. */
const SESSION_OVERHEAD_MS = 2_000;
/** Of every way in a session: the first use of its code, and its check. */
const CHECKED_EXCHANGES = 2;
/** Of every way, once in a run: what it takes to tell its decompression from its transfer. */
const PROBED_EXCHANGES = 6;
export const MOST_CONTENDERS = 7;

export interface NetworkCost {
  readonly network: string;
  /** Predicted, in the order in which contenders would be taken: today's first. */
  readonly contendersMs: readonly number[];
  /** Places of those that are given up one by one, the first first; the others are, together, at last. */
  readonly giveUp: readonly number[];
  readonly visits: LeastVisits;
  /** Of each of them, what it takes to warm up beyond the first of these visits; absent: nothing. */
  readonly warmupMs?: readonly number[];
  /** Of the empty exchanges beside one of every way. */
  readonly emptyMs: number;
  /** Networks of different places are measured in sessions of their own. */
  readonly place: SessionPlace;
}

/** What a session does of every way, whatever its time. */
interface LeastVisits {
  /** Whether a visit is one exchange that settles and one that counts; else it is the latter alone. */
  readonly settles: boolean;
  /** One that warms up, and those that count. */
  readonly blocks: number;
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

/**
 * As many networks as can be measured, in as many sessions as that leaves; in a single one where there would
 * be no advice else.
 */
export function planTime(costs: readonly NetworkCost[], leftMs: number): TimePlan {
  const plans = LEAST_SESSIONS.map((least) => planSessions(costs, leftMs, least));
  const measured = ({ running }: TimePlan) => [...running.values()].filter((some) => some.length > 0).length;
  const best = plans.reduce((best, plan) => (measured(plan) > measured(best) ? plan : best));
  return measured(best) > 0 ? best : planSessions(costs, leftMs, 1);
}

/**
 * Until so many sessions fit into `leftMs`, the slowest network gives up contenders; at last it is not
 * measured at all.
 */
function planSessions(costs: readonly NetworkCost[], leftMs: number, least: number): TimePlan {
  const running = new Map(costs.map(({ network, contendersMs }) => [network, [...contendersMs.keys()]]));
  const roundCostMs = (cost: NetworkCost) => networkRoundMs(cost, running.get(cost.network)!);
  const sessionMs = () =>
    SESSION_OVERHEAD_MS * Math.max(1, placesInUse(costs, running).size) +
    costs.reduce(
      (sum, cost) =>
        sum +
        exchangesAtLeast(cost.visits) * roundCostMs(cost) +
        ofEachMs(cost.warmupMs ?? [], running.get(cost.network)!),
      0,
    );
  // Over the quickest network alone, since ways are the same on all of them.
  const probesMs = () => {
    const each = costs.map((cost) => sum(timesOf(cost, running.get(cost.network)!))).filter((ms) => ms > 0);
    return each.length === 0 ? 0 : PROBED_EXCHANGES * Math.min(...each);
  };
  while (least * sessionMs() + probesMs() > leftMs) {
    const slowest = costs
      .filter(({ network }) => running.get(network)!.length > 0)
      .toSorted((a, b) => roundCostMs(b) - roundCostMs(a))[0];
    if (slowest === undefined) break;
    running.set(slowest.network, fewer(running.get(slowest.network)!, slowest.giveUp));
  }
  return { running, sessions: least < FEWEST_SESSIONS ? least : null };
}

function placesInUse(
  costs: readonly NetworkCost[],
  running: ReadonlyMap<string, Running>,
): Set<SessionPlace> {
  return new Set(costs.filter(({ network }) => running.get(network)!.length > 0).map(({ place }) => place));
}

function fewer(running: Running, giveUp: Running): number[] {
  const next = giveUp.find((place) => running.includes(place));
  return next === undefined ? [] : running.filter((place) => place !== next);
}

function exchangesAtLeast({ settles, blocks }: LeastVisits): number {
  return CHECKED_EXCHANGES + (settles ? 2 : 1) * blocks;
}

function networkRoundMs(cost: NetworkCost, running: Running): number {
  return running.length === 0 ? 0 : ofEachMs(cost.contendersMs, running) + cost.emptyMs;
}

/** One of them runs twice: the twin, which is not today's where there is another. `ms`: of each contender. */
function ofEachMs(ms: readonly number[], running: Running): number {
  const twin = running.find((place) => place !== 0) ?? 0;
  return sum([...running, ...(running.length === 0 ? [] : [twin])].map((place) => ms[place] ?? 0));
}

function timesOf({ contendersMs }: NetworkCost, running: Running): number[] {
  return running.map((place) => contendersMs[place]!);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
