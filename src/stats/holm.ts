// Many comparisons at once. S. Holm (A Simple Sequentially Rejective Multiple Test Procedure, 1979): the smallest
// p-value is held to α/m, the next to α/(m − 1), and so on until one fails; that one and all after it are held to the
// level at which the first failed. The chance of one false difference or more among all m is at most α, whatever
// their dependence.

/**
 * The level of each comparison's interval, in the order of the p-values given. An interval at this level leaves out a
 * ratio of 1 exactly where Holm's procedure rejects it. `family` is the number of comparisons that could have been
 * made, where the ones given were picked by looking at the data.
 */
export function holmLevels(pValues: readonly number[], alpha: number, family = pValues.length): number[] {
  const order = pValues.map((_, i) => i).sort((a, b) => pValues[a]! - pValues[b]!);
  const levels = new Array<number>(pValues.length);
  let rejected = 0;
  for (const index of order) {
    const level = alpha / (family - rejected);
    levels[index] = level;
    if (pValues[index]! <= level && rejected < family - 1) rejected++;
    else break;
  }
  const rest = alpha / (family - rejected);
  return Array.from(levels, (level) => level ?? rest);
}
