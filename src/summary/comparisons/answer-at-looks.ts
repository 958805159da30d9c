// Questions about contrasts, answered look by look. The looks share the error that a family is allowed, so
// that its intervals hold together over all of them: whichever look answers may be told, and later ones
// cannot take it back. A look that sees no session of a question that the one before has not seen asks it
// nothing, and spends none of its level.

import type { Interval } from '../../base/figures/ratios.ts';
import { FEWEST_SESSIONS } from '../../base/least-evidence.ts';
import { familyLevel } from '../../stats/answers/family.ts';
import { widestDifference } from '../../stats/answers/verdict.ts';
import { confidenceInterval } from '../../stats/estimates/estimate.ts';
import type { RunTimes } from '../samples/cell-times.ts';
import type { Answered } from './comparison.ts';
import { type Contrasted, contrasted, type Term } from './contrast.ts';
import type { TakenLook } from './looks-taken.ts';

export interface Question<V> {
  /** What it is about, as this look can see it; null where there is nothing yet. */
  at(look: TakenLook): Posed | null;
  /** A twin beside it differed then, or was too short to tell: that look answers nothing. */
  isHeldBackAt(look: TakenLook): boolean;
  /** How many comparisons its interval holds together with. */
  readonly family: number;
  /** `ratio` is the estimate. */
  judge(ratio: number, interval: Interval): V;
  /**
   * 0: nothing is known; 1: known well enough to go on without it; 2: known for good; 3: so is what says
   * more.
   */
  rank(verdict: V): 0 | 1 | 2 | 3;
  /** What is known well enough is so by an estimate, which a narrower interval may leave open; absent: no. */
  readonly givesWayToOpen?: boolean;
}

export interface Posed {
  /** The sessions of the look among others. */
  readonly times: RunTimes;
  readonly terms: readonly Term[];
}

export interface Answer<V> extends Answered {
  readonly ratio: number;
  readonly interval: Interval;
  readonly verdict: V;
  /** Sessions that the interval rests on. */
  readonly sessions: number;
  /** What its look may spend of the question's level, and which of the question's own looks that is. */
  readonly alpha: number;
  readonly nth: number;
  /** As its look saw it, where `latest` may rest on more. */
  readonly withinVariance: number | null;
  /** As the last look saw it. */
  readonly latest: Contrasted;
  /** The one that it is of: the one that answered it, or the last. */
  readonly look: TakenLook;
  /**
   * As the question says of that look. Where it is the last one, it is for the caller to hold the answer
   * back.
   */
  readonly isHeldBack: boolean;
}

/**
 * null where a question has no data. What is known for good is kept from its look on, but for what says more
 * than it; what is known well enough gives way to what is known better. `looks`: held to their twins
 * (twins.ts).
 */
export function answerAtLooks<V>(
  looks: readonly TakenLook[],
  questions: readonly Question<V>[],
): (Answer<V> | null)[] {
  const kept = questions.map((): Answer<V> | null => null);
  const asked = questions.map((): Asked => ({ looks: 0, rests: '' }));
  for (const look of looks) {
    for (const [i, question] of questions.entries()) {
      const posed = question.at(look);
      if (posed === null) continue;
      const seen = look.seen(posed.times);
      const latest = contrasted(seen.times, posed.terms, seen.spreads);
      if (latest === null) continue;
      const before = kept[i]!;
      const rests = restsOn(posed, latest);
      const isSame = before !== null && rests === asked[i]!.rests;
      if (!isSame) asked[i] = { looks: asked[i]!.looks + 1, rests };
      const nth = asked[i]!.looks;
      const now = isSame
        ? { ...before, isHeldBack: question.isHeldBackAt(look) }
        : answerNow(question, latest, look, { nth, alpha: looks[nth - 1]!.alpha });
      kept[i] = { ...(before !== null && stays(question, before, now) ? before : now), latest };
    }
  }
  return kept;
}

interface Asked {
  /** That had something new. */
  readonly looks: number;
  /** What the latest of them rested on. */
  readonly rests: string;
}

/** Sessions are only ever added, so that as many of them are the same ones. */
function restsOn({ terms }: Posed, { inAll }: Contrasted): string {
  return JSON.stringify([inAll, terms.map(({ cell }) => cell)]);
}

function answerNow<V>(
  question: Question<V>,
  latest: Contrasted,
  look: TakenLook,
  { nth, alpha }: { readonly nth: number; readonly alpha: number },
): Answer<V> {
  const { rotations } = look;
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
    alpha,
    nth,
    withinVariance: latest.withinVariance,
    latest,
    look,
    isHeldBack: question.isHeldBackAt(look),
    widest: widestDifference(interval),
    provisional,
    answeredAt: isOpen || provisional ? null : rotations,
    openBecause: !isOpen ? null : blind ? 'clock' : provisional ? 'sessions' : 'width',
  };
}

/** Degrees of freedom of what needs no estimate of its spread. */
const MANY = 1e6;

/** What is held back is no answer to be kept, nor one to give another up for; nor is a provisional one. */
function stays<V>(question: Question<V>, before: Answer<V>, now: Answer<V>): boolean {
  if (before.isHeldBack || before.provisional || question.rank(before.verdict) === 0) return false;
  return now.isHeldBack || !isBetter(question, now, before);
}

function isBetter<V>(
  { rank, givesWayToOpen = false }: Question<V>,
  now: Answer<V>,
  before: Answer<V>,
): boolean {
  const [here, there] = [rank(now.verdict), rank(before.verdict)];
  if (now.provisional) return false;
  if (there >= 2) return here > there;
  if (givesWayToOpen && here < there) return widthOf(now) < widthOf(before);
  return here > there || (here === there && now.widest < before.widest);
}

function widthOf({ interval: [low, high] }: Answer<unknown>): number {
  return Math.log(high / low);
}
