import { NO_CODEC } from './codec.ts';
import { ALL_KINDS, AS_IT_STANDS, type Factor, inWords, type KnownWords, oneOf } from './factor.ts';

/** The target's encoder: the `codec` of the target contract. */
export const encoder = {
  ...AS_IT_STANDS,
  ...inWords('with encoder', String),
  name: 'encoder',
  kinds: ALL_KINDS,
  role: 'way',
  sharedInTable: [],
  unsaidIn: [],
  comparedByDefault: true,
  inStudyFiles: true,
  parse: String,
  spell: (level: string) => level,
  known: knownEncoders,
  read: (typed, words) => oneOf(typed, knownEncoders(words)),
  help: {
    says: () => 'The server’s encoder, for the formats that have it; else the default of the target.',
    examples: ['protobufjs'],
    shape: 'words',
  },
} as const satisfies Factor<'encoder', string>;

function knownEncoders({ formats, targetEncoders }: KnownWords): readonly string[] {
  const fromTargets = Object.values(targetEncoders).flatMap((formatsThere) =>
    Object.values(formatsThere).flat(),
  );
  const fromFormats = formats.flatMap(({ encoders }) => encoders).filter((name) => name !== NO_CODEC);
  return [...new Set([...fromFormats, ...fromTargets])];
}
