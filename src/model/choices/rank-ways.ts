// All ways over one network, the fastest first, and which of them the model cannot tell from the fastest.
// What sessions have in common cancels between two ways.

import type { RequestCell } from '../../factors/cell.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import { standardDeviation } from '../../stats/samples/quantile.ts';
import { type Model, missedOfWork, type Prediction, predictWanted, replicatedLogs } from '../model.ts';
import { networkTimes } from '../network-times.ts';

export interface RankedWay extends Prediction {
  /** The model cannot tell it from the fastest, or it is the fastest. */
  readonly isAmongBest: boolean;
}

/** Ways that the model says nothing of are left out. */
export function rankWays(
  model: Model,
  ways: readonly RequestCell[],
  network: NetworkProfile,
): readonly RankedWay[] {
  const predictions = ways
    .map((way) => predictWanted(model, { factors: { ...way, network: network.name }, network, reuse: 1 }))
    .filter((each): each is Prediction => !('reason' in each))
    .toSorted((a, b) => a.totalMs.value - b.totalMs.value);
  const [best] = predictions;
  if (best === undefined) return [];
  const logsOf = (prediction: Prediction) =>
    replicatedLogs(model, {
      factors: prediction.factors,
      bytes: prediction.bytes,
      networkMs: networkTimes(network, prediction.factors),
      reuse: 1,
    });
  const bestLogs = logsOf(best);
  return predictions.map((prediction) => {
    const logs = logsOf(prediction);
    const scatter = standardDeviation(logs.map((log, i) => log - bestLogs[i]!)) * model.reach;
    const missed =
      prediction === best ? 0 : Math.hypot(missedOfWork(model, best), missedOfWork(model, prediction));
    const behind = Math.log(prediction.totalMs.value / best.totalMs.value);
    return { ...prediction, isAmongBest: behind <= Math.hypot(scatter, missed) };
  });
}
