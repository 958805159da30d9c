// Families of comparisons on the level of log ratios: do all intervals hold together, and how wide are they?

import { foreseenWidth } from '../../src/plan/foreseen.ts';
import { looksUpTo } from '../../src/stats/answers/looks.ts';
import { BETWEEN_SD, WITHIN_EXCHANGES, WITHIN_SD } from '../../src/stats/estimates/seen-scatter.ts';
import { gives, missesAtAnyEnd, missesAtChosenEnds, wantsAny } from '../../src/stats/proofs/chosen-ends.ts';
import {
  limmaEstimates,
  missesAtAnyLook,
  missesAtOneLook,
  missesBetweenSets,
  plainEstimates,
  timesNarrower,
} from '../../src/stats/proofs/family-misses.ts';
import {
  APART_SITUATIONS,
  PAIR_SITUATIONS,
  UNLIKE_LONG_SITUATIONS,
} from '../../src/stats/proofs/pair-situations.ts';
import { ALPHA } from '../../src/stats/proofs/rounds.ts';
import type { PairsSituation } from '../../src/stats/proofs/simulated-pairs.ts';
import { cellCoverage, meanCoverage, ratioCoverage } from '../../src/stats/proofs/single-intervals.ts';
import { USUAL_RUN } from '../../src/stats/simulated.ts';
import { percent, printTable } from './table.ts';

/** Rounds of a family of so many: twenty runs of the largest take a second. */
function roundsOf(pairs: number): number {
  return pairs <= 21 ? 1000 : pairs <= 100 ? 200 : 50;
}

export function printFamilies(): void {
  printTable(
    'Runs of so many sessions in which any interval of the family misses at any look, planned ones and the end',
    ['situation', '>pairs', '>3 sessions', '>4', '>8', '>30'],
    familyRows(),
  );
}

function* familyRows() {
  for (const [name, situation] of Object.entries(PAIR_SITUATIONS)) {
    for (const pairs of [1, 3, 21, 100, 600]) {
      const misses = (sessions: number) =>
        percent(missesAtAnyLook({ ...situation, pairs }, sessions, roundsOf(pairs), 1));
      yield [name, pairs, misses(3), misses(4), misses(8), misses(30)];
    }
  }
}

/** Short runs of many questions, whose plan has one look; claims, rankings and twins have it too. */
export function printOnce(): void {
  const ends = [
    [4, 4],
    [6, 6],
    [4, 15],
    [6, 15],
  ] as const;
  printTable(
    'One look after so many sessions, with four fifths of the level, and prolonged to so many: runs in which any interval misses at any look',
    [
      'situation',
      '>pairs',
      ...ends.map(([once, last]) => (once === last ? `>${once}` : `>${once} … ${last}`)),
    ],
    Object.entries(PAIR_SITUATIONS).flatMap(([name, situation]) =>
      [1, 3, 8, 21].map((pairs) => {
        const misses = ends.map(([once, last]) =>
          percent(missesAtAnyLook({ ...situation, pairs }, last, pairs === 1 ? 4000 : 1000, 15, once)),
        );
        return [name, pairs, ...misses];
      }),
    ),
  );
}

/** Pairs of cells in sessions of their own, as of two browsers. */
export function printApart(): void {
  printTable(
    'Pairs across session sets: runs of so many sessions in which any interval misses at any look',
    ['situation', '>pairs', '>4 sessions', '>8', '>30'],
    Object.entries(APART_SITUATIONS).flatMap(([name, situation]) =>
      [1, 3, 21].map((pairs) => {
        const misses = (sessions: number) => percent(missesBetweenSets(situation, pairs, sessions, 2000, 14));
        return [name, pairs, misses(4), misses(8), misses(30)];
      }),
    ),
  );
}

/** Ends that readers choose by what they saw; a situation that drifts has another truth at each. */
export function printEnds(): void {
  const situations = [
    'all alike, a baseline in common',
    'between sessions 1 to 10 %',
    'one pair 5 times the others',
    'heavy tails (t of 3)',
  ] as const;
  printTable(
    'Runs in which any interval misses at any look, where ends are chosen by what was seen',
    [
      'situation',
      '>pairs',
      '>sessions',
      '>planned looks',
      '>when the report foresees an answer',
      '>at once where an answer is near',
      '>after every session, as suits',
    ],
    situations.flatMap((name) =>
      (
        [
          [1, 30],
          [1, 100],
          [3, 30],
          [21, 30],
        ] as const
      ).map(([pairs, sessions]) => {
        const situation = { ...PAIR_SITUATIONS[name], pairs };
        const rounds = pairs === 21 ? 200 : 1000;
        const chosenBy = (reader: Parameters<typeof missesAtChosenEnds>[2]) =>
          percent(missesAtChosenEnds(situation, sessions, reader, rounds, 13));
        return [
          name,
          pairs,
          sessions,
          chosenBy(() => null),
          chosenBy(gives),
          chosenBy(wantsAny),
          percent(missesAtAnyEnd(situation, sessions, rounds, 13)),
        ];
      }),
    ),
  );
}

/** How wide the mean's standard error is with a weight all alike, over that by how long sessions are. */
function alikeOverByLength({ betweenSd, withinSd, lengthOf = () => 1 }: PairsSituation, sessions: number) {
  const lengths = Array.from({ length: sessions }, (_, session) => lengthOf(session));
  const errorOf = (weights: readonly number[]) => {
    const weight = weights.reduce((sum, own) => sum + own, 0);
    const variances = lengths.map((length) => betweenSd(1, 2) ** 2 + withinSd(1, 2) ** 2 / length);
    return Math.sqrt(variances.reduce((sum, own, i) => sum + (own * weights[i]! ** 2) / weight ** 2, 0));
  };
  return errorOf(lengths.map(() => 1)) / errorOf(lengths);
}

export function printLengths(): void {
  printTable(
    'Sessions that are not as long as one another: runs in which any interval misses at any look; the standard error of a pair with a weight a session, over that with weights by length',
    ['situation', '>pairs', '>4 sessions', '>6', '>11', '>30', '>error at 6', '>at 11'],
    Object.entries(UNLIKE_LONG_SITUATIONS).flatMap(([name, situation]) =>
      [1, 3, 21, 100].map((pairs) => {
        const misses = (sessions: number) =>
          percent(missesAtAnyLook({ ...situation, pairs }, sessions, roundsOf(pairs), 1));
        const widths = [6, 11].map((sessions) => alikeOverByLength(situation, sessions).toFixed(2));
        return [name, pairs, misses(4), misses(6), misses(11), misses(30), ...widths];
      }),
    ),
  );
  printTable(
    'The same from exchanges up, 95 % intervals of one cell or pair that hold the truth: four sessions of 4 blocks, those after them of 40',
    ['>sessions', '>median', '>mean', '>ratio'],
    [4, 5, 6, 11, 20].map((sessions) => {
      const blocksOf = (session: number) => (session < 4 ? 4 : 40);
      const run = { ...USUAL_RUN, sessions, blocksOf, cells: [1, 1.3] };
      const shares = [cellCoverage, meanCoverage, ratioCoverage].map((cover) => percent(cover(run, 1000, 2)));
      return [sessions, ...shares];
    }),
  );
}

export function printPriors(): void {
  const unlike = [
    'all alike, no cell in common',
    'between sessions 1 to 10 %',
    'one pair 5 times the others',
    'half of the pairs 5 times the others',
  ] as const;
  printTable(
    'One look after four sessions with the whole level: runs in which any interval misses, by the prior used',
    ['situation', '>pairs', '>plain t', '>limma', '>limma, 4 at most', '>ours'],
    unlike.flatMap((name) =>
      [2, 3, 6, 21].map((pairs) => {
        const situation = { ...PAIR_SITUATIONS[name], pairs };
        const misses = (estimator?: typeof plainEstimates) =>
          percent(missesAtOneLook(situation, 4, 2000, 2, estimator));
        return [
          name,
          pairs,
          misses(plainEstimates),
          misses(limmaEstimates()),
          misses(limmaEstimates(4)),
          misses(),
        ];
      }),
    ),
  );
}

export function printWidths(): void {
  printTable(
    'How many times as wide plain t is, at the level of the look that comes after so many sessions',
    ['situation', '>pairs', '>3 sessions', '>4', '>6', '>8', '>15', '>30'],
    (['all alike, a baseline in common', 'between sessions 1 to 10 %'] as const).flatMap((name) =>
      [3, 21, 100].map((pairs) => [
        name,
        pairs,
        ...[3, 4, 6, 8, 15, 30].map((sessions, i) => {
          const nth = [1, 1, 2, 3, 5, 8][i]!;
          const level = ALPHA / (nth * (nth + 1)) / pairs;
          return timesNarrower({ ...PAIR_SITUATIONS[name], pairs }, sessions, level, 100, 3).toFixed(2);
        }),
      ]),
    ),
  );
  printTable(
    `Half-width foreseen for a pair of ${percent(SESSION_SD)} a session (${percent(BETWEEN_SD)} between sessions, ${percent(WITHIN_SD)} within)`,
    ['>pairs', ...looksUpTo(45).map((look) => `>${look} sessions`)],
    [1, 3, 21, 100, 600].map((comparisons) => [
      comparisons,
      ...looksUpTo(45).map((look) => halfWidth(comparisons, look)),
    ]),
  );
}

/** Of a pair, as plans foresee it of 20 exchanges. */
const SESSION_SD = Math.hypot(BETWEEN_SD, WITHIN_SD);

function halfWidth(comparisons: number, sessions: number): string {
  const exchanges = [WITHIN_EXCHANGES, WITHIN_EXCHANGES] as const;
  const pair = { exchanges, together: true, pooled: comparisons };
  return `± ${percent(foreseenWidth(pair, sessions, comparisons, 1 - ALPHA))}`;
}
