// Every figure with an interval is a contrast: a weighted sum of cells' log medians. One cell with weight 1
// is its median; two cells with weights 1 and −1 are a ratio; pairs with weights ±1/pairs are a geometric
// mean of ratios. Cells of the same sessions are combined within each session, so that its drift cancels;
// cells of different sessions (another browser or target) are independent.

import { type Estimate, sumOfIndependent } from '../../stats/estimates/estimate.ts';
import {
  estimateOverMachines,
  type MachineEstimate,
  machinesAsSessions,
} from '../../stats/estimates/over-machines.ts';
import {
  estimatePair,
  learnSpread,
  type PairSessions,
  type SharedSpread,
} from '../../stats/estimates/pooled.ts';
import { jackknifeVariance } from '../../stats/samples/block-jackknife.ts';
import { mean, standardDeviation } from '../../stats/samples/quantile.ts';
import { type CellTimes, type RunTimes, timesOfMachine } from '../samples/cell-times.ts';
import { LAB } from '../samples/timed-machines.ts';

export interface Term {
  readonly cell: string;
  readonly weight: number;
}

/** What is known of a contrast. */
export interface Contrasted {
  readonly estimate: Estimate;
  /** Sessions that it rests on; of several session sets those of the one with the fewest. */
  readonly sessions: number;
  /** Of all session sets together. */
  readonly inAll: number;
  /** Variance in one session by its blocks, of all session sets together; null where it is not known. */
  readonly withinVariance: number | null;
  /** By what the clocks hide. It is in the estimate's standard error. */
  readonly systematicVariance: number;
  /** What each machine says by itself; absent: all of it is of one machine. */
  readonly machines?: readonly ContrastOnMachine[];
}

/** Time of `numerator` over time of `denominator`. */
export function ratioTerms(numerator: string, denominator: string): Term[] {
  return [
    { cell: numerator, weight: 1 },
    { cell: denominator, weight: -1 },
  ];
}

/** What pairs say together about how far one of them scatters. */
export interface Spreads {
  /** By session set, from session to session. */
  readonly ofSets: ReadonlyMap<string, SharedSpread>;
  /** By machine, the same of its own sessions; of one machine: none. */
  readonly ofMachines: ReadonlyMap<number, Spreads>;
  /** From machine to machine; absent: there is one. */
  readonly overMachines?: SharedSpread;
}

/** Each contrast by itself. */
export const NO_SPREADS: Spreads = { ofSets: new Map(), ofMachines: new Map() };

/** Of ratios that the plan fixes, so that no interval depends on what turned out to be the fastest. */
export function learnSpreads(times: RunTimes, pool: readonly (readonly Term[])[]): Spreads {
  const { all } = times.machines;
  if (all.length < 2) return { ofSets: spreadsOfSets(times, pool), ofMachines: new Map() };
  const ofMachines = new Map(all.map((one) => [one, learnSpreads(machineTimes(times, one), pool)]));
  const pairs = pool.flatMap((terms) => {
    const found = onMachines(times, terms, { ...NO_SPREADS, ofMachines });
    return found.length < 2 ? [] : [machinesAsSessions(found.map(machineEstimate), systematicIn(found))];
  });
  return { ofSets: new Map(), ofMachines, overMachines: learnSpread(pairs) };
}

function spreadsOfSets(
  times: RunTimes,
  pool: readonly (readonly Term[])[],
): ReadonlyMap<string, SharedSpread> {
  const parts = pool
    .flatMap((terms) => partsBySet(times, terms) ?? [])
    .flatMap(({ sessionSet, isRatio, isOneOfSeveral, from }) =>
      isRatio && !isOneOfSeveral && !('log' in from) ? [{ sessionSet, from }] : [],
    );
  const sets = Map.groupBy(parts, ({ sessionSet }) => sessionSet);
  return new Map([...sets].map(([set, some]) => [set, learnSpread(some.map(({ from }) => from))]));
}

/** One contrast by itself, without anything learned from others. */
export function contrast(times: RunTimes, terms: readonly Term[]): Estimate | null {
  return contrasted(times, terms, NO_SPREADS)?.estimate ?? null;
}

/**
 * null where a cell was not measured, or where cells of one session set have no session in common; one
 * session in common is enough only where the run has no more. A cell alone that was measured in one session
 * of several has its median, without a bound to how far that may be off (no degrees of freedom).
 *
 * Of several machines each is asked by itself, so that no cell is held against one of another machine; then
 * their answers are put together.
 */
export function contrasted(times: RunTimes, terms: readonly Term[], spreads: Spreads): Contrasted | null {
  const { all } = times.machines;
  if (all.length > 1) return contrastedOverMachines(times, terms, spreads);
  const parts = partsBySet(times, terms);
  if (parts === null || areOnDifferentNodes(parts)) return null;
  return parts.some(({ isOneOfSeveral }) => isOneOfSeveral)
    ? null
    : contrastOfParts(parts, spreads.ofMachines.get(all[0]!) ?? spreads);
}

function contrastOfParts(parts: readonly Part[], { ofSets }: Spreads): Contrasted {
  const withins = parts.map(({ within }) => within);
  return {
    estimate: sumOverSets(parts.map((part) => estimateOfPart(part, ofSets))),
    sessions: Math.min(...parts.map(({ sessions }) => sessions)),
    inAll: parts.reduce((sum, { sessions }) => sum + sessions, 0),
    withinVariance: withins.includes(null) ? null : withins.reduce<number>((sum, one) => sum + one!, 0),
    systematicVariance: parts.reduce((sum, { systematicVariance }) => sum + systematicVariance, 0),
  };
}

/**
 * With no more degrees of freedom than the set with the fewest: Welch's are a good average and too many at
 * the small levels of looks and families, most where one set is wild and few (proofs/family-misses.ts).
 */
function sumOverSets(estimates: readonly Estimate[]): Estimate {
  const fewest = Math.min(...estimates.map(({ degreesOfFreedom }) => degreesOfFreedom));
  return { ...sumOfIndependent(estimates), degreesOfFreedom: fewest };
}

export interface ContrastOnMachine extends MachineEstimate {
  readonly sessions: number;
}

interface OnMachine extends Contrasted {
  readonly machine: number;
}

/** On each machine that measured all of its cells, in one session at least. */
function onMachines(times: RunTimes, terms: readonly Term[], { ofMachines }: Spreads): OnMachine[] {
  return times.machines.all.flatMap((machine) => {
    const parts = partsBySet(machineTimes(times, machine), terms);
    if (parts === null || areOnDifferentNodes(parts)) return [];
    return [{ machine, ...contrastOfParts(parts, ofMachines.get(machine) ?? NO_SPREADS) }];
  });
}

function contrastedOverMachines(
  times: RunTimes,
  terms: readonly Term[],
  spreads: Spreads,
): Contrasted | null {
  const found = onMachines(times, terms, spreads);
  const [only, ...others] = found;
  if (only === undefined) return null;
  if (others.length === 0) return contrasted(machineTimes(times, only.machine), terms, spreads);
  const machines = found.map(machineEstimate);
  const spread = (isRatio(terms) ? spreads.overMachines : undefined) ?? NOTHING_LEARNED;
  const systematicVariance = systematicIn(found);
  const withins = found.flatMap(({ withinVariance }) => withinVariance ?? []);
  return {
    estimate: estimateOverMachines(machines, spread, systematicVariance),
    sessions: found.reduce((sum, { sessions }) => sum + sessions, 0),
    inAll: found.reduce((sum, { inAll }) => sum + inAll, 0),
    withinVariance: withins.length === 0 ? null : mean(withins),
    systematicVariance,
    // The nodes of one run have no rows of their own in reports.
    ...(times.machines.areListed && {
      machines: found.map(({ machine, estimate, sessions }) => ({ machine, estimate, sessions })),
    }),
  };
}

function machineEstimate({ machine, estimate }: OnMachine): MachineEstimate {
  return { machine, estimate };
}

function systematicIn(found: readonly OnMachine[]): number {
  return mean(found.map(({ systematicVariance }) => systematicVariance));
}

/** Remembered: every contrast asks for them again. */
function machineTimes(times: RunTimes, machine: number): RunTimes {
  const known = MACHINE_TIMES.get(times) ?? new Map<number, RunTimes>();
  MACHINE_TIMES.set(times, known);
  const found = known.get(machine) ?? timesOfMachine(times, machine);
  known.set(machine, found);
  return found;
}

const MACHINE_TIMES = new WeakMap<RunTimes, Map<number, RunTimes>>();

/** The part of a contrast that is of one session set. */
interface Part {
  readonly sessionSet: string;
  readonly sessions: number;
  /** That its sessions ran on. */
  readonly nodes: ReadonlySet<string>;
  readonly within: number | null;
  readonly systematicVariance: number;
  /** By the blocks of the only session, or what its sessions say. */
  readonly from: Estimate | PairSessions;
  /** A ratio of one session, where the run has more. */
  readonly isOneOfSeveral: boolean;
  /** Its weights add up to 0: the level of the session cancels, as it does in all others of this kind. */
  readonly isRatio: boolean;
}

/**
 * What two machines differ by does not cancel between sessions that only one of them ran: such cells are not
 * held against each other. In a part that is a ratio it has cancelled already.
 */
function areOnDifferentNodes(parts: readonly Part[]): boolean {
  return ranOnSeveralNodes(parts.filter(({ isRatio }) => !isRatio));
}

function ranOnSeveralNodes(parts: readonly Part[]): boolean {
  return parts.length > 1 && new Set(parts.flatMap(({ nodes }) => [...nodes])).size > 1;
}

/** Cells that were measured, and not together on one node, so that nothing is said of them. */
export function onDifferentNodes(times: RunTimes, terms: readonly Term[]): boolean {
  if (onMachines(times, terms, NO_SPREADS).length > 0) return false;
  const parts = partsBySet(times, terms);
  return parts !== null && ranOnSeveralNodes(parts);
}

interface MeasuredTerm extends Term {
  readonly times: CellTimes;
}

function partsBySet(times: RunTimes, terms: readonly Term[]): Part[] | null {
  const measuredTerms = terms.map((term) => ({ ...term, times: times.cells.get(term.cell) }));
  if (!measuredTerms.every(isMeasured)) return null;
  const bySet = Map.groupBy(measuredTerms, (term) => term.times.sessionSet);
  const parts = [...bySet.values()].map((set) => partOfSet(times, set));
  return parts.every((part) => part !== null) ? parts : null;
}

function isMeasured(term: Term & { readonly times: CellTimes | undefined }): term is MeasuredTerm {
  return term.times !== undefined;
}

function partOfSet(times: RunTimes, terms: readonly MeasuredTerm[]): Part | null {
  const { sessionSet, logMedians: first } = terms[0]!.times;
  const common = [...first.keys()].filter((session) =>
    terms.every((term) => term.times.logMedians.has(session)),
  );
  if (common.length === 0) return null;
  const logRatios = Float64Array.from(common, (session) =>
    terms.reduce((sum, term) => sum + term.weight * term.times.logMedians.get(session)!, 0),
  );
  const withinVariances = Float64Array.from(common, (session) => withinSession(times, terms, session));
  const systematicVariance = terms.reduce(
    (sum, { weight, times: own }) =>
      sum + weight ** 2 * mean(common.map((session) => own.clockVariances.get(session) ?? 0)),
    0,
  );
  const known = withinVariances.filter((variance) => !Number.isNaN(variance));
  const shared = {
    sessionSet,
    sessions: common.length,
    nodes: new Set(common.map((session) => times.nodes.get(session) ?? LAB)),
    within: known.length === 0 ? null : mean(known),
    systematicVariance,
    isOneOfSeveral: common.length === 1 && times.severalSessions && terms.length > 1,
    isRatio: isRatio(terms),
  };
  if (common.length === 1 && !times.severalSessions) {
    return {
      ...shared,
      from: estimateFromBlocks(times, terms, common[0]!, logRatios[0]!, systematicVariance),
    };
  }
  return { ...shared, from: { sessions: common, logRatios, withinVariances, systematicVariance } };
}

/** Its weights add up to 0: what all its cells have in common cancels. */
function isRatio(terms: readonly Term[]): boolean {
  return Math.abs(terms.reduce((sum, { weight }) => sum + weight, 0)) < 1e-9;
}

/** What is no ratio has the drift between sessions in it, of which ratios say nothing. */
function estimateOfPart({ from, isRatio, sessionSet }: Part, ofSets: Spreads['ofSets']): Estimate {
  if ('log' in from) return from;
  return estimatePair(from, (isRatio ? ofSets.get(sessionSet) : undefined) ?? NOTHING_LEARNED);
}

const NOTHING_LEARNED = learnSpread([]);

/**
 * Variance of the contrast in one session by its blocks; NaN where they do not tell. Cells of one panel have
 * the same blocks, whose levels cancel; panels are independent of one another.
 */
function withinSession(times: RunTimes, terms: readonly MeasuredTerm[], session: number): number {
  const byPanel = new Map<string, Float64Array>();
  for (const { cell, weight } of terms) {
    const without = times.withoutEachUnit(cell, session);
    if (without === null) return Number.NaN;
    const sum = byPanel.get(without.panel) ?? new Float64Array(without.logs.length);
    byPanel.set(without.panel, sum);
    for (let unit = 0; unit < sum.length; unit++) sum[unit]! += weight * without.logs[unit]!;
  }
  let variance = 0;
  for (const logs of byPanel.values()) variance += jackknifeVariance(logs);
  return variance;
}

/** A run of one session only: blocks are the units, resampled alike for all cells of a panel. */
function estimateFromBlocks(
  times: RunTimes,
  terms: readonly MeasuredTerm[],
  session: number,
  log: number,
  systematicVariance: number,
): Estimate {
  const replicates = terms.map((term) => times.blockReplicates(term.cell, session));
  const logs: number[] = [];
  for (let r = 0; r < replicates[0]!.logs.length; r++) {
    const sum = terms.reduce((total, term, i) => total + term.weight * replicates[i]!.logs[r]!, 0);
    if (!Number.isNaN(sum)) logs.push(sum);
  }
  return {
    log,
    standardError: Math.hypot(standardDeviation(logs), Math.sqrt(systematicVariance)),
    degreesOfFreedom: Math.min(...replicates.map(({ units }) => units)) - 1,
  };
}

/** The mean over pairs of the log ratios: the logarithm of their geometric mean. */
export function geometricMeanTerms(pairs: readonly { numerator: string; denominator: string }[]): Term[] {
  const weights = new Map<string, number>();
  for (const { numerator, denominator } of pairs) {
    weights.set(numerator, (weights.get(numerator) ?? 0) + 1 / pairs.length);
    weights.set(denominator, (weights.get(denominator) ?? 0) - 1 / pairs.length);
  }
  return [...weights].map(([cell, weight]) => ({ cell, weight }));
}
