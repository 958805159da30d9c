// Every figure with an interval is a contrast: a weighted sum of cells' log medians. One cell with weight 1
// is its median; two cells with weights 1 and −1 are a ratio; pairs with weights ±1/pairs are a geometric
// mean of ratios. Cells of the same sessions are combined within each session, so that its drift cancels;
// cells of different sessions (another browser or target) are independent.

import { type Estimate, estimateFromSessions, sumOfIndependent } from '../../stats/estimate.ts';
import { standardDeviation } from '../../stats/quantile.ts';
import type { CellTimes, RunTimes } from '../samples/cell-times.ts';

export interface Term {
  readonly cell: string;
  readonly weight: number;
}

/** Time of `numerator` over time of `denominator`. */
export function ratioTerms(numerator: string, denominator: string): Term[] {
  return [
    { cell: numerator, weight: 1 },
    { cell: denominator, weight: -1 },
  ];
}

/**
 * null where a cell was not measured, or where cells of one session set have no session in common; one
 * session in common is enough only where the run has no more. A cell alone that was measured in one session
 * of several has its median, without a bound to how far that may be off (no degrees of freedom).
 */
export function contrast(times: RunTimes, terms: readonly Term[]): Estimate | null {
  const measuredTerms = terms.map((term) => ({ ...term, times: times.cells.get(term.cell) }));
  if (!measuredTerms.every(isMeasured)) return null;
  const bySet = Map.groupBy(measuredTerms, (term) => term.times.sessionSet);
  const parts = [...bySet.values()].map((set) => contrastWithinSet(times, set));
  return parts.every((part) => part !== null) ? sumOfIndependent(parts) : null;
}

interface MeasuredTerm extends Term {
  readonly times: CellTimes;
}

function isMeasured(term: Term & { readonly times: CellTimes | undefined }): term is MeasuredTerm {
  return term.times !== undefined;
}

function contrastWithinSet(times: RunTimes, terms: readonly MeasuredTerm[]): Estimate | null {
  const first = terms[0]!.times.logMedians;
  const common = [...first.keys()].filter((session) =>
    terms.every((term) => term.times.logMedians.has(session)),
  );
  const logs = common.map((session) =>
    terms.reduce((sum, term) => sum + term.weight * term.times.logMedians.get(session)!, 0),
  );
  if (logs.length === 0) return null;
  if (logs.length > 1) return estimateFromSessions(logs);
  if (!times.severalSessions) return estimateFromBlocks(times, terms, common[0]!, logs[0]!);
  return terms.length > 1 ? null : { log: logs[0]!, standardError: Number.NaN, degreesOfFreedom: 0 };
}

/** A run of one session only: blocks are the units, resampled alike for all cells of a panel. */
function estimateFromBlocks(
  times: RunTimes,
  terms: readonly MeasuredTerm[],
  session: number,
  log: number,
): Estimate {
  const replicates = terms.map((term) => times.blockReplicates(term.cell, session));
  const logs: number[] = [];
  for (let r = 0; r < replicates[0]!.logs.length; r++) {
    const sum = terms.reduce((total, term, i) => total + term.weight * replicates[i]!.logs[r]!, 0);
    if (!Number.isNaN(sum)) logs.push(sum);
  }
  return {
    log,
    standardError: standardDeviation(logs),
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
