import { listed } from '../base/figures/plurals.ts';
import {
  ALL_KINDS,
  type Among,
  AS_IT_STANDS,
  type Factor,
  type KnownWords,
  oneOf,
  type Word,
} from './factor.ts';

/** Loopback as it is. */
export const NO_NETWORK = 'none';

/** The name of a network profile. */
export const network = {
  ...AS_IT_STANDS,
  say: sayNetwork,
  condition: (some, among) => {
    const limited = some.filter((word) => word !== NO_NETWORK).map((word) => sayNetwork(word, among));
    const free = limited.length < some.length ? ['without a network limit'] : [];
    return listed([...(limited.length > 0 ? [`on ${listed(limited)}`] : []), ...free]);
  },
  name: 'network',
  kinds: ALL_KINDS,
  role: 'place',
  sharedInTable: ALL_KINDS,
  byDefault: { request: NO_NETWORK, call: NO_NETWORK, sequence: NO_NETWORK },
  unsaidIn: ALL_KINDS,
  inStudyFiles: true,
  parse: String,
  spell: (level: string) => level,
  known: knownNames,
  read: (typed, words) => oneOf(typed, knownNames(words)),
  help: {
    says: () => 'A profile, or a network of one’s own; `none` is loopback as it is.',
    examples: ['none', ['10mbit', '3g'], { name: 'office', down: '20mbit', up: '5mbit', rtt: '40ms' }],
    shape: 'words',
  },
} as const satisfies Factor<'network', string>;

function knownNames({ networks }: KnownWords): readonly string[] {
  return networks.map(({ name }) => name);
}

function sayNetwork(word: Word, among: Among): string {
  return word === NO_NETWORK ? 'no network limit' : among.sayNetwork(String(word));
}
