// What the sliders of a page need: for each number of objects that one may ask for, what each way takes
// before any network; and the arithmetic from there to a time, which runs in the page.

import type { Interval } from '../../base/figures/ratios.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import type { WireFactors } from '../network-times.ts';
import { totalOver, wireTimes } from '../over-wire.ts';

export interface WhatIf extends WireFactors {
  /** Ascending. */
  readonly ns: readonly number[];
  /** What arithmetic misses of a network on which nothing was measured, of the logarithm. */
  readonly networkLog: number;
  /** By way, then by number of objects; null: nothing is said there. */
  readonly rows: readonly (readonly (WhatIfRow | null)[])[];
}

/** An array, since a page has hundreds of them. */
export type WhatIfRow = readonly [
  encoded: number,
  fixedMs: number,
  hideableMs: number,
  /**
   * How far 95 % of the replicates spread: where the wire hides what it may hide, and where it hides nothing.
   */
  fixedSpreadMs: number,
  wholeSpreadMs: number,
  /** What the model misses of the work, and of bytes between numbers of objects: of the logarithm. */
  workLog: number,
  bytesLog: number,
];

export interface WhatIfTime {
  readonly totalMs: number;
  readonly networkMs: number;
  readonly interval: Interval;
}

/** Its interval as `intervalOver` has it, by the first order of what scatters. */
export function whatIfTime(
  [encoded, fixedMs, hideableMs, fixedSpreadMs, wholeSpreadMs, workLog, bytesLog]: WhatIfRow,
  whatIf: WireFactors & Pick<WhatIf, 'networkLog'>,
  network: NetworkProfile,
): WhatIfTime {
  const wire = wireTimes(network, whatIf, encoded);
  const totalMs = totalOver({ fixedMs, hideableMs }, wire);
  const spread = (hideableMs > wire.bodyMs ? wholeSpreadMs : fixedSpreadMs) / totalMs;
  const workShare = 1 - wire.wholeMs / totalMs;
  const half = Math.hypot(spread, workLog * workShare, bytesLog * (1 - workShare), whatIf.networkLog);
  return {
    totalMs,
    networkMs: wire.wholeMs,
    interval: [totalMs * Math.exp(-half), totalMs * Math.exp(half)],
  };
}
