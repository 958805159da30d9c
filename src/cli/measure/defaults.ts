// What `wirefare measure` allows, and takes where no option says otherwise.

export { ADVISE_BROWSERS as MEASURE_BROWSERS } from '../advise/defaults.ts';

export const MEASURE_DEFAULTS = {
  network: 'none,4g,3g',
  budget: '60s',
  /** With a second server. */
  budgetAgainst: '3m',
  browser: 'chromium',
  link: 'auto',
  rate: '20/s',
} as const;
