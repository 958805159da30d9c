// What a look could see of every figure: made of its sessions alone, so that an answer stays what it was when
// the run goes on. Means, slopes and what cannot be told of an item depend on which sessions there are.

import type { ProbeRow, RunFile } from '../../record/record.ts';
import type { WeightedIndex } from '../index/weighted-index.ts';
import type { RunTimes } from '../samples/cell-times.ts';
import { type MetricTimes, metricTimes } from '../samples/metric-times.ts';
import type { TakenLook } from './looks-taken.ts';

export interface FiguresAtLook {
  /** The whole times, in its sessions. */
  readonly times: RunTimes;
  /** Whatever else there is, in its sessions. */
  readonly timesFor: MetricTimes;
}

export type FiguresAtLooks = (look: TakenLook) => FiguresAtLook;

/** Remembers what it was asked. `times`: of all sessions. `index`: as metricTimes takes it. */
export function figuresAtLooks(
  run: RunFile,
  times: RunTimes,
  probes: readonly ProbeRow[],
  index: WeightedIndex | null,
): FiguresAtLooks {
  const known = new Map<TakenLook, FiguresAtLook>();
  const ofAll = metricTimes(run, times, probes, index);
  return (look) => {
    const found = known.get(look) ?? figuresAt(look);
    known.set(look, found);
    return found;
  };

  function figuresAt(look: TakenLook): FiguresAtLook {
    const { sessions } = look;
    const seen = look.seen(times).times;
    if (sessions === null || seen.counted === times.counted) return { times: seen, timesFor: ofAll };
    const own = probes.filter(({ session }) => sessions.has(session));
    return { times: seen, timesFor: metricTimes(run, seen, own, index) };
  }
}
