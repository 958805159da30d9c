// Looks at a run while it goes on. It may stop at a look, and what a look answers may be told, so each look
// is one more chance to be wrong: the error allowed is divided among them (union bound, Bonferroni), which
// holds whatever the dependence between looks. There is no last look that a plan would have to know: the
// shares add up to the whole over endlessly many.

/**
 * With fewer sessions every answer is provisional: the spread of two or three numbers says too little.
 */
export const FEWEST_SESSIONS = 4;

const GROWTH = 1.3;

/**
 * The planned looks up to so many finished rotations: after 4, 6, 8, 11, 15, 20, 26, …, without a last one.
 */
export function looksUpTo(sessions: number): readonly number[] {
  const looks: number[] = [];
  for (let look = FEWEST_SESSIONS; look <= sessions; look = Math.ceil(GROWTH * look)) looks.push(look);
  return looks;
}

/**
 * The level that the nth look of a run may use, n from 1: α/(n(n+1)). All looks together use α·Σ 1/(n(n+1)) =
 * α, however many there are, so a run may be resumed or prolonged at will. That is a proof where nobody
 * chooses an end by the ratios seen; proofs/chosen-ends.ts has what it costs where somebody does.
 */
export function levelOfLook(alpha: number, nth: number): number {
  return alpha / (nth * (nth + 1));
}
