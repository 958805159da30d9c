// What predictions missed in the record that `npm run bench -- predict` measured, for records that leave too
// few cells out to tell: the 95 % quantile of |ln(predicted / measured)|. bench/predict.ts prints this table.

import type { MissKind } from './held-out.ts';

export const SHIPPED_MISSES: Readonly<Record<MissKind, number>> = {
  inside: 0.13,
  outside: 0.25,
  combination: 0.18,
  network: 0.04,
};
