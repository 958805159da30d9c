import { ALL_KINDS, AS_IT_STANDS, type Factor, inWords, oneOf } from './factor.ts';

/** Messages of random content: nothing encodes or decodes them. */
export const RANDOM_DATASET = 'random';

/** What is sent: generated records, people's own data, or random content. */
export const dataset = {
  ...AS_IT_STANDS,
  ...inWords('for', String),
  name: 'dataset',
  kinds: ALL_KINDS,
  role: 'work',
  sharedInTable: ALL_KINDS,
  byDefault: { request: 'book', call: 'book', sequence: RANDOM_DATASET },
  unsaidIn: ['sequence'],
  inStudyFiles: true,
  parse: String,
  spell: (level: string) => level,
  known: ({ datasets }) => datasets,
  read: (typed, { datasets }) => oneOf(typed, datasets),
  help: {
    says: () =>
      'What is sent: objects that are generated, or data of one’s own; as messages also `random` content, the default there. Entries of file are all alike, so that a compression’s gain on them says nothing about other data, and nothing is computed on them.',
    examples: ['book', ['book', 'video'], { file: 'orders.json', path: 'data.items' }],
    shape: 'words',
  },
} as const satisfies Factor<'dataset', string>;
