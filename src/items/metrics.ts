// What figures can be asked of a cell beside its whole time: in weights of an index, in published claims.

import { type EvidentPhase, ITEMS, isEvident, PHASES, type Phase } from './items.ts';

/**
 * A phase; everything from asking to the last byte in the program's hands, the target's work in it
 * (`download`); what the exchange takes of the client's main thread (`main-thread`); the whole; or bytes: of
 * the body as sent, of the header fields, of a call's request.
 */
export type Metric = EvidentPhase | 'download' | 'main-thread' | 'total' | ByteMetric;

const BYTE_METRICS = ['size', 'headers', 'request.size'] as const;
export type ByteMetric = (typeof BYTE_METRICS)[number];

/** What is left over is no item that anybody could weigh. */
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

/** What the client does by itself; the rest of the whole is `download`. */
const OWN_WORK = PHASES.filter((phase) => ITEMS[phase].isOwnWork === true);

/** Of one cell's means, ms, or of one session's: 0 of a phase that it does not have. */
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
 * What is handed over was made on another thread. Receiving may be estimated to be all that handing over
 * took.
 */
function mainThreadMs(phases: Readonly<Partial<Record<Phase, number>>>): number {
  const isHandedOver = phases.handover !== undefined || phases.receive !== undefined;
  const busy = isHandedOver ? OF_MAIN_THREAD : [...OF_MAIN_THREAD, ...OF_OWN_THREAD];
  return busy.reduce((sum, phase) => sum + (phases[phase] ?? 0), 0);
}
