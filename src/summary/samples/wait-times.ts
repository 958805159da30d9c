// What users of a URL wait for: the whole time without what the lab's front takes, since nobody else has a
// front between himself and the server. The front's time is stamped in each exchange, one after the other
// with all else. Whatever is compared is compared by these times; where there is no front they are the
// totals.

import type { RunFile } from '../../record/record.ts';
import { cellLevels } from './cell-levels.ts';
import { type RunTimes, runTimes } from './cell-times.ts';
import { isZeroThroughout, meanOver } from './column-means.ts';
import type { CountedSamples } from './counted-samples.ts';

/** `times`: of totals. The same object where there is no front. */
export function waitTimes(run: RunFile, times: RunTimes): RunTimes {
  const waits = withoutFront(times.counted);
  return waits === times.counted ? times : runTimes(run, waits);
}

/** The same samples, whose totals are what users wait for. */
export function withoutFront(counted: CountedSamples): CountedSamples {
  const { frontMs } = counted.table.numbers;
  if (isZeroThroughout(frontMs)) return counted;
  return {
    ...counted,
    totalsMs: (rows) => counted.totalsMs(rows).map((totalMs, i) => totalMs - frontMs[rows[i]!]!),
  };
}

/** Cell → the median of what users wait for; null where no front stands before its server. */
export function cellWaits(times: RunTimes, waits: RunTimes): (cell: string) => number | null {
  if (waits === times) return () => null;
  const levelOf = cellLevels(waits);
  const { frontMs } = waits.counted.table.numbers;
  return (cell) => {
    const found = waits.cells.get(cell);
    const hasFront = found !== undefined && meanOver(frontMs, found.samples.rows) > 0;
    return hasFront ? Math.exp(levelOf(cell)) : null;
  };
}
