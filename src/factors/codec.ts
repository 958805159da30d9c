import { ALL_KINDS, AS_IT_STANDS, type Factor, inWords, type KnownWords, oneOf } from './factor.ts';

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
  known: knownCodecs,
  read: (typed, words) => oneOf(typed, knownCodecs(words)),
  help: {
    says: () => 'The client’s decoder.',
    completed: (words) => knownCodecs(words).filter((name) => name !== NO_CODEC),
    examples: ['response.json'],
    shape: 'words',
  },
} as const satisfies Factor<'codec', string>;

/** Each once: several formats may have one of a name. */
function knownCodecs({ formats }: Pick<KnownWords, 'formats'>): readonly string[] {
  return [...new Set(formats.flatMap(({ codecs }) => codecs.map(({ name }) => name)))];
}
