// The situations that families of pairs are put into: pairs alike and unlike, with cells in common and
// without, with heavy tails and with drift, in sessions that are alike and not.

import { type PairsSituation, USUAL_PAIRS } from './simulated-pairs.ts';

/** From 1 % to `times` as much, in equal steps of the logarithm. */
function graded(times: number) {
  return (i: number, pairs: number) => 0.01 * times ** (pairs === 1 ? 0.5 : i / (pairs - 1));
}

const firstFiveTimes = (i: number) => (i === 0 ? 0.15 : 0.03);

export const PAIR_SITUATIONS = {
  'all alike, a baseline in common': USUAL_PAIRS,
  'all alike, no cell in common': { ...USUAL_PAIRS, correlation: 0 },
  'a baseline far noisier than the rest': { ...USUAL_PAIRS, correlation: 0.9 },
  'between sessions 1 to 10 %': { ...USUAL_PAIRS, betweenSd: graded(10), withinSd: () => 0.02 },
  'one pair 5 times the others': { ...USUAL_PAIRS, correlation: 0, betweenSd: firstFiveTimes },
  'half of the pairs 5 times the others': {
    ...USUAL_PAIRS,
    correlation: 0,
    betweenSd: (i, pairs) => (i < pairs / 2 ? 0.15 : 0.03),
    withinSd: () => 0.01,
  },
  'the steadier within, the wilder between': {
    ...USUAL_PAIRS,
    correlation: 0,
    betweenSd: graded(5),
    withinSd: (i, pairs) => 0.0005 / graded(5)(i, pairs),
  },
  'heavy tails (t of 3)': { ...USUAL_PAIRS, tails: 3 },
  'heavy tails, one pair 5 times the others': {
    ...USUAL_PAIRS,
    correlation: 0,
    tails: 3,
    betweenSd: firstFiveTimes,
  },
  'ratios drift by 6 % over the run': { ...USUAL_PAIRS, drift: 0.06 },
} as const satisfies Readonly<Record<string, PairsSituation>>;

/** Cells in sessions of their own, as those of two browsers are: each second one is the other of a pair. */
export interface ApartSituation extends PairsSituation {
  /** The second of a pair is given up after so many sessions; absent: it is not. */
  readonly mostOfSecond?: number;
}

const CELLS: PairsSituation = { ...USUAL_PAIRS, correlation: 0, betweenSd: () => 0.041 };

const timesTheOther = (times: number) => (i: number) => (i % 2 === 0 ? 0.041 : 0.041 * times);

export const APART_SITUATIONS: Readonly<Record<string, ApartSituation>> = {
  'two sets of sessions, alike': CELLS,
  'one set twice the other': { ...CELLS, withinSd: () => 0, betweenSd: timesTheOther(2) },
  'one set 5 times the other': { ...CELLS, withinSd: () => 0, betweenSd: timesTheOther(5) },
  'two sets, heavy tails (t of 3)': { ...CELLS, withinSd: () => 0, tails: 3 },
  'one set given up after four': { ...CELLS, mostOfSecond: 4 },
  'the wilder set given up after four': {
    ...CELLS,
    withinSd: () => 0,
    betweenSd: timesTheOther(3),
    mostOfSecond: 4,
  },
};

const afterFour = (before: number, later: number) => (session: number) => (session < 4 ? before : later);

/** Sessions that are not as long as one another. */
export const UNLIKE_LONG_SITUATIONS = {
  'the first four a tenth as long': { ...USUAL_PAIRS, lengthOf: afterFour(0.1, 1) },
  'the first four a tenth as long, pairs alike between sessions': {
    ...USUAL_PAIRS,
    betweenSd: () => 0,
    lengthOf: afterFour(0.1, 1),
  },
  'the first four a tenth as long, one pair 5 times the others': {
    ...USUAL_PAIRS,
    correlation: 0,
    betweenSd: firstFiveTimes,
    lengthOf: afterFour(0.1, 1),
  },
  'the first four ten times as long': { ...USUAL_PAIRS, lengthOf: afterFour(1, 0.1) },
  'every other one a tenth as long': { ...USUAL_PAIRS, lengthOf: (session) => (session % 2 === 0 ? 1 : 0.1) },
  'the fifth a hundred times as long': {
    ...USUAL_PAIRS,
    withinSd: () => 0.2,
    lengthOf: (session) => (session === 4 ? 100 : 1),
  },
} as const satisfies Readonly<Record<string, PairsSituation>>;
