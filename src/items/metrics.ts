// The figures of a cell that weights of an index and published claims may name.

import { ALL_KINDS, type CellKind } from '../factors/factor.ts';
import { type EvidentPhase, ITEMS, isEvident, PHASES, type Phase } from './items.ts';

/**
 * A phase; everything from asking to the last byte in the program's hands, the target's work in it
 * (`download`); what the exchange takes of the client's main thread (`main-thread`); the whole; or bytes: of
 * the body as sent, of the header fields, of a call's request.
 */
export type Metric = EvidentPhase | 'download' | 'main-thread' | 'total' | ByteMetric;

const BYTE_METRICS = ['size', 'headers', 'request.size'] as const;
export type ByteMetric = (typeof BYTE_METRICS)[number];

/** The residual is missing: nobody can give a weight to what is left over. */
export const METRICS: readonly Metric[] = [
  ...PHASES.filter(isEvident),
  'download',
  'main-thread',
  'total',
  ...BYTE_METRICS,
];

export function isByteMetric(metric: string): metric is ByteMetric {
  return (BYTE_METRICS as readonly string[]).includes(metric);
}

/** Whether cells of that kind can have it at all. */
export function hasMetric(kind: CellKind, metric: Metric): boolean {
  return kindsOf(metric).includes(kind);
}

function kindsOf(metric: Metric): readonly CellKind[] {
  switch (metric) {
    case 'total':
    case 'download':
    case 'main-thread':
    case 'size':
      return ALL_KINDS;
    case 'headers':
      return ['request', 'call'];
    case 'request.size':
      return ['call'];
    default:
      return ITEMS[metric].cells;
  }
}

/** The client's own work; the rest of the total is `download`. */
export const OWN_WORK: readonly Phase[] = PHASES.filter((phase) => ITEMS[phase].isOwnWork === true);

/** The metric's value from the means of one cell or one session, ms. A phase that they lack counts 0. */
export function timeOf(
  metric: Exclude<Metric, ByteMetric>,
  phases: Readonly<Partial<Record<Phase, number>>>,
  totalMs: number,
): number {
  if (metric === 'total') return totalMs;
  if (metric === 'main-thread') return mainThreadMs(phases);
  if (metric !== 'download') return phases[metric] ?? 0;
  return OWN_WORK.reduce((left, phase) => left - (phases[phase] ?? 0), totalMs);
}

const OF_MAIN_THREAD = PHASES.filter((phase) => ITEMS[phase].keepsBusy === 'main thread');
const OF_OWN_THREAD = PHASES.filter((phase) => ITEMS[phase].keepsBusy === 'own thread');

/**
 * If objects were handed over, another thread made them. `receive` may be an estimate that is as large as the
 * whole of `handover`.
 */
function mainThreadMs(phases: Readonly<Partial<Record<Phase, number>>>): number {
  const isHandedOver = phases.handover !== undefined || phases.receive !== undefined;
  const busy = isHandedOver ? OF_MAIN_THREAD : [...OF_MAIN_THREAD, ...OF_OWN_THREAD];
  return busy.reduce((sum, phase) => sum + (phases[phase] ?? 0), 0);
}
