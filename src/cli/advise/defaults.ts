// What `wirefare advise` allows, and takes where no option says otherwise: for its declaration and for what
// reads its flags.

/** Without those outside, which come over a network of their own. */
export const ADVISE_BROWSERS = ['chromium', 'firefox', 'webkit', 'node'] as const;

export const ADVISE_DEFAULTS = {
  network: '10mbit,4g,3g',
  budget: '2m',
  browser: 'chromium',
  protocol: 'https1',
  link: 'auto',
} as const;
