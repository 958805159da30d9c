// Seeded simulations of what the statistics promise. Each returns a share of simulated runs; tests hold it to
// a range and bench/statistics.ts prints it for many situations.

import { median } from '../base/figures/median.ts';
import { deriveSeed, type Random, seededRandom } from '../base/random.ts';
import { drawUnits, medianReplicates } from './block-bootstrap.ts';
import {
  confidenceInterval,
  type Estimate,
  estimateFromSessions,
  estimateOfClusteredMean,
} from './estimate.ts';
import { familyLevel } from './family.ts';
import { levelAtLook } from './looks.ts';
import { mean, standardDeviation } from './quantile.ts';
import { differences, type SimulatedRun, simulateLogMedians, simulateSession } from './simulated.ts';
import { judgeRatio } from './verdict.ts';

const ALPHA = 0.05;

/** How often the interval of the first cell's median holds the true one. */
export function cellCoverage(run: SimulatedRun, rounds: number, seed: number): number {
  const truth = trueLogMedian(run, seededRandom(deriveSeed(seed, 'truth')));
  return shareOfRounds(rounds, seededRandom(seed), (random) => {
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
  return shareOfRounds(rounds, seededRandom(seed), (random) => {
    const means = Array.from({ length: run.sessions }, () => mean(simulateSession(run, random)[0]!));
    const counts = means.map(() => run.blocks * run.exchanges);
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
  return shareOfRounds(rounds, seededRandom(seed), (random) => {
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
  return shareOfRounds(rounds, seededRandom(seed), (random) => {
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

/**
 * How often any cell is called faster or slower than the first at any planned look, all of them one family,
 * margin 0 (a margin only makes it rarer). All cells are alike, so every such verdict is false.
 */
export function falseVerdictShare(
  run: SimulatedRun,
  looks: readonly number[],
  rounds: number,
  seed: number,
): number {
  return shareOfRounds(rounds, seededRandom(seed), (random) => {
    const [base, ...others] = simulateLogMedians(run, random);
    return looks.some((look) => {
      const estimates = others.map((logs) =>
        estimateFromSessions(differences(base!.subarray(0, look), logs.subarray(0, look))),
      );
      return anyDifference(estimates, levelAtLook(ALPHA, looks, look), others.length);
    });
  });
}

/**
 * How often any interval of a family misses its true ratio: every cell against the first, and, where
 * `picked`, every cell against the fastest that was found. Cells may differ, so that no hypothesis of
 * equality is true.
 */
export function familyMissShare(run: SimulatedRun, picked: boolean, rounds: number, seed: number): number {
  const count = run.cells.length;
  const level = familyLevel(ALPHA, picked ? (count * (count - 1)) / 2 : count - 1);
  return shareOfRounds(rounds, seededRandom(seed), (random) => {
    const cells = simulateLogMedians(run, random);
    const levels = cells.map((logs) => mean(logs));
    const base = picked ? levels.indexOf(Math.min(...levels)) : 0;
    return cells.some((logs, cell) => {
      if (cell === base) return false;
      const [low, high] = confidenceInterval(estimateFromSessions(differences(logs, cells[base]!)), level);
      const truth = run.cells[cell]! / run.cells[base]!;
      return low > truth || high < truth;
    });
  });
}

/** How often the fastest of alike cells is called faster than any other of them. */
export function falseRankingShare(run: SimulatedRun, rounds: number, seed: number): number {
  const allPairs = (run.cells.length * (run.cells.length - 1)) / 2;
  return shareOfRounds(rounds, seededRandom(seed), (random) => {
    const cells = simulateLogMedians(run, random);
    const [fastest, ...others] = cells.toSorted(
      (a, b) => estimateFromSessions(a).log - estimateFromSessions(b).log,
    );
    const estimates = others.map((logs) => estimateFromSessions(differences(logs, fastest!)));
    return anyDifference(estimates, ALPHA, allPairs);
  });
}

function anyDifference(estimates: readonly Estimate[], alpha: number, family: number): boolean {
  const level = familyLevel(alpha, family);
  return estimates.some((estimate) => judgeRatio(confidenceInterval(estimate, level), 0) !== 'undecided');
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

function shareOfRounds(rounds: number, random: Random, happens: (random: Random) => boolean): number {
  let count = 0;
  for (let round = 0; round < rounds; round++) if (happens(random)) count++;
  return count / rounds;
}
