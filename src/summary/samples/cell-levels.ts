// At which level a cell lies, although it was not in every session: cells are dropped when no open question
// needs them, and sessions differ from one another by more than many cells do.

import { mean } from '../../stats/samples/quantile.ts';
import type { CellTimes, RunTimes } from './cell-times.ts';

/**
 * Logarithm of a cell's median, as if it had been in all sessions of its set: its own sessions' mean, less
 * what these sessions lie above the others by the cells that were in all of them. Just the mean where it was
 * in all, or no cell was. Machines count alike, however many sessions each has.
 */
export function cellLevels(times: RunTimes): (cell: string) => number {
  const sets = Map.groupBy(times.cells.values(), ({ sessionSet }) => sessionSet);
  const effects = new Map([...sets].map(([set, cells]) => [set, sessionEffects(cells)]));
  return (cell) => {
    const { logMedians, sessionSet } = times.cells.get(cell)!;
    const ofSession = effects.get(sessionSet)!;
    const levels = [...logMedians].map(([session, log]) => ({
      machine: times.machines.of(session),
      log: log - (ofSession.get(session) ?? 0),
    }));
    const byMachine = Map.groupBy(levels, ({ machine }) => machine);
    return mean([...byMachine.values()].map((own) => mean(own.map(({ log }) => log))));
  };
}

/**
 * Session → how far it lies above the mean of all, on the log scale, by the cells that were in all of them.
 */
function sessionEffects(cells: readonly CellTimes[]): ReadonlyMap<number, number> {
  const sessions = [...new Set(cells.flatMap(({ logMedians }) => [...logMedians.keys()]))];
  const whole = cells.filter(({ logMedians }) => logMedians.size === sessions.length);
  if (whole.length === 0 || whole.length === cells.length) return new Map();
  const levels = whole.map(({ logMedians }) => mean([...logMedians.values()]));
  return new Map(
    sessions.map((session) => [
      session,
      mean(whole.map(({ logMedians }, i) => logMedians.get(session)! - levels[i]!)),
    ]),
  );
}
