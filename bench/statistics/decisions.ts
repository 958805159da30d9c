// What the rules decide, and how soon: pairs that are dropped, advice, and the wall time of the quick study.

import { levelOfLook } from '../../src/stats/answers/looks.ts';
import { adviceRuns } from '../../src/stats/proofs/best-within-runs.ts';
import { PAIR_SITUATIONS } from '../../src/stats/proofs/pair-situations.ts';
import { race } from '../../src/stats/proofs/race.ts';
import { ALPHA } from '../../src/stats/proofs/rounds.ts';
import {
  formerRule,
  LOOKED_AT_ONCE,
  minuteOf,
  RACE,
  raceRule,
  wallTime,
} from '../../src/stats/proofs/wall-time.ts';
import { percent, printTable } from './table.ts';

export function printRaces(): void {
  const truths = {
    'a third alike, others up to 20 % apart': (i: number, pairs: number) =>
      i % 3 === 0 ? 0 : (0.2 * i) / pairs,
    'all 3 % apart': () => Math.log(1.03),
  };
  printTable(
    'Pairs dropped when answered, runs that end after 5, 9, 18 and 30 sessions and are prolonged: runs in which ' +
      'an interval that was told misses, or an answer is false; margin 2 %, precision 10 %',
    ['situation', 'truth', '>pairs', '>misses', '>false answers', '>pairs open', '>sessions of a pair'],
    Object.entries(PAIR_SITUATIONS).flatMap(([name, situation]) =>
      Object.entries(truths).flatMap(([words, truth]) =>
        [1, 3, 21, 100].map((pairs) => {
          const rounds = pairs > 21 ? 200 : 1000;
          const outcome = race(
            { situation: { ...situation, pairs }, truth, margin: 0.02, precision: 0.1, ends: [5, 9, 18, 30] },
            rounds,
            9,
          );
          return [
            name,
            words,
            pairs,
            percent(outcome.misses),
            percent(outcome.falseAnswers),
            percent(outcome.open),
            (30 * outcome.measured).toFixed(1),
          ];
        }),
      ),
    ),
  );
}

export function printAdvice(): void {
  const groups: Readonly<Record<string, readonly number[]>> = {
    'two, 5.5 % apart': [1, 1.055],
    'five, four of them 5.5 % slower': [1, 1.055, 1.055, 1.055, 1.055],
    'some within ε, some far': [1, 1.03, 1.06, 1.1, 1.5, 2, 3, 8],
    'four as good as the best': [1, 1, 1, 1, 1.06, 1.06],
    'twelve from 1 to 3': Array.from({ length: 12 }, (_, i) => 3 ** (i / 11)),
  };
  const orders: Readonly<Record<string, (i: number) => number>> = {
    'the quicker': (i) => i,
    'the slower': (i) => -i,
  };
  const noises: Readonly<Record<string, (i: number) => number>> = {
    '2 %': () => 0.02,
    '1 to 3 %': (i) => 0.01 * (1 + (i % 3)),
    '4 %': () => 0.04,
  };
  printTable(
    'Advice within ε = 5 %, up to 45 sessions: runs in which any way that may be recommended is beyond ε of the ' +
      'best, and in which a simpler one within ε was dropped',
    [
      'ways (time over the best)',
      'simpler are',
      'sd of a way',
      '>wrong',
      '>dropped',
      '>decided',
      '>sessions',
      '>sessions of a way',
    ],
    Object.entries(groups).flatMap(([name, candidates]) =>
      Object.entries(orders).flatMap(([order, placeOf]) =>
        Object.entries(noises).map(([noise, candidateSd]) => {
          const run = { candidates, epsilon: 0.05, placeOf, candidateSd, sessions: 45 };
          const outcome = adviceRuns(run, 1000, 10);
          return [
            name,
            order,
            noise,
            percent(outcome.wrong),
            percent(outcome.lost),
            percent(outcome.decided),
            outcome.sessions.toFixed(1),
            outcome.sessionsOfCandidate.toFixed(1),
          ];
        }),
      ),
    ),
  );
}

export function printWallTimes(): void {
  const rules = {
    'former rules, sessions by an oracle': formerRule,
    'today’s rules': raceRule(RACE),
    '… without pooling': raceRule({ ...RACE, pools: false }),
    '… without dividing the time by need': raceRule({ ...RACE, divides: false }),
    '… without dropping': raceRule({ ...RACE, drops: false }),
  };
  for (const precision of [0.1, 0.05, 0.03]) {
    for (const byWidth of [false, true]) {
      printTable(
        `The quick study's 21 comparisons, margin 2 %, ${byWidth ? 'each answered, or its half-width at most' : 'each answered at a precision of'} ` +
          `${percent(precision)}: wall time, s (medians of 100 runs), and share answered by then`,
        ['rules', '>half', '>all', '>by 30 s', '>by 60 s', '>by 120 s', '>by 240 s', '>false'],
        Object.entries(rules).map(([name, rule]) => {
          const { halfS, allS, answeredBy, falseShare } = wallTime(
            rule,
            { margin: 0.02, precision, byWidth },
            100,
            11,
          );
          return [
            name,
            halfS.toFixed(0),
            Number.isFinite(allS) ? allS.toFixed(0) : 'never',
            ...[30, 60, 120, 240].map((seconds) => percent(answeredBy(seconds))),
            percent(falseShare),
          ];
        }),
      );
    }
  }
}

/** What is left of one, two and four minutes, and blocks of 8, 12 and 20 sessions with looks on the way. */
const BUDGETS = [
  [55, 4_470],
  [115, 7_180],
  [235, 6_660],
] as const;

/** The minute of `npm start`, by its number of sessions. */
export function printMinutes(): void {
  const looks = {
    'one look': LOOKED_AT_ONCE,
    'with half of the level': { looksOnTheWay: false },
    'looks on the way': {},
  };
  printTable(
    'The quick study in a minute, by its sessions and looks: answered at its end at each precision (400 runs)',
    [
      'sessions',
      '>blocks of one, s',
      '>looks',
      ...[0.25, 0.15, 0.1].map((share) => `>± ${percent(share)}`),
      '>false',
    ],
    [4, 5, 6, 7, 8].flatMap((sessions) =>
      Object.entries(looks).map(([name, own]) => {
        const minute = minuteOf(sessions);
        const outcomes = [0.25, 0.15, 0.1].map((precision) =>
          wallTime(raceRule({ ...minute, ...own }), { margin: 0.02, precision, byWidth: false }, 400, 16),
        );
        return [
          sessions,
          (minute.blocksMs / 1000).toFixed(1),
          name,
          ...outcomes.map(({ answeredBy }) => percent(answeredBy(60))),
          percent(Math.max(...outcomes.map(({ falseShare }) => falseShare))),
        ];
      }),
    ),
  );
}

/** Other ways to share the level, of which one is built: what they would bring. */
export function printSharings(): void {
  const endsApart = (share: number) => ({
    levelOfPlanned: (nth: number) => (1 - share) * levelOfLook(ALPHA, nth),
    levelOfEnd: (share * ALPHA) / 2,
  });
  const sharings = {
    'α/(k(k+1)), an end is the next look': {},
    '3α/((k+2)(k+3)), an end is the next look': {
      levelOfPlanned: (nth: number) => (3 * ALPHA) / ((nth + 2) * (nth + 3)),
    },
    '3 of 10 parts for ends': endsApart(0.3),
    '5 of 10 parts for ends': endsApart(0.5),
    '9 of 10 parts for ends': endsApart(0.9),
  };
  printTable(
    'The quick study by the way the level is shared: answered at the end of a budget; all answered, without one, s',
    ['level of the kth look', '>precision', '>of 1 min', '>of 2 min', '>of 4 min', '>half', '>all'],
    [0.25, 0.1, 0.05].flatMap((precision) =>
      Object.entries(sharings).map(([name, sharing]) => {
        const outcome = (budgetS: number, blocksMs = RACE.blocksMs) =>
          wallTime(
            raceRule({ ...RACE, ...sharing, budgetS, blocksMs }),
            { margin: 0.02, precision, byWidth: false },
            100,
            12,
          );
        const { halfS, allS } = outcome(Number.POSITIVE_INFINITY);
        return [
          name,
          percent(precision),
          ...BUDGETS.map(([budgetS, blocksMs]) => percent(outcome(budgetS, blocksMs).answeredBy(budgetS))),
          halfS.toFixed(0),
          allS.toFixed(0),
        ];
      }),
    ),
  );
}
