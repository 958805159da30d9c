import { ALL_KINDS, AS_IT_STANDS, type Factor, inWords, oneOf } from './factor.ts';

/** A client that somebody else opens, on a network of its own. */
export const OUTSIDE = 'outside';
/** The client without a DOM. */
export const WITHOUT_DOM = 'node';
/** The clients that come with Wirefare. Programs (clients/) are levels too. */
export const BROWSERS = ['chromium', 'firefox', 'webkit', WITHOUT_DOM, OUTSIDE] as const;

export const browser = {
  ...AS_IT_STANDS,
  ...inWords('in', String),
  name: 'browser',
  kinds: ALL_KINDS,
  role: 'place',
  sharedInTable: ALL_KINDS,
  // A client that is a program has decoders of its own.
  followedBy: ['codec'],
  byDefault: { request: 'chromium', call: 'chromium', sequence: 'chromium' },
  unsaidIn: [],
  inStudyFiles: true,
  parse: String,
  spell: (level: string) => level,
  known: ({ browsers }) => browsers,
  read: (typed, { browsers }) => oneOf(typed, browsers),
  help: {
    says: () => 'The client.',
    examples: ['chromium', ['chromium', 'firefox']],
    shape: 'words',
  },
} as const satisfies Factor<'browser', string>;
