// Whether intervals over several machines hold: machines differ in their true ratios, and each has sessions
// of its own, as many as it had time for or until its run had answered.

import { FEWEST_MACHINES } from '../../base/least-evidence.ts';
import { type Random, seededRandom } from '../../base/random.ts';
import { familyLevel } from '../answers/family.ts';
import { levelOfLook, looksUpTo } from '../answers/looks.ts';
import type { Estimate } from '../estimates/estimate.ts';
import { estimateOverMachines, machinesAsSessions } from '../estimates/over-machines.ts';
import { learnSpread, type PairSessions, pooledEstimates } from '../estimates/pooled.ts';
import { mean } from '../samples/quantile.ts';
import { normal } from '../simulated.ts';
import { ALPHA, missesTruth, reachOfInterval, shareOfRounds } from './rounds.ts';
import { firstSessions, type PairsSituation, simulatePairs } from './simulated-pairs.ts';

export interface MachinesSituation {
  readonly pairs: PairsSituation;
  readonly machines: number;
  /** Standard deviation of a pair's true log ratio from machine to machine. */
  readonly machineSd: number;
  /** Of machine i of m. */
  readonly sessions: (i: number, machines: number) => number;
}

interface MachineRun {
  /** Of each pair. */
  readonly truths: readonly number[];
  readonly estimates: readonly Estimate[];
}

/** Runs in which the interval of any pair misses what it is about; one look with the whole level. */
export function machineMisses(situation: MachinesSituation, rounds: number, seed: number): number {
  const { machines, pairs } = situation;
  const level = familyLevel(ALPHA, pairs.pairs);
  return shareOfRounds(rounds, seed, (random) => {
    const runs = Array.from({ length: machines }, (_, i) => machineRun(situation, i, random));
    return overMachines(runs).some((estimate, p) => {
      // Of few machines it is these that are asked about.
      const truth = machines < FEWEST_MACHINES ? mean(runs.map(({ truths }) => truths[p]!)) : 0;
      return missesTruth(estimate, level, truth);
    });
  });
}

/** The same where all sessions are taken as if one machine had made them: the mistake that is not made. */
export function missesIfOneMachine(situation: MachinesSituation, rounds: number, seed: number): number {
  const { machines, pairs } = situation;
  const level = familyLevel(ALPHA, pairs.pairs);
  return shareOfRounds(rounds, seed, (random) => {
    const all = Array.from({ length: machines }, (_, i) => sessionsOn(situation, i, random).pairs);
    const together = all[0]!.map((_, p) => joined(all.map((own) => own[p]!)));
    return pooledEstimates(together).some((estimate) => missesTruth(estimate, level, 0));
  });
}

/** Mean half-width of the intervals, on the log scale, in a family of so many pairs. */
export function machineReach(situation: MachinesSituation, rounds: number, seed: number): number {
  const level = familyLevel(ALPHA, situation.pairs.pairs);
  const random = seededRandom(seed);
  const reaches = Array.from({ length: rounds }, () => {
    const runs = Array.from({ length: situation.machines }, (_, i) => machineRun(situation, i, random));
    return mean(overMachines(runs).map((estimate) => reachOfInterval(estimate, level)));
  });
  return mean(reaches);
}

/**
 * One pair whose true ratio lies `trueLog` from 1, on machines that each end at the look that tells it from
 * 1: such sessions lean away from 1, and the interval over machines has the level of the latest look.
 */
export function missesOfStoppedRuns(
  situation: MachinesSituation,
  trueLog: number,
  mostSessions: number,
  rounds: number,
  seed: number,
): number {
  const looks = looksUpTo(mostSessions);
  return shareOfRounds(rounds, seed, (random) => {
    let latest = 1;
    const runs = Array.from({ length: situation.machines }, (_, i): MachineRun => {
      const { pairs, truths } = sessionsOn({ ...situation, sessions: () => mostSessions }, i, random);
      const isTold = (look: number, nth: number) => {
        const [estimate] = pooledEstimates(firstSessions(pairs, look));
        return missesTruth({ ...estimate!, log: estimate!.log + trueLog }, levelOfLook(ALPHA, nth), 0);
      };
      const told = looks.findIndex((look, index) => isTold(look, index + 1));
      latest = Math.max(latest, told < 0 ? looks.length : told + 1);
      return { truths, estimates: pooledEstimates(firstSessions(pairs, looks[told] ?? mostSessions)) };
    });
    const truth = situation.machines < FEWEST_MACHINES ? mean(runs.map(({ truths }) => truths[0]!)) : 0;
    return missesTruth(overMachines(runs)[0]!, levelOfLook(ALPHA, latest), truth);
  });
}

function machineRun(situation: MachinesSituation, i: number, random: Random): MachineRun {
  const { pairs, truths } = sessionsOn(situation, i, random);
  return { truths, estimates: pooledEstimates(pairs) };
}

function sessionsOn(
  { pairs: own, machines, machineSd, sessions }: MachinesSituation,
  i: number,
  random: Random,
): { readonly pairs: readonly PairSessions[]; readonly truths: readonly number[] } {
  const shared = Math.sqrt(own.correlation) * normal(random);
  const truths = Array.from(
    { length: own.pairs },
    () => machineSd * (shared + Math.sqrt(1 - own.correlation) * normal(random)),
  );
  const measured = simulatePairs(own, sessions(i, machines), random);
  const pairs = measured.map((pair, p) => ({
    ...pair,
    logRatios: pair.logRatios.map((log) => log + truths[p]!),
  }));
  return { pairs, truths };
}

/** As the summary does it. */
function overMachines(runs: readonly MachineRun[]): Estimate[] {
  const contrasts = runs[0]!.estimates.map((_, p) =>
    runs.map(({ estimates }, machine) => ({ machine, estimate: estimates[p]! })),
  );
  const spread = learnSpread(contrasts.map((each) => machinesAsSessions(each, 0)));
  return contrasts.map((each) => estimateOverMachines(each, spread));
}

function joined(pairs: readonly PairSessions[]): PairSessions {
  const logRatios = Float64Array.from(pairs.flatMap((pair) => [...pair.logRatios]));
  return {
    sessions: Array.from(logRatios, (_, session) => session),
    logRatios,
    withinVariances: Float64Array.from(pairs.flatMap((pair) => [...pair.withinVariances])),
    systematicVariance: 0,
  };
}
