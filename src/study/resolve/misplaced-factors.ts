// Factors that only requests have, or only messages, named for the other kind.

import { isFactorOf } from '../../factors/catalogue.ts';
import type { Path, ProblemList } from '../file/problem-list.ts';
import type { FactorKey } from './resolve-levels.ts';

interface PlacedFactors {
  readonly messages: boolean;
  readonly named: ReadonlySet<FactorKey>;
  readonly misplaced: readonly FactorKey[];
  readonly pathOf: (factor: FactorKey) => Path;
}

export function isOfKind(factor: FactorKey, messages: boolean): boolean {
  // Naming a transport is what makes a part send messages.
  return factor === 'transport' || isFactorOf(messages ? 'sequence' : 'request', factor);
}

/** What is named for all parts needs only one that has it. */
export function addMisplaced(parts: readonly PlacedFactors[], problems: ProblemList): void {
  const reportedPaths = new Set<string>();
  for (const { messages, misplaced, pathOf } of parts) {
    for (const factor of misplaced) {
      const path = pathOf(factor);
      const key = JSON.stringify(path);
      const isUsed = parts.some(
        (part) => part.named.has(factor) && JSON.stringify(part.pathOf(factor)) === key,
      );
      if (isUsed || reportedPaths.has(key)) continue;
      reportedPaths.add(key);
      const what = messages
        ? `a sequence of messages has no ${factor}: leave it out, or give requests a part of their own`
        : `${factor} is of messages: name their transport beside it, such as websocket`;
      problems.add(path, what);
    }
  }
}
