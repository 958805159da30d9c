import { listed } from '../base/figures/plurals.ts';
import { AS_IT_STANDS, type Factor, levelIn, oneOf, type Word } from './factor.ts';

/**
 * Where a client requests, decodes and computes: on its main thread, or in a worker that hands the objects
 * over.
 */
export const THREADS = ['main', 'worker'] as const;
export type Thread = (typeof THREADS)[number];

const TITLES: Readonly<Record<Thread, string>> = { main: 'on the main thread', worker: 'in a worker' };

export const thread = {
  ...AS_IT_STANDS,
  say: (word: Word) => TITLES[word as Thread] ?? String(word),
  condition: (some) => listed(some.map((word) => TITLES[word as Thread] ?? String(word))),
  question: 'What does a worker cost?',
  name: 'thread',
  kinds: ['request', 'call'],
  otherKinds: { sequence: 'main' },
  role: 'place',
  sharedInTable: [],
  byDefault: { request: 'main', call: 'main' },
  unsaidIn: ['request', 'call', 'sequence'],
  comparedByDefault: true,
  beforeItExisted: 'main',
  inStudyFiles: true,
  parse: (word) => levelIn(THREADS, word),
  spell: (level: Thread) => level,
  known: () => THREADS,
  read: (typed) => oneOf(typed, THREADS),
  help: {
    says: () =>
      'main: the page’s main thread requests, decodes and computes · worker: a worker does, and hands the objects over.',
    examples: ['worker', ['main', 'worker']],
    shape: 'words',
  },
} as const satisfies Factor<'thread', Thread>;
