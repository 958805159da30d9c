import { ALL_KINDS, AS_IT_STANDS, type Factor, inWords, oneOf } from './factor.ts';

/** The server under test. */
export const target = {
  ...AS_IT_STANDS,
  ...inWords('from target', String),
  name: 'target',
  kinds: ALL_KINDS,
  role: 'place',
  sharedInTable: ALL_KINDS,
  // A target has encoders of its own.
  followedBy: ['encoder'],
  byDefault: { request: 'node', call: 'node', sequence: 'node' },
  unsaidIn: [],
  inStudyFiles: true,
  parse: String,
  spell: (level: string) => level,
  known: ({ targets }) => targets,
  read: (typed, { targets }) => oneOf(typed, targets),
  help: {
    says: () => 'The server: a folder of targets/.',
    completed: () => [],
    examples: ['node'],
    shape: 'words',
  },
} as const satisfies Factor<'target', string>;
