// What figures can be asked of a cell beside its whole time: in weights of an index, in published claims.

import { PHASES, type Phase } from './sample.ts';

/** A phase, the whole, or bytes: of the body as sent, of the header fields, of a call's request. */
export type Metric = Exclude<Phase, LeftOver> | 'total' | ByteMetric;

type LeftOver = 'residual' | 'transport';

const BYTE_METRICS = ['size', 'headers', 'request.size'] as const;
export type ByteMetric = (typeof BYTE_METRICS)[number];

/** What is left over is no item that anybody could weigh. */
export const METRICS: readonly Metric[] = [
  ...PHASES.filter((phase) => phase !== 'residual' && phase !== 'transport'),
  'total',
  ...BYTE_METRICS,
];

export function isByteMetric(metric: Metric): metric is ByteMetric {
  return (BYTE_METRICS as readonly Metric[]).includes(metric);
}
