// Turns the results of screening into a question for the lab: which ways are measured on which network, for
// how long, and what the record keeps of the choice.

import { NO_NETWORK } from '../factors/network.ts';
import type { NetworkProfile } from '../network/profile.ts';
import { leastBlocks, leastWireBlocks, tracesAreLost, warmupInTime } from '../plan/blocks/visits.ts';
import type { AdvisedNetwork, Way } from '../record/advice-facts.ts';
import { DEFAULTS } from '../study/defaults.ts';
import { type Choice, contenders, keptContenders, neededContenders, rankPredictions } from './contenders.ts';
import { networkTimes, predictMs, SHIPPED_HANDLING } from './predict.ts';
import { MOST_CONTENDERS, type NetworkCost, planTime } from './time-plan.ts';

/** Predictions kept of each network beside the contenders'. */
const PREDICTIONS_KEPT = 20;

export interface Ask {
  readonly ways: readonly Way[];
  /** Index of today's way. */
  readonly today: number;
  readonly networks: readonly NetworkProfile[];
  /** Why there are no emulated networks here; null if there are. */
  readonly noLink: string | null;
  /** For measuring: what is left of the budget. */
  readonly leftMs: number;
  /** Whether a client needs only the platform for it. */
  isPlain(way: Way): boolean;
  /** Whether the client asks for the way's compression there. */
  isOffered(way: Way, network: NetworkProfile): boolean;
}

export interface Chosen {
  readonly networks: readonly AdvisedNetwork[];
  /** Network → the ways measured on it. */
  readonly contenders: ReadonlyMap<string, readonly Way[]>;
  /** null: as many as fit; else so few that all is provisional. */
  readonly sessions: number | null;
  /** Predicted, of any contender. */
  readonly slowestMs: number;
}

interface Candidates {
  readonly network: NetworkProfile;
  readonly predictions: AdvisedNetwork['predictions'];
  /** Indices of ways. */
  readonly chosen: readonly number[];
  /** Places of those that are given up where the time is short, the first first. */
  readonly giveUp: readonly number[];
}

const TOO_LITTLE_TIME = 'the time given (--budget) was too short to measure there';

/** Empty exchanges beside one of every way: a tenth of the time at most. */
const EMPTY_SHARE = 0.1;

export function chooseContenders(ask: Ask): Chosen {
  const all = ask.networks.map((network) => candidatesOn(network, ask));
  const costs = all
    .filter(({ chosen }) => chosen.length > 0)
    .map((each) => ({
      network: each.network.name,
      contendersMs: each.chosen.map(predictedMsByWay(each)),
      giveUp: each.giveUp,
      ...leastVisits(each, ask.ways),
      emptyMs: EMPTY_SHARE * each.chosen.map(predictedMsByWay(each)).reduce((sum, ms) => sum + ms, 0),
      place: isEmulated(each.network) ? ('link' as const) : ('loopback' as const),
    }));
  const { running, sessions } = planTime(costs, ask.leftMs);
  const measured = all.map((each) => ({
    ...each,
    chosen: (running.get(each.network.name) ?? []).map((place) => each.chosen[place]!),
  }));
  return {
    networks: measured.map((each) => advisedNetwork(each, ask)),
    contenders: new Map(
      measured.map(({ network, chosen }) => [network.name, chosen.map((way) => ask.ways[way]!)]),
    ),
    sessions,
    slowestMs: Math.max(0, ...measured.flatMap((each) => each.chosen.map(predictedMsByWay(each)))),
  };
}

function candidatesOn(network: NetworkProfile, ask: Ask): Candidates {
  const { ways, today, noLink, isPlain } = ask;
  const times = networkTimes(network);
  const all = rankPredictions(ways, (way) => predictMs(way, times));
  const predictions = all.filter(({ way }) => way === today || ask.isOffered(ways[way]!, network));
  const choice = { ways, predictions, today, isPlain };
  const chosen = isEmulated(network) && noLink !== null ? [] : contenders(choice, MOST_CONTENDERS);
  return { network, predictions, chosen, giveUp: givenUpFirst(choice, chosen) };
}

/**
 * What is only quick too, the slowest of it first; today's way, which is the slowest of all where compression
 * pays, and whose prediction is good there; the best that needs nothing new.
 */
function givenUpFirst(choice: Choice, chosen: readonly number[]): number[] {
  const [needed, kept] = [neededContenders(choice), keptContenders(choice)];
  const order = [...chosen.filter((way) => !needed.includes(way)).reverse(), ...needed];
  return order.filter((way) => !kept.includes(way)).map((way) => chosen.indexOf(way));
}

/** As the plan will have them (`plan/blocks/visits.ts`), by what is predicted. */
function leastVisits(
  { chosen, network, ...each }: Candidates,
  ways: readonly Way[],
): Pick<NetworkCost, 'visits' | 'warmupMs'> {
  const predictedMs = predictedMsByWay(each);
  const codeMs = ({ encodeMs, decodeMs }: Way) => SHIPPED_HANDLING.requestMs + encodeMs + decodeMs;
  const isWire = (way: number) => tracesAreLost(codeMs(ways[way]!), predictedMs(way));
  const settles = !chosen.every(isWire);
  const counted = settles ? leastBlocks({}) : leastWireBlocks(network);
  const warmupMs = chosen.map((way) => {
    const ms = predictedMs(way);
    const exchanges = Math.min(DEFAULTS.protocol.warmup, warmupInTime(ms, isWire(way)));
    return Math.max(0, exchanges - (settles ? 2 : 1)) * ms;
  });
  return { visits: { settles, blocks: 1 + counted }, warmupMs };
}

function isEmulated({ name }: NetworkProfile): boolean {
  return name !== NO_NETWORK;
}

function predictedMsByWay({ predictions }: Pick<Candidates, 'predictions'>): (way: number) => number {
  const ms = new Map(predictions.map(({ way, totalMs }) => [way, totalMs]));
  return (way) => ms.get(way)!;
}

function advisedNetwork(each: Candidates, { today, noLink }: Ask): AdvisedNetwork {
  const { network, predictions, chosen } = each;
  const keptWays = new Set([today, ...chosen]);
  return {
    network: network.name,
    predictedOnly: chosen.length > 0 ? null : (noLink ?? TOO_LITTLE_TIME),
    predictions: predictions.filter(({ way }, rank) => rank < PREDICTIONS_KEPT || keptWays.has(way)),
  };
}
