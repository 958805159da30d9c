import { ALL_KINDS, AS_IT_STANDS, type Factor, inWords, oneOf } from './factor.ts';

/** Stands for codec and encoder where nothing is encoded: messages of random content. */
export const NO_CODEC = 'none';

/** The client's decoder; for messages to the server, the server's decoder. */
export const codec = {
  ...AS_IT_STANDS,
  ...inWords('with codec', String),
  name: 'codec',
  kinds: ALL_KINDS,
  role: 'way',
  sharedInTable: [],
  unsaidIn: [],
  comparedByDefault: true,
  inStudyFiles: false,
  parse: String,
  spell: (level: string) => level,
  known: ({ formats }) => formats.flatMap(({ codecs }) => codecs.map(({ name }) => name)),
  read: (typed, { formats }) =>
    oneOf(
      typed,
      formats.flatMap(({ codecs }) => codecs.map(({ name }) => name)),
    ),
  help: {
    says: () => 'The client’s decoder.',
    completed: ({ formats }) => {
      const names = formats.flatMap(({ codecs }) => codecs.map(({ name }) => name));
      return [...new Set(names.filter((name) => name !== NO_CODEC))];
    },
    examples: ['response.json'],
    shape: 'words',
  },
} as const satisfies Factor<'codec', string>;
