// Ratios of answers' times of which some were measured and others are predicted. In each draw of sessions
// both sides are of the same sessions, so what these have in common cancels.

import type { Interval } from '../../base/figures/ratios.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import { mean, standardDeviation } from '../../stats/samples/quantile.ts';
import type { MeasuredCell } from '../measured.ts';
import { type Model, missedOfWork, type Prediction } from '../model.ts';
import { networkTimes } from '../network-times.ts';
import { predict } from '../predict.ts';
import { meanTimes } from '../terms.ts';

export type Side =
  | { readonly kind: 'measured'; readonly cell: MeasuredCell }
  | { readonly kind: 'predicted'; readonly prediction: Prediction; readonly network: NetworkProfile };

/** The time of `over` is divided by that of `under`. */
export interface Division {
  readonly over: Side;
  readonly under: Side;
}

export interface PredictedRatio {
  readonly ratio: number;
  readonly interval: Interval;
}

/** The geometric mean of the ratios; null where fewer than two draws of sessions tell it. */
export function meanRatio(model: Model, divisions: readonly Division[]): PredictedRatio | null {
  const drawn = divisions.map(({ over, under }) => {
    const below = drawnLogs(model, under);
    return drawnLogs(model, over).map((log, draw) => log - below[draw]!);
  });
  const logs = model.draws.map((_, draw) => mean(drawn.map((ratios) => ratios[draw]!)));
  const known = logs.filter((log) => !Number.isNaN(log));
  if (divisions.length === 0 || known.length < 2) return null;
  const log = mean(divisions.map(({ over, under }) => Math.log(totalMsOf(over) / totalMsOf(under))));
  // Misses of several pairs are of the same terms, so that nothing says that they cancel.
  const missed = mean(divisions.map((division) => missedOfRatio(model, division)));
  const half = Math.hypot(standardDeviation(known) * model.reach, missed);
  return { ratio: Math.exp(log), interval: [Math.exp(log - half), Math.exp(log + half)] };
}

/** Whole, of all sessions. */
export function measuredTotalMs({ sessions }: MeasuredCell): number {
  return mean([...sessions.values()].map(({ totalMs }) => totalMs));
}

export function totalMsOf(side: Side): number {
  return side.kind === 'measured' ? measuredTotalMs(side.cell) : side.prediction.totalMs.value;
}

/** Of the total, in the order of the draws; NaN where the sessions drawn do not tell it. */
function drawnLogs(model: Model, side: Side): number[] {
  if (side.kind === 'measured') {
    return model.draws.map((draw) => Math.log(meanTimes(side.cell, draw)?.totalMs ?? Number.NaN));
  }
  const { prediction, network } = side;
  const asked = {
    factors: prediction.factors,
    bytes: prediction.bytes,
    networkMs: networkTimes(network, prediction.factors),
    reuse: 1,
  };
  return model.replicates.map((terms) => {
    const found = predict(terms, asked);
    return 'unknown' in found ? Number.NaN : Math.log(found.totalMs);
  });
}

/** What the network's arithmetic misses is the same for both, where both are predicted over the same one. */
function missedOfRatio(model: Model, { over, under }: Division): number {
  const sides = [over, under].filter((side) => side.kind === 'predicted');
  const [one, other] = sides;
  const isSameNetwork = one?.network.name === other?.network.name;
  const ofNetworks = sides.map(({ prediction }) =>
    !isSameNetwork && prediction.restsOn.includes('network') ? model.misses.network.log : 0,
  );
  return Math.hypot(...sides.map(({ prediction }) => missedOfWork(model, prediction)), ...ofNetworks);
}
