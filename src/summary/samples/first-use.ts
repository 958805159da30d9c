// What a cell's first answer costs whose client and server have just been started.

import { confidenceInterval, estimateFromSessions } from '../../stats/estimate.ts';
import type { FirstUse } from '../summary.ts';
import { COMPLETED, type CountedSamples, countingPlace } from './counted-samples.ts';

/** By cell id; only cells of which a counted session saw a first use. */
export function firstUses({ table, sessions }: CountedSamples, alpha: number): ReadonlyMap<string, FirstUse> {
  const placeOf = countingPlace(sessions, table);
  const dropped = sessions.map((session) => new Set(session.dropped.map(({ cell }) => cell)));
  const totalsMs = new Map<string, number[]>();
  for (let row = 0; row < table.length; row++) {
    if (table.firstUse[row] === 0 || table.outcome[row] !== COMPLETED) continue;
    const place = placeOf(row);
    const cell = table.cellIds[table.cell[row]!]!;
    // It was checked afterwards, and may have ended with other objects than it should.
    if (place === undefined || dropped[place]!.has(cell)) continue;
    const known = totalsMs.get(cell) ?? [];
    totalsMs.set(cell, known);
    known.push(table.numbers.totalMs[row]!);
  }
  return new Map([...totalsMs].map(([cell, ms]) => [cell, firstUse(ms, alpha)]));
}

/** A session has one of each cell at most, so these are independent. */
function firstUse(totalsMs: readonly number[], alpha: number): FirstUse {
  const estimate = estimateFromSessions(totalsMs.map(Math.log));
  return {
    medianMs: Math.exp(estimate.log),
    interval: totalsMs.length < 2 ? null : confidenceInterval(estimate, alpha),
    sessions: totalsMs.length,
  };
}
