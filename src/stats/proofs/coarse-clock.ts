// Two cells on a clock of steps: the truth lies between two steps, and every session reads the same wrong
// one.

import { median } from '../../base/figures/median.ts';
import type { Random } from '../../base/random.ts';
import { confidenceInterval, type Estimate, estimateFromSessions } from '../estimates/estimate.ts';
import { pooledEstimates } from '../estimates/pooled.ts';
import { clockStepVariance } from '../samples/clock-step.ts';
import { mean } from '../samples/quantile.ts';
import { normal } from '../simulated.ts';
import { ALPHA, shareOfRounds } from './rounds.ts';

export interface ClockSituation {
  readonly stepMs: number;
  readonly cellsMs: readonly [a: number, b: number];
  readonly sessions: number;
  readonly exchanges: number;
  /** Log-scale standard deviation of single exchanges. */
  readonly exchangeSd: number;
}

export interface ClockOutcome {
  /** Shares of runs whose interval holds the true ratio; with the clock's step in it, and without. */
  readonly held: number;
  readonly heldWithoutStep: number;
  /** Runs whose interval excludes 1. */
  readonly decided: number;
}

export function coarseClock(situation: ClockSituation, rounds: number, seed: number): ClockOutcome {
  const { stepMs, cellsMs, sessions } = situation;
  const trueRatio = cellsMs[1] / cellsMs[0];
  const holds = (estimate: Estimate) => {
    const [low, high] = confidenceInterval(estimate, ALPHA);
    return low <= trueRatio && high >= trueRatio;
  };
  let withoutStep = 0;
  let decided = 0;
  const held = shareOfRounds(rounds, seed, (random) => {
    const medians = cellsMs.map((cellMs) =>
      Float64Array.from({ length: sessions }, () => readMedian(situation, cellMs, random)),
    );
    const logRatios = medians[1]!.map((value, s) => Math.log(value / medians[0]![s]!));
    const systematicVariance = medians.reduce((sum, each) => sum + clockStepVariance(stepMs, mean(each)), 0);
    const [estimate] = pooledEstimates([
      {
        sessions: logRatios.map((_, s) => s),
        logRatios,
        withinVariances: new Float64Array(sessions).fill(Number.NaN),
        systematicVariance,
      },
    ]);
    const [low, high] = confidenceInterval(estimate!, ALPHA);
    if (low > 1 || high < 1) decided++;
    if (holds(estimateFromSessions(logRatios))) withoutStep++;
    return holds(estimate!);
  });
  return { held, heldWithoutStep: withoutStep / rounds, decided: decided / rounds };
}

function readMedian({ stepMs, exchanges, exchangeSd }: ClockSituation, cellMs: number, random: Random) {
  return median(
    Float64Array.from({ length: exchanges }, () => {
      const start = random() * stepMs;
      const end = start + cellMs * Math.exp(exchangeSd * normal(random));
      return (Math.floor(end / stepMs) - Math.floor(start / stepMs)) * stepMs;
    }),
  );
}
