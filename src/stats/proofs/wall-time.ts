// How long the quick study takes until every comparison is answered, by the rules of today and by those
// before them (docs/decisions/011-deciding.md). Times are those of real records on two cores, noise is what
// plans foresee from; what the rules do is simulated: warm-up by count, looks, pooling, dropping, division of
// time.

import { type Random, seededRandom } from '../../base/random.ts';
import { familyLevel } from '../answers/family.ts';
import { levelOfLook, looksUpTo } from '../answers/looks.ts';
import { answerOf } from '../answers/verdict.ts';
import { estimateFromSessions } from '../estimates/estimate.ts';
import { type PairSessions, pooledEstimates } from '../estimates/pooled.ts';
import {
  COMPARISONS,
  type Comparison,
  EXCHANGE_SD,
  logRatioIn,
  type SessionShape,
  sessionLevels,
  sessionShape,
} from './quick-sessions.ts';
import { ALPHA, reachOfInterval } from './rounds.ts';

/** Starts, first uses, checks, looks at the target, probes and closing of a session. */
export const AROUND_MS = 2400;
const FORMER_OVERHEAD_MS = 1620;
const MOST_SESSIONS = 400;

export interface WallTime {
  /** Medians over the runs: until half of the comparisons are answered, and until all are; s. */
  readonly halfS: number;
  readonly allS: number;
  /** Share of the comparisons that is answered after so many seconds. */
  readonly answeredBy: (seconds: number) => number;
  /** Answers that are not true, over all answers. */
  readonly falseShare: number;
}

export interface Bounds {
  readonly margin: number;
  readonly precision: number;
  /** Whether an interval of half-width `precision` counts as an answer, wherever it lies. */
  readonly byWidth: boolean;
}

interface Answered {
  readonly seconds: number;
  readonly isTrue: boolean;
}

type Rule = (bounds: Bounds, random: Random) => readonly Answered[];

export function wallTime(rule: Rule, bounds: Bounds, rounds: number, seed: number): WallTime {
  const random = seededRandom(seed);
  const half: number[] = [];
  const all: number[] = [];
  const every: number[] = [];
  let wrong = 0;
  for (let round = 0; round < rounds; round++) {
    const answers = rule(bounds, random);
    const seconds = answers.map((answer) => answer.seconds).sort((a, b) => a - b);
    half.push(seconds[Math.ceil(seconds.length / 2) - 1]!);
    all.push(seconds.at(-1)!);
    every.push(...seconds);
    wrong += answers.filter(({ isTrue }) => !isTrue).length;
  }
  const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;
  return {
    halfS: middle(half),
    allS: middle(all),
    answeredBy: (limit) => every.filter((each) => each <= limit).length / every.length,
    falseShare: wrong / rounds / COMPARISONS.length,
  };
}

/**
 * The former rules: every cell to the end, plain t with the level over all comparisons, one look, and an
 * oracle that knows the number of sessions after which a comparison is answered for good. Sessions of 2.75 s,
 * of which 23 % are warm-up and 10 % empty exchanges; counted exchanges of a cell as in the record.
 */
export const formerRule: Rule = (bounds, random) => {
  const exchanges = [28, 28, 9];
  const sessionS = (FORMER_OVERHEAD_MS + 2750) / 1000;
  const logRatios = COMPARISONS.map(() => new Float64Array(MOST_SESSIONS));
  for (let session = 0; session < MOST_SESSIONS; session++) {
    const levels = sessionLevels(exchanges, random);
    for (const [i, comparison] of COMPARISONS.entries()) {
      logRatios[i]![session] = logRatioIn(levels, comparison);
    }
  }
  const level = familyLevel(ALPHA, COMPARISONS.length);
  return COMPARISONS.map((comparison, i) => {
    let lastly: Answered = { seconds: Number.POSITIVE_INFINITY, isTrue: true };
    for (let sessions = MOST_SESSIONS; sessions >= 2; sessions--) {
      const estimate = estimateFromSessions(logRatios[i]!.subarray(0, sessions));
      const reach = reachOfInterval(estimate, level);
      const answer = answered(estimate.log, reach, comparison, bounds, sessions * sessionS);
      if (answer === undefined) break;
      lastly = answer;
    }
    return lastly;
  });
};

export interface RaceShape extends SessionShape {
  readonly drops: boolean;
  readonly pools: boolean;
  /** The run ends before the session that would go past this, and after so many. */
  readonly budgetS: number;
  readonly sessions: number;
  /** Else its end is the only one. */
  readonly looksOnTheWay: boolean;
  /** Level of the nth planned look, and what an end that comes first of all ends has of its own. */
  readonly levelOfPlanned: (nth: number) => number;
  readonly levelOfEnd: number;
}

/** As plans make them of four minutes: 26 sessions. */
export const RACE: RaceShape = {
  blocksMs: 6_660,
  drops: true,
  divides: true,
  pools: true,
  budgetS: Number.POSITIVE_INFINITY,
  sessions: MOST_SESSIONS,
  looksOnTheWay: true,
  levelOfPlanned: (nth) => levelOfLook(ALPHA, nth),
  levelOfEnd: 0,
};

/** A run of so many sessions within a minute, of which a command and its report take five seconds. */
export function minuteOf(sessions: number): RaceShape {
  return { ...RACE, sessions, blocksMs: 55_000 / sessions - AROUND_MS };
}

/** By its plan the end is its only look (`isLookedAtOnce`). */
export const LOOKED_AT_ONCE = {
  looksOnTheWay: false,
  levelOfPlanned: (nth: number) => levelOfLook(ALPHA, nth, true),
} as const satisfies Partial<RaceShape>;

/** The rules of today; each part can be left out, to see what it brings. */
export function raceRule(shape: RaceShape): Rule {
  return (bounds, random) => {
    const data = COMPARISONS.map(() => ({ logs: [] as number[], within: [] as number[] }));
    const answers: (Answered | undefined)[] = COMPARISONS.map(() => undefined);
    let seconds = 0;
    let looksTaken = 0;
    for (let finished = 1; finished <= MOST_SESSIONS; finished++) {
      const open = COMPARISONS.map((_, i) => i).filter((i) => answers[i] === undefined);
      const { exchanges, blocksMs } = sessionShape(shape, shape.drops ? open : COMPARISONS.map((_, i) => i));
      seconds += (AROUND_MS + blocksMs) / 1000;
      const levels = sessionLevels(exchanges, random);
      for (const i of open) {
        data[i]!.logs.push(logRatioIn(levels, COMPARISONS[i]!));
        data[i]!.within.push((2 * EXCHANGE_SD ** 2) / exchanges[COMPARISONS[i]!.panel]!);
      }
      const isPlanned = shape.looksOnTheWay && looksUpTo(finished).at(-1) === finished;
      const isOver = seconds + (AROUND_MS + blocksMs) / 1000 > shape.budgetS;
      const isEnd = isOver || finished === shape.sessions;
      if (!isPlanned && !isEnd) continue;
      // An end without a level of its own is the next look.
      if (isPlanned || shape.levelOfEnd === 0) looksTaken++;
      const planned = isPlanned || shape.levelOfEnd === 0 ? shape.levelOfPlanned(looksTaken) : 0;
      const level = familyLevel(planned + (isEnd ? shape.levelOfEnd : 0), COMPARISONS.length);
      const estimates = shape.pools
        ? pooledEstimates(data.map(pairSessions))
        : data.map(({ logs }) => estimateFromSessions(logs));
      for (const i of open) {
        const reach = reachOfInterval(estimates[i]!, level);
        answers[i] = answered(estimates[i]!.log, reach, COMPARISONS[i]!, bounds, seconds);
      }
      if (isEnd || !answers.includes(undefined)) break;
    }
    return answers.map((answer) => answer ?? { seconds: Number.POSITIVE_INFINITY, isTrue: true });
  };
}

function pairSessions({
  logs,
  within,
}: {
  logs: readonly number[];
  within: readonly number[];
}): PairSessions {
  return {
    sessions: logs.map((_, s) => s),
    logRatios: Float64Array.from(logs),
    withinVariances: Float64Array.from(within),
    systematicVariance: 0,
  };
}

function answered(
  log: number,
  reach: number,
  { trueLog }: Comparison,
  bounds: Bounds,
  seconds: number,
): Answered | undefined {
  const answer = answerOf([Math.exp(log - reach), Math.exp(log + reach)], bounds);
  const distance = Math.expm1(Math.abs(trueLog));
  switch (answer) {
    case 'open':
      if (!bounds.byWidth || reach > Math.log1p(bounds.precision)) return undefined;
      return { seconds, isTrue: Math.abs(log - trueLog) <= reach };
    case 'faster':
      return { seconds, isTrue: trueLog > 0 };
    case 'slower':
      return { seconds, isTrue: trueLog < 0 };
    case 'same':
      return { seconds, isTrue: distance <= bounds.margin };
    case 'within':
      return { seconds, isTrue: distance <= bounds.precision };
  }
}
