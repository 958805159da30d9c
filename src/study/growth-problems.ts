// Growing sequences do not repeat, so all of their messages are in memory at once, and that is limited.

import { sizeOf } from '../messages/level-words.ts';
import { roughBytes } from '../messages/sizes.ts';
import { MESSAGE_LIMITS } from '../wire/sequence.ts';
import type { Path, ProblemList } from './problem-list.ts';
import type { FactorKey, Levels } from './resolve-levels.ts';

/** Adds a problem for every size and n that are too much together. */
export function addGrowthProblems(
  { size, n: sequences }: Pick<Levels, 'size' | 'n'>,
  pathOf: (factor: FactorKey) => Path,
  problems: ProblemList,
): void {
  const { growthBytes } = MESSAGE_LIMITS;
  for (const [index, level] of size.entries()) {
    const policy = sizeOf(level);
    if (policy?.policy !== 'growing') continue;
    for (const n of sequences) {
      const bytes = roughBytes(policy, n);
      if (bytes <= growthBytes) continue;
      const mostN = Math.floor((Math.sqrt(1 + (8 * growthBytes) / policy.bytes) - 1) / 2);
      const what = `${level}: ${n} such messages are ${megabytes(bytes)} MB together, and those of a growing sequence may be ${megabytes(growthBytes)} MB: n at most ${mostN}`;
      problems.add(size.length > 1 ? [...pathOf('size'), index] : pathOf('size'), what);
    }
  }
}

function megabytes(bytes: number): number {
  return Number((bytes / 1e6).toPrecision(4));
}
