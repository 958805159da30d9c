// What `wirefare advise` takes where no option says otherwise: for its declaration and for what reads its
// flags.

export const ADVISE_DEFAULTS = {
  network: '10mbit,4g,3g',
  budget: '2m',
  browser: 'chromium',
  protocol: 'https1',
  link: 'auto',
} as const;
