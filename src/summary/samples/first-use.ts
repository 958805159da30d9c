// What a cell's first answer costs whose client and server have just been started.

import { confidenceInterval, estimateFromSessions } from '../../stats/estimates/estimate.ts';
import { estimateOverMachines } from '../../stats/estimates/over-machines.ts';
import { learnSpread } from '../../stats/estimates/pooled.ts';
import type { FirstUse } from '../summary.ts';
import { valuesInOrder } from './column-means.ts';
import { COMPLETED, type CountedSamples, countingPlace } from './counted-samples.ts';
import type { TimedMachines } from './timed-machines.ts';

/** By cell id; only cells of which a counted session saw a first use. */
export function firstUses(
  { table, sessions }: CountedSamples,
  machines: TimedMachines,
  alpha: number,
): ReadonlyMap<string, FirstUse> {
  const placeOf = countingPlace(sessions, table);
  const dropped = sessions.map((session) => new Set(session.dropped.map(({ cell }) => cell)));
  const rows: number[] = [];
  for (let row = 0; row < table.length; row++) {
    if (table.firstUse[row] === 0 || table.outcome[row] !== COMPLETED) continue;
    const place = placeOf(row);
    const cell = table.cellIds[table.cell[row]!]!;
    // It was checked afterwards, and may have ended with other objects than it should.
    if (place !== undefined && !dropped[place]!.has(cell)) rows.push(row);
  }
  const totalsMs = valuesInOrder(table, 'totalMs', rows);
  const seen = rows.map((row, i) => ({
    cell: table.cellIds[table.cell[row]!]!,
    machine: machines.of(table.session[row]!),
    log: Math.log(totalsMs[i]!),
  }));
  const byCell = Map.groupBy(seen, ({ cell }) => cell);
  return new Map([...byCell].map(([cell, logs]) => [cell, firstUse(logs, alpha)]));
}

/** A session has one of each cell at most, so these are independent. */
function firstUse(logs: readonly { machine: number; log: number }[], alpha: number): FirstUse {
  const byMachine = Map.groupBy(logs, ({ machine }) => machine);
  const machines = [...byMachine].map(([machine, own]) => ({
    machine,
    estimate: estimateFromSessions(own.map(({ log }) => log)),
  }));
  const estimate = estimateOverMachines(machines, NOTHING_SHARED);
  return {
    medianMs: Math.exp(estimate.log),
    interval: logs.length < 2 ? null : confidenceInterval(estimate, alpha),
    sessions: logs.length,
  };
}

const NOTHING_SHARED = learnSpread([]);
