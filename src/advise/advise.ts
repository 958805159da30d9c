// From what screening found to a question for the lab: who is measured where, in which time, and what the
// record keeps of the choice.

import { NO_NETWORK } from '../factors/network.ts';
import type { NetworkProfile } from '../network/profile.ts';
import type { AdvisedNetwork, Way } from '../record/advice-facts.ts';
import { contenders, rankPredictions } from './contenders.ts';
import { networkTimes, predictMs } from './predict.ts';
import { MOST_CONTENDERS, planTime, type TimePlan } from './time-plan.ts';

/** Predictions kept of each network beside the contenders'. */
const PREDICTIONS_KEPT = 20;

export interface Ask {
  readonly ways: readonly Way[];
  /** Index of today's way. */
  readonly today: number;
  readonly networks: readonly NetworkProfile[];
  /** Why emulated networks cannot be had here; null where they can. */
  readonly noLink: string | null;
  /** For measuring: what is left of the budget. */
  readonly leftMs: number;
  /** Whether a client needs nothing for it but the platform. */
  isPlain(way: Way): boolean;
  /** Whether the client asks for the way's compression there. */
  isOffered(way: Way, network: NetworkProfile): boolean;
}

export interface Chosen {
  readonly networks: readonly AdvisedNetwork[];
  /** Network → the ways measured on it. */
  readonly contenders: ReadonlyMap<string, readonly Way[]>;
  readonly time: TimePlan;
  /** Predicted, of any contender. */
  readonly slowestMs: number;
}

interface Candidates {
  readonly network: NetworkProfile;
  readonly predictions: AdvisedNetwork['predictions'];
  /** Indices of ways. */
  readonly chosen: readonly number[];
}

const TOO_LITTLE_TIME = 'the time given (--budget) was too short to measure there';

/** Empty exchanges of a block, each of which takes a round trip. */
const EMPTY_TIMES = 3;

export function chooseContenders(ask: Ask): Chosen {
  const all = ask.networks.map((network) => candidatesOn(network, ask));
  const costs = all
    .filter(({ chosen }) => chosen.length > 0)
    .map((each) => ({
      network: each.network.name,
      contendersMs: each.chosen.map(predictedMsByWay(each)),
      emptyMs: EMPTY_TIMES * (each.network.rttMs + 2),
      place: isEmulated(each.network) ? ('link' as const) : ('loopback' as const),
    }));
  const time = planTime(costs, ask.leftMs);
  const kept = all.map((each) => ({
    ...each,
    chosen: (time.running.get(each.network.name) ?? []).map((place) => each.chosen[place]!),
  }));
  return {
    networks: kept.map((each) => advisedNetwork(each, ask)),
    contenders: new Map(
      kept.map(({ network, chosen }) => [network.name, chosen.map((way) => ask.ways[way]!)]),
    ),
    time,
    slowestMs: Math.max(0, ...kept.flatMap((each) => each.chosen.map(predictedMsByWay(each)))),
  };
}

function candidatesOn(network: NetworkProfile, ask: Ask): Candidates {
  const { ways, today, noLink, isPlain } = ask;
  const times = networkTimes(network);
  const all = rankPredictions(ways, (way) => predictMs(way, times));
  const predictions = all.filter(({ way }) => way === today || ask.isOffered(ways[way]!, network));
  const chosen =
    isEmulated(network) && noLink !== null
      ? []
      : contenders({ ways, predictions, today, isPlain }, MOST_CONTENDERS);
  return { network, predictions, chosen };
}

function isEmulated({ name }: NetworkProfile): boolean {
  return name !== NO_NETWORK;
}

function predictedMsByWay({ predictions }: Candidates): (way: number) => number {
  const ms = new Map(predictions.map(({ way, totalMs }) => [way, totalMs]));
  return (way) => ms.get(way)!;
}

function advisedNetwork(each: Candidates, { today, noLink }: Ask): AdvisedNetwork {
  const { network, predictions, chosen } = each;
  const wanted = new Set([today, ...chosen]);
  return {
    network: network.name,
    predictedOnly: chosen.length > 0 ? null : (noLink ?? TOO_LITTLE_TIME),
    predictions: predictions.filter(({ way }, rank) => rank < PREDICTIONS_KEPT || wanted.has(way)),
  };
}
