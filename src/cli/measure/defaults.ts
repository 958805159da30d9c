// What `wirefare measure` takes where no option says otherwise.

import { USUAL_PER_SECOND } from '../urls/asked-url.ts';

export const MEASURE_DEFAULTS = {
  network: 'none,4g,3g',
  budget: '60s',
  /** With a second server. */
  budgetAgainst: '3m',
  browser: 'chromium',
  link: 'auto',
  rate: `${USUAL_PER_SECOND}/s`,
} as const;
