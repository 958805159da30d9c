// How often the interval of one median, mean or ratio holds the truth.

import { median } from '../../base/figures/median.ts';
import { deriveSeed, type Random, seededRandom } from '../../base/random.ts';
import {
  confidenceInterval,
  type Estimate,
  estimateFromSessions,
  estimateOfClusteredMean,
} from '../estimates/estimate.ts';
import { drawUnits, medianReplicates } from '../samples/block-bootstrap.ts';
import { mean, standardDeviation } from '../samples/quantile.ts';
import {
  differences,
  inSession,
  type SimulatedRun,
  simulateLogMedians,
  simulateSession,
} from '../simulated.ts';
import { ALPHA, shareOfRounds } from './rounds.ts';

/** How often the interval of the first cell's median holds the true one. */
export function cellCoverage(run: SimulatedRun, rounds: number, seed: number): number {
  const truth = trueLogMedian(run, seededRandom(deriveSeed(seed, 'truth')));
  return shareOfRounds(rounds, seed, (random) => {
    const [logs] = simulateLogMedians(run, random);
    return holds(estimateFromSessions(logs!), truth);
  });
}

/**
 * How often the interval of the mean of all the first cell's samples holds the true one, sessions as
 * clusters.
 */
export function meanCoverage(run: SimulatedRun, rounds: number, seed: number): number {
  const truth = Math.log(trueMean(run, seededRandom(deriveSeed(seed, 'truth'))));
  return shareOfRounds(rounds, seed, (random) => {
    const means = Array.from({ length: run.sessions }, (_, session) =>
      mean(simulateSession(inSession(run, session), random)[0]!),
    );
    const counts = means.map((_, session) => inSession(run, session).blocks * run.exchanges);
    return holds(
      estimateOfClusteredMean(
        means.map((value, i) => value * counts[i]!),
        counts,
      ),
      truth,
    );
  });
}

/** How often the interval of cell 1 over cell 0, of the same sessions, holds their true ratio. */
export function ratioCoverage(run: SimulatedRun, rounds: number, seed: number): number {
  const truth = Math.log(run.cells[1]! / run.cells[0]!);
  return shareOfRounds(rounds, seed, (random) => {
    const [a, b] = simulateLogMedians(run, random);
    return holds(estimateFromSessions(differences(b!, a!)), truth);
  });
}

/**
 * The same with one session, whose blocks are resampled: the ratio in that session, whatever another would
 * give.
 */
export function oneSessionCoverage(run: SimulatedRun, rounds: number, seed: number): number {
  const truth = Math.log(run.cells[1]! / run.cells[0]!);
  const unit = Uint32Array.from({ length: run.blocks * run.exchanges }, (_, i) =>
    Math.floor(i / run.exchanges),
  );
  return shareOfRounds(rounds, seed, (random) => {
    const [a, b] = simulateSession(run, random);
    const draws = drawUnits(run.blocks, random);
    const replicatesA = medianReplicates(a!, unit, draws);
    const replicates = medianReplicates(b!, unit, draws).map((value, r) => Math.log(value / replicatesA[r]!));
    const estimate = {
      log: Math.log(median(b!) / median(a!)),
      standardError: standardDeviation(replicates),
      degreesOfFreedom: run.blocks - 1,
    };
    return holds(estimate, truth);
  });
}

/** Median of what cell 0 takes over all blocks of a session of average level: found by a long session. */
function trueLogMedian(run: SimulatedRun, random: Random): number {
  const long = { ...run, sessionSd: 0, cellSd: 0, blocks: 200_000, exchanges: 1, cells: [run.cells[0]!] };
  return Math.log(median(simulateSession(long, random)[0]!));
}

/**
 * Mean of what cell 0 takes over all sessions: E exp(x) of a normal x with standard deviation s is exp(s²/2).
 */
function trueMean(run: SimulatedRun, random: Random): number {
  const long = { ...run, sessionSd: 0, cellSd: 0, blocks: 200_000, exchanges: 1, cells: [run.cells[0]!] };
  return mean(simulateSession(long, random)[0]!) * Math.exp((run.sessionSd ** 2 + run.cellSd ** 2) / 2);
}

function holds(estimate: Estimate, trueLog: number): boolean {
  const [low, high] = confidenceInterval(estimate, ALPHA);
  return low <= Math.exp(trueLog) && high >= Math.exp(trueLog);
}
