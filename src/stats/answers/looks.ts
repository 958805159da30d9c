// Looks at a run while it goes on. It may stop at a look, and what a look answers may be told, so each look
// is one more chance to be wrong: the error allowed is divided among them (union bound, Bonferroni), which
// holds whatever the dependence between looks. There is no last look that a plan would have to know: the
// shares add up to the whole over endlessly many.

import { FEWEST_SESSIONS } from '../../base/least-evidence.ts';

const GROWTH = 1.3;

/**
 * The planned looks up to so many finished rotations: after 4, 6, 8, 11, 15, 20, 26, …, without a last one.
 */
export function looksUpTo(sessions: number): readonly number[] {
  const looks: number[] = [];
  for (let look = FEWEST_SESSIONS; look <= sessions; look = Math.ceil(GROWTH * look)) looks.push(look);
  return looks;
}

/** With so many questions some are open at nearly every look. */
const MANY_QUESTIONS = 8;
/** Until the third planned look. */
const SHORT_ROTATIONS = 8;

/** Whether so many questions are open that looks on the way answer some and leave others. */
export function areMany(questions: number): boolean {
  return questions >= MANY_QUESTIONS;
}

/**
 * Whether a run of so many rotations has one look, at its end. Looks after 4 and 6 of 7 rotations would leave
 * its end a twelfth of the level, where it has four fifths of it alone. What looks bring is an early end,
 * which takes an answer to every question, and sessions without what is answered, of which there would be
 * three at most.
 */
export function isLookedAtOnce(rotations: number, questions: number): boolean {
  return areMany(questions) && rotations < SHORT_ROTATIONS;
}

/** Of the level, what the look has that is the only one by the plan. */
const SHARE_OF_ONLY_LOOK = 0.8;

/**
 * The level that the nth look of a run may use, n from 1: α/(n(n+1)). All looks together use α·Σ 1/(n(n+1)) =
 * α, however many there are, so a run may be resumed or prolonged at will. That is a proof where nobody
 * chooses an end by the ratios seen; proofs/chosen-ends.ts has what it costs where somebody does.
 *
 * `isLookedAtOnce`: the plan has one look, which need not leave half of the level to looks that come only if
 * somebody goes on. It has four fifths, and those after it share the fifth that is left: α/5 · 1/((n−1)n).
 */
export function levelOfLook(alpha: number, nth: number, isLookedAtOnce = false): number {
  if (!isLookedAtOnce) return alpha / (nth * (nth + 1));
  if (nth === 1) return SHARE_OF_ONLY_LOOK * alpha;
  return ((1 - SHARE_OF_ONLY_LOOK) * alpha) / ((nth - 1) * nth);
}
