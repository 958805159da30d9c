// Combinations of transports that a reader may look for in a plan in vain: most cannot be, some were
// excluded.

import { type Factors, isMessages } from '../wire/factors.ts';

/**
 * Where a transport is missing with a level that others have. Of protocols and compressions nobody expects
 * all.
 */
const EXPECTED = ['direction', 'format'] as const;

/** `not made: sse with protobuf, msgpack · sse with both-ways`; nothing of requests. */
export function sayNotMade(cells: readonly Factors[]): readonly string[] {
  const messages = cells.filter(isMessages);
  const ofTransport = Map.groupBy(messages, ({ transport }) => transport);
  return EXPECTED.flatMap((factor) => {
    const levels = levelsOf(messages, factor);
    return [...ofTransport].flatMap(([transport, own]) => {
      const has = levelsOf(own, factor);
      const lacking = [...levels].filter((level) => !has.has(level));
      return lacking.length === 0 ? [] : [`${transport} with ${lacking.join(', ')}`];
    });
  });
}

function levelsOf(cells: readonly Factors[], factor: (typeof EXPECTED)[number]): ReadonlySet<string> {
  return new Set(cells.map((cell) => cell[factor]));
}
