// What slowing a client down came to, by the known work that it did before and after.

import { median } from '../base/figures/median.ts';
import { shortNumber } from '../base/figures/numbers.ts';
import type { SlowdownFacts } from './record.ts';

/** How many times slower it became; null where nobody knows. */
export function reachedSlowdown(facts: SlowdownFacts | undefined): number | null {
  if (facts?.knownWork === undefined) return null;
  const { beforeMs, slowedMs } = facts.knownWork;
  return slowedMs / beforeMs;
}

/** `asked 4×, reached 3.8×`, of several sessions `reached 3.8× (3.7× to 3.9×)`. */
export function saySlowdown(asked: number, reached: readonly number[]): string {
  if (reached.length === 0) return `asked ${asked}×, and nobody knows what it reached`;
  const said = (times: number) => `${shortNumber(times, 2)}×`;
  const ends = [said(Math.min(...reached)), said(Math.max(...reached))];
  const range = ends[0] === ends[1] ? '' : ` (${ends.join(' to ')})`;
  return `asked ${asked}×, reached ${said(median(reached))}${range}`;
}
