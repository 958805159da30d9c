// What the page's script is given.

import type { WhatIf } from '../../../model/choices/what-if.ts';

export interface WhatIfData {
  readonly groups: readonly WhatIfGroup[];
  /** Where the sliders stand at first. */
  readonly mbits: number;
  readonly rttMs: number;
}

export interface WhatIfGroup {
  /** Of the ways. */
  readonly labels: readonly string[];
  readonly n: number;
  /** A lab can set the network of these browsers, so that a point can be measured. */
  readonly canMeasure: boolean;
  readonly whatIf: WhatIf;
}
