// Many comparisons at once. Every interval of a family of m comparisons is at 1 − α/m (Bonferroni; Dunn,
// Multiple Comparisons among Means, 1961): the chance that any of them misses its truth is at most α,
// whatever their dependence and whatever the true ratios. Verdicts are read from these same intervals.
//
// Not Holm's step-down levels: they hold the chance of a false rejection, but the narrower intervals that
// they would give miss together far more often than α where the cells really differ, since all hypotheses are
// then false.

/**
 * Level of each of `size` comparisons; `size` counts those that could have been made, where some were picked.
 */
export function familyLevel(alpha: number, size: number): number {
  return alpha / Math.max(1, size);
}
