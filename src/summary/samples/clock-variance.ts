// What clocks hide of a cell's times, in every session alike: no number of sessions averages it away, so that
// it stands in the intervals of all that is compared.

import { isSequence } from '../../factors/cell.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import { clockStepVariance } from '../../stats/samples/clock-step.ts';
import { mean } from '../../stats/samples/quantile.ts';
import type { CellSamples, CountedSamples } from './counted-samples.ts';

/**
 * Variance of the logarithm of a cell's median total. A total is stamped once at each end. That of a paced
 * sequence is a sum of latencies instead, each stamped by itself: steps and the clocks' difference are in
 * every one of them.
 */
export function clockVariance(
  counted: CountedSamples,
  { factors }: PlannedCell,
  samples: CellSamples,
  logMedian: number,
): number {
  const medianMs = Math.exp(logMedian);
  const stepMs = coarsestStepMs(counted, samples);
  if (!isSequence(factors) || factors.mode.name !== 'paced') return clockStepVariance(stepMs, medianMs);
  const latencyMs = medianMs / factors.n;
  return clockStepVariance(stepMs, latencyMs) + clocksApartVariance(counted, samples, latencyMs);
}

/**
 * Of the logarithm of a cell's mean total. Where exchanges begin within a step of the clock is chance, so
 * each of the two stamps errs by itself and a mean over many exchanges bears it; that two clocks are apart it
 * does not.
 */
export function clockVarianceOfMean(
  counted: CountedSamples,
  { factors }: PlannedCell,
  samples: CellSamples,
  meanMs: number,
): number {
  const ofStamp = clockStepVariance(coarsestStepMs(counted, samples), meanMs);
  const ofStep = (2 * ofStamp) / samples.rows.length;
  return ofStep + latenciesApartVariance(counted, { factors }, samples, meanMs);
}

/**
 * Of the logarithm of a figure that holds a paced sequence's latencies, by the clocks' difference alone; 0 of
 * other cells, whose times are read on one clock.
 */
export function latenciesApartVariance(
  counted: CountedSamples,
  { factors }: Pick<PlannedCell, 'factors'>,
  samples: CellSamples,
  figureMs: number,
): number {
  if (!isSequence(factors) || factors.mode.name !== 'paced') return 0;
  return clocksApartVariance(counted, samples, figureMs / factors.n);
}

/** Anywhere within the error on either side: a third of its square. */
function clocksApartVariance({ table }: CountedSamples, { rows }: CellSamples, latencyMs: number): number {
  const errorsMs = Array.from(rows, (row) => table.messages.get(row)?.clockErrorMs ?? 0);
  return errorsMs.length === 0 ? 0 : mean(errorsMs.map((error) => (error / latencyMs) ** 2)) / 3;
}

/** Of the clients of the cell's sessions; 0 where none told. */
export function coarsestStepMs({ sessions }: CountedSamples, samples: CellSamples): number {
  const own = new Set(samples.sessions.map(({ session }) => session));
  const steps = sessions
    .filter(({ session }) => own.has(session))
    .map(({ agent }) => agent?.clockStepUs ?? 0);
  return Math.max(0, ...steps) / 1_000;
}
