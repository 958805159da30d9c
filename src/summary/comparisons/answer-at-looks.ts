// Questions about contrasts, answered look by look. The looks share the error that a family is allowed, so
// that its intervals hold together over all of them: whichever look answers may be told, and later ones
// cannot take it back.

import type { Interval } from '../../base/figures/ratios.ts';
import { confidenceInterval } from '../../stats/estimate.ts';
import { familyLevel } from '../../stats/family.ts';
import { FEWEST_SESSIONS } from '../../stats/looks.ts';
import { widestDifference } from '../../stats/verdict.ts';
import type { RunTimes } from '../samples/cell-times.ts';
import type { Answered } from '../summary.ts';
import { type Contrasted, contrasted, type Term } from './contrast.ts';
import type { TakenLook } from './looks-taken.ts';

export interface Question<V> {
  readonly terms: readonly Term[];
  /** Those whose twins speak for it: a look at which one of them differed answers nothing. */
  readonly cells: readonly string[];
  /** How many comparisons its interval holds together with. */
  readonly family: number;
  /** `ratio` is the estimate. */
  judge(ratio: number, interval: Interval): V;
  /** 0: nothing is known; 1: known well enough to go on without it; 2: known for good. */
  rank(verdict: V): 0 | 1 | 2;
}

export interface Answer<V> extends Answered {
  readonly ratio: number;
  readonly interval: Interval;
  readonly verdict: V;
  /** Sessions that the interval rests on. */
  readonly sessions: number;
  /** As the last look saw it. */
  readonly latest: Contrasted;
  /** The one that it is of: the one that answered it, or the last. */
  readonly look: TakenLook;
  /**
   * A twin differed at that look. Where that is the last one, it is for the caller to hold the answer back.
   */
  readonly isAlarmed: boolean;
}

/**
 * null where a question has no data. What is known for good is kept from its look on; what is known well
 * enough gives way to what is known better. `looks`: with their alarms (twins.ts).
 */
export function answerAtLooks<V>(
  times: RunTimes,
  looks: readonly TakenLook[],
  questions: readonly Question<V>[],
): (Answer<V> | null)[] {
  const kept = questions.map((): Answer<V> | null => null);
  for (const look of looks) {
    const seen = look.seen(times);
    for (const [i, question] of questions.entries()) {
      const latest = contrasted(seen.times, question.terms, seen.spreads);
      if (latest === null) continue;
      const now = answerNow(question, latest, look);
      const before = kept[i]!;
      kept[i] = before !== null && stays(question, before, now) ? { ...before, latest } : now;
    }
  }
  return kept;
}

function answerNow<V>(question: Question<V>, latest: Contrasted, look: TakenLook): Answer<V> {
  const { alpha, rotations } = look;
  const { estimate, sessions, systematicVariance } = latest;
  const level = familyLevel(alpha, question.family);
  const interval = confidenceInterval(estimate, level);
  const ratio = Math.exp(estimate.log);
  const verdict = question.judge(ratio, interval);
  // In one session groups of blocks stand in for sessions.
  const provisional = rotations === null || sessions < FEWEST_SESSIONS;
  const isOpen = question.rank(verdict) === 0;
  const clockAlone = { ...estimate, standardError: Math.sqrt(systematicVariance), degreesOfFreedom: MANY };
  const isHiddenAt = (possible: number) =>
    possible > 0 &&
    Number.isFinite(possible) &&
    question.rank(
      question.judge(possible, confidenceInterval({ ...clockAlone, log: Math.log(possible) }, level)),
    ) === 0;
  const sampling = Math.sqrt(Math.max(0, estimate.standardError ** 2 - systematicVariance));
  const ends = confidenceInterval({ ...estimate, standardError: sampling }, level);
  // Wherever the ratio may yet turn out to lie.
  const blind = systematicVariance > 0 && [ratio, ...ends].every(isHiddenAt);
  return {
    ratio,
    interval,
    verdict,
    sessions,
    latest,
    look,
    isAlarmed: question.cells.some((cell) => look.alarmed.has(cell)),
    widest: widestDifference(interval),
    provisional,
    answeredAt: isOpen || provisional ? null : rotations,
    openBecause: !isOpen ? null : blind ? 'clock' : provisional ? 'sessions' : 'width',
  };
}

/** Degrees of freedom of what needs no estimate of its spread. */
const MANY = 1e6;

/** An answer beside a twin that differed is none to be kept, nor one to give another up for. */
function stays<V>(question: Question<V>, before: Answer<V>, now: Answer<V>): boolean {
  if (before.isAlarmed || question.rank(before.verdict) === 0) return false;
  return now.isAlarmed || !isBetter(question, now, before);
}

/** A provisional answer is none to be kept. */
function isBetter<V>({ rank }: Question<V>, now: Answer<V>, before: Answer<V>): boolean {
  if (before.provisional) return true;
  if (now.provisional || rank(before.verdict) === 2) return false;
  const [here, there] = [rank(now.verdict), rank(before.verdict)];
  return here > there || (here === there && now.widest < before.widest);
}
