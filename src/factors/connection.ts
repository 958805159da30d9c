import { listed } from '../base/figures/plurals.ts';
import { AS_IT_STANDS, type Factor, levelIn, oneOf, type Word } from './factor.ts';

/** cold: every request of the exchange opens a connection of its own; warm: it finds one that is open. */
export const CONNECTIONS = ['warm', 'cold'] as const;
export type Connection = (typeof CONNECTIONS)[number];

export const connection = {
  ...AS_IT_STANDS,
  say: (word: Word) => `${word} connections`,
  condition: (some) => `on ${listed(some.map(String))} connections`,
  question: 'What does a cold connection cost?',
  name: 'connection',
  kinds: ['request', 'call'],
  otherKinds: { sequence: 'warm' },
  role: 'place',
  sharedInTable: [],
  byDefault: { request: 'warm', call: 'warm' },
  unsaidIn: ['request', 'call', 'sequence'],
  comparedByDefault: true,
  beforeItExisted: 'warm',
  inStudyFiles: true,
  parse: (word) => levelIn(CONNECTIONS, word),
  spell: (level: Connection) => level,
  known: () => CONNECTIONS,
  read: (typed) => oneOf(typed, CONNECTIONS),
  help: {
    says: () =>
      'warm: every request finds a connection open · cold: every request opens one of its own, by a whole handshake: nothing is resumed, and 0-RTT is refused, since what it sends first can be sent again by others.',
    examples: ['warm', ['warm', 'cold']],
    shape: 'words',
  },
} as const satisfies Factor<'connection', Connection>;
