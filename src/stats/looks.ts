// Group-sequential looks. A run may stop at a planned look once every comparison has its verdict; each such
// look is one more chance to be wrong. The error allowed, α, is therefore spent over the looks planned: by
// the look at a share t of the sessions, α·t³ has been spent (the power family of Kim & DeMets, Design and
// Analysis of Group Sequential Tests Based on the Type I Error Spending Rate Function, 1987), so that most is
// left for the last look. Each look uses only what it adds (union bound, Bonferroni), which holds whatever
// the dependence between looks.

const POWER = 3;

/**
 * The level that verdicts use after `finished` rotations, where `looks` are the planned numbers of rotations
 * in ascending order. At a look before the last one: what that look adds. Otherwise (the last look, or an end
 * that no verdict decided, as a spent budget or Ctrl-C): all that the earlier looks left.
 */
export function levelAtLook(alpha: number, looks: readonly number[], finished: number): number {
  const last = looks.at(-1) ?? finished;
  const spentBy = (look: number | undefined) => (look === undefined ? 0 : alpha * (look / last) ** POWER);
  const before = spentBy(looks.findLast((look) => look < finished && look < last));
  const isEarlyLook = finished < last && looks.includes(finished);
  return (isEarlyLook ? spentBy(finished) : alpha) - before;
}
