import { type Cell, isSequence, wordOf } from '../../factors/cell.ts';
import type { Word } from '../../factors/factor.ts';

// Combinations of transports that a reader may look for in a plan in vain: most cannot be, some were
// excluded.

/**
 * Factors for which a reader expects every level with every transport. Nobody expects every protocol and
 * every compression.
 */
const EXPECTED = ['direction', 'format'] as const;

/** `not made: sse with protobuf, msgpack · sse with both-ways`; nothing of requests. */
export function sayNotMade(cells: readonly Cell[]): readonly string[] {
  const messages = cells.filter(isSequence);
  const ofTransport = Map.groupBy(messages, ({ transport }) => transport);
  return EXPECTED.flatMap((factor) => {
    const levels = levelsInCells(messages, factor);
    return [...ofTransport].flatMap(([transport, own]) => {
      const has = levelsInCells(own, factor);
      const lacking = [...levels].filter((level) => !has.has(level));
      return lacking.length === 0 ? [] : [`${transport} with ${lacking.join(', ')}`];
    });
  });
}

function levelsInCells(cells: readonly Cell[], factor: (typeof EXPECTED)[number]): ReadonlySet<Word> {
  return new Set(cells.map((cell) => wordOf(cell, factor)));
}
