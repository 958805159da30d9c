// Growing sequences do not repeat, so all of their messages are in memory at once, and that is limited.

import { sizeOf } from '../messages/level-words.ts';
import { wrongGrowth } from '../messages/limit-words.ts';
import type { Path, ProblemList } from './problem-list.ts';
import type { FactorKey, Levels } from './resolve-levels.ts';

/** Adds a problem for every size and n that are too much together. */
export function addGrowthProblems(
  { size, n: sequences }: Pick<Levels, 'size' | 'n'>,
  pathOf: (factor: FactorKey) => Path,
  problems: ProblemList,
): void {
  for (const [index, level] of size.entries()) {
    const policy = sizeOf(level);
    if (policy?.policy !== 'growing') continue;
    for (const n of sequences) {
      const wrong = wrongGrowth(policy, n);
      if (wrong === null) continue;
      problems.add(size.length > 1 ? [...pathOf('size'), index] : pathOf('size'), `${level}: ${wrong}`);
    }
  }
}
