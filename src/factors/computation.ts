import { listed } from '../base/figures/plurals.ts';
import { AS_IT_STANDS, type Factor, levelIn, oneOf, type Word } from './factor.ts';

/** The published computation models; data/compute says what each does. */
export const COMPUTATIONS = ['none', 'cm1', 'cm2', 'cm3', 'cm4', 'cm5'] as const;
export type Computation = (typeof COMPUTATIONS)[number];

/** What is computed on a request's objects. */
export const computation = {
  ...AS_IT_STANDS,
  say: sayComputation,
  condition: (some) =>
    some.length === 1 && some[0] === 'none'
      ? 'without computation'
      : `at ${listed(some.map(sayComputation))}`,
  order: (a, b) => COMPUTATIONS.indexOf(a as Computation) - COMPUTATIONS.indexOf(b as Computation),
  name: 'computation',
  kinds: ['request'],
  otherKinds: { call: 'none', sequence: 'none' },
  role: 'work',
  sharedInTable: [],
  byDefault: { request: 'none', call: 'none' },
  unsaidIn: ['request', 'call', 'sequence'],
  inStudyFiles: true,
  parse: (word) => levelIn(COMPUTATIONS, word),
  spell: (level: Computation) => level,
  known: () => COMPUTATIONS,
  read: (typed) => oneOf(typed, COMPUTATIONS),
  help: {
    says: () =>
      'none (with e1 and call only) · cm1: one sort by one property · cm2: one sort by each · cm3, cm4, cm5: cm2’s sorts 10, 100, 1000 times.',
    examples: ['cm1', ['cm1', 'cm2']],
    shape: 'words',
  },
} as const satisfies Factor<'computation', Computation>;

function sayComputation(word: Word): string {
  return word === 'none' ? 'no computation' : String(word).toUpperCase();
}
