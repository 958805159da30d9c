// What stands for a cell that nobody measured, in a line.

import { factor } from '../../base/figures/ratios.ts';
import type { CellSummary } from '../../summary/summary.ts';
import { sayWithInterval } from '../predicted/answers.ts';

/** `skipped, needs the link`; `predicted, 12.3 ms [11.2, 13.4]`. */
export function sayUnmeasured({ status, reason, prediction }: CellSummary, between = ', '): string {
  if (prediction === undefined) return `${status}${between}${reason}`;
  if ('refused' in prediction) return `not predicted${between}${prediction.refused}`;
  return `predicted${between}${sayWithInterval(prediction.totalMs.value, prediction.totalMs.interval)}`;
}

/** `3.1 %`; a miss of more than double as `2.31×`. */
export function sayMiss(share: number): string {
  return share < 1 ? `${(share * 100).toFixed(1)} %` : `${factor(share + 1)}×`;
}
