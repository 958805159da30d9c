// Estimates of several machines in one. On each machine the ratio was found from its own sessions; how far
// machines differ is told by their estimates alone, and ten machines say as much of machines as ten sessions
// say of sessions. So a machine is to machines what a session is to a run: a random effect, with its
// variance learned from all pairs together (pooled.ts). Two or three machines say too little of others: what
// is told then is of these machines.

import { FEWEST_MACHINES } from '../../base/least-evidence.ts';
import { mean, standardDeviation } from '../samples/quantile.ts';
import { type Estimate, sumOfIndependent } from './estimate.ts';
import { estimatePair, type PairSessions, type SharedSpread } from './pooled.ts';

/** Of one contrast. */
export interface MachineEstimate {
  readonly machine: number;
  /** From its own sessions; without degrees of freedom where there is one. */
  readonly estimate: Estimate;
}

/** As if each machine were a session, whose own uncertainty is the variance within it. */
export function machinesAsSessions(
  machines: readonly MachineEstimate[],
  systematicVariance: number,
): PairSessions {
  return {
    sessions: machines.map(({ machine }) => machine),
    logRatios: Float64Array.from(machines, ({ estimate }) => estimate.log),
    withinVariances: Float64Array.from(machines, ({ estimate }) =>
      estimate.degreesOfFreedom > 0 ? estimate.standardError ** 2 : Number.NaN,
    ),
    systematicVariance,
  };
}

/**
 * The mean over the machines, each counting alike. Never narrower than their sessions alone make it.
 *
 * From four machines on it is of machines such as these: the variance between machines with M − 1 + d₀
 * degrees of freedom. Of two or three it is of these machines: their sessions say how far the mean may be
 * off, and where the machines differ by more than that, the standard error is what they differ by. Where
 * some machine has one session, that is all there is, with M − 1 degrees of freedom.
 */
export function estimateOverMachines(
  machines: readonly MachineEstimate[],
  spread: SharedSpread,
  systematicVariance = 0,
): Estimate {
  const [only, ...others] = machines;
  if (only === undefined) throw new RangeError('no machine');
  if (others.length === 0) return only.estimate;
  const bySessions = meanOfEstimates(machines);
  const isKnown = bySessions.degreesOfFreedom > 0 && !Number.isNaN(bySessions.standardError);
  // What the clocks hide is the same error on every machine, and no mean makes it less.
  const systematic = systematicVariance * (1 - 1 / machines.length);
  const least = isKnown ? Math.hypot(bySessions.standardError, Math.sqrt(systematic)) : 0;
  if (machines.length >= FEWEST_MACHINES) {
    const between = estimatePair(machinesAsSessions(machines, systematicVariance), spread);
    return { ...between, standardError: Math.max(between.standardError, least) };
  }
  const logs = machines.map(({ estimate }) => estimate.log);
  const apart = Math.sqrt(standardDeviation(logs) ** 2 / machines.length + systematicVariance);
  return {
    log: mean(logs),
    standardError: Math.max(apart, least),
    degreesOfFreedom: isKnown ? bySessions.degreesOfFreedom : machines.length - 1,
  };
}

/** Of independent estimates, each with the same weight. */
function meanOfEstimates(machines: readonly MachineEstimate[]): Estimate {
  const weight = 1 / machines.length;
  return sumOfIndependent(
    machines.map(({ estimate: { log, standardError, degreesOfFreedom } }) => ({
      log: weight * log,
      standardError: weight * standardError,
      degreesOfFreedom,
    })),
  );
}
