// Growing sequences do not repeat, so all of their messages are in memory at once, and that is limited.

import { parseTypedSize } from '../../factors/size.ts';
import { wrongGrowth } from '../../messages/limit-words.ts';
import type { Path, ProblemList } from '../file/problem-list.ts';
import type { FactorsFile } from '../file/study-file-factors.ts';
import { asList, type FactorKey } from './resolve-levels.ts';

/** Adds a problem for every size as typed that is too much with one of the numbers of messages. */
export function addGrowthProblems(
  typed: FactorsFile['size'],
  sequences: readonly number[],
  pathOf: (factor: FactorKey) => Path,
  problems: ProblemList,
): void {
  for (const [index, word] of asList<string | number>(typed ?? []).entries()) {
    const policy = parseTypedSize(word);
    if (policy?.policy !== 'growing') continue;
    const path = Array.isArray(typed) ? [...pathOf('size'), index] : pathOf('size');
    for (const n of sequences) {
      const wrong = wrongGrowth(policy, n);
      if (wrong !== null) problems.add(path, `${word}: ${wrong}`);
    }
  }
}
