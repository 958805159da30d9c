// Every default of a study file but the levels of factors, which their declarations have; the reference page
// and the JSON Schema print them from here.

export const DEFAULTS = {
  protocol: {
    budget: '2m',
    /** Exchanges of each cell: decoders and encoders were seen to get faster until about the twelfth. */
    warmup: 12,
    timeout: '60s',
    margin: '2%',
    precision: '10%',
    confidence: '95%',
    design: 'full',
    /** Used only by callers that bring no fresh seed. */
    seed: 1,
  },
} as const;

export const LIMITS = {
  fileBytes: 1_000_000,
  objects: 1_000_000,
  /** Of one body as JSON: V8 has no longer strings than 536 MB. */
  bodyBytes: 500_000_000,
  cells: 20_000,
  /** Entries of exclude, parts, compare, claims and ratios. */
  entries: 500,
  sessions: 1_000,
  exchangesPerVisit: 1_000,
  warmupExchanges: 10_000,
  shortestBudgetMs: 1_000,
  longestBudgetMs: 7 * 24 * 3_600_000,
  leastPrecision: 0.001,
  largestSeed: 0xffff_ffff,
  /** Emulated in one run: one link has no addresses for more. */
  networks: 200,
  /** Of a network of one's own; with less, its calibration alone would take a quarter of an hour. */
  leastKbits: 8,
  mostKbits: 100_000_000,
  /**
   * TCP sends its first packet again after a second, and a handshake takes a little more than the round trip.
   */
  longestRttMs: 850,
  /** With more, TCP hardly gets a handshake through. */
  mostLossShare: 0.5,
  /** One full packet. */
  leastQueueBytes: 1_500,
  mostQueueBytes: 1_000_000_000,
} as const;

/** What `--quick` leaves of a study; of one with claims as few of them as its time answers. */
export const QUICK = {
  budgetMs: 60_000,
  sessions: 4,
  objects: 1_000,
  withoutComputations: ['cm4', 'cm5'],
  /** Round trips of networks that are left out, where others are not that slow: 3g, 2g. */
  rttMs: 200,
  /**
   * Most messages of a sequence: the first number that there is time for. With fewer, opening and closing is
   * what is seen: with 30 of them cells differed from themselves by 206 %.
   */
  messages: [200, 100],
  /** One at a time, or at a rate, each message stands for itself. */
  singleMessages: [200, 100, 50, 20, 10],
  /** Of messages: the first, the middle and the last. */
  sizes: 3,
} as const;
