import { count } from '../base/figures/plurals.ts';
import { ALL_KINDS, type Among, AS_IT_STANDS, type Factor, type Word } from './factor.ts';
import { conditionOnNumber } from './number-condition.ts';

/** How many: objects of a request, messages of a sequence. */
export const n = {
  ...AS_IT_STANDS,
  say: (word: Word, { noun }: Among) => count(Number(word), noun),
  condition: (some, { wordsOf, noun }) =>
    conditionOnNumber(some.map(Number), wordsOf('n').map(Number), `${noun}s`),
  order: (a, b) => Number(a) - Number(b),
  name: 'n',
  kinds: ALL_KINDS,
  role: 'amount',
  sharedInTable: ALL_KINDS,
  byDefault: { sequence: 1_000 },
  unsaidIn: ['sequence'],
  inStudyFiles: true,
  parse: (word) => (Number.isInteger(Number(word)) ? Number(word) : null),
  spell: (level: number) => level,
  known: () => [],
  read: (typed) => ({ word: typed }),
  help: {
    says: () =>
      'Number of objects: the first n of the dataset. Of messages: how many in a sequence; left out, 1000, and of paced ones what their rate sends in the time that the budget has for a sequence (at most 5 s). Of a list of one’s own, left out: all of them; any other number is drawn from its records, each as often as the others, up to one.',
    examples: [1000, [10, 100, 1000]],
    shape: 'numbers',
  },
} as const satisfies Factor<'n', number>;
