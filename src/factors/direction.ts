import { listed } from '../base/figures/plurals.ts';
import { AS_IT_STANDS, type Factor, levelIn, oneOf, type Word } from './factor.ts';

/** Which way messages go; both ways: the client sends, and the target sends each one back as it is. */
export const DIRECTIONS = ['client-to-server', 'server-to-client', 'both-ways'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export const direction = {
  ...AS_IT_STANDS,
  say: sayDirection,
  condition: (some) => listed(some.map(sayDirection)),
  name: 'direction',
  kinds: ['sequence'],
  otherKinds: { request: 'server-to-client', call: 'server-to-client' },
  role: 'work',
  sharedInTable: ['sequence'],
  unsaidIn: ['request', 'call'],
  beforeItExisted: 'server-to-client',
  inStudyFiles: true,
  parse: (word) => levelIn(DIRECTIONS, word),
  spell: (level: Direction) => level,
  known: () => DIRECTIONS,
  read: (typed) => oneOf(typed, DIRECTIONS),
  help: {
    says: () =>
      'Which way messages go; both ways the server sends each one back. Left out: every direction that all transports named have.',
    examples: ['server-to-client'],
    shape: 'words',
  },
} as const satisfies Factor<'direction', Direction>;

const NAMES: Readonly<Record<Direction, string>> = {
  'client-to-server': 'to the server',
  'server-to-client': 'to the client',
  'both-ways': 'both ways',
};

export function sayDirection(word: Word): string {
  return NAMES[word as Direction] ?? String(word);
}
