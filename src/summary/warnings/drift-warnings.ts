// What the drift of a run comes to in words: which cells change within a session, by how much, and what would
// mend it.

import { shortFigure } from '../../base/figures/numbers.ts';
import { plural } from '../../base/figures/plurals.ts';
import { raise, type Warning } from '../../base/warnings/warning.ts';
import { sayExchanges, type WarmupOfCells, warmupOfCells } from '../../plan/say/say-warmup.ts';
import type { RunFile } from '../../record/record.ts';
import { measuresUrls, type Warmup } from '../../study/study.ts';
import type { RunTimes } from '../samples/cell-times.ts';
import { type Change, type Drift, findDrifts, targetsWork } from './drift.ts';

/** A JVM's warm-up, where none was given. */
const LEAST_WARMUP_S = 5;
const MOST_CELLS_NAMED = 8;

export function driftWarnings(run: RunFile, times: RunTimes): Warning[] {
  const { confidence, margin } = run.study.protocol;
  const ofTimes = findDrifts(times, 1 - confidence, margin);
  const ofWork = findDrifts(times, 1 - confidence, margin, targetsWork(times)).filter(
    ({ sessionSet }) => !ofTimes.some((drift) => drift.sessionSet === sessionSet),
  );
  return [...ofTimes, ...ofWork].map((drift) => {
    const why = ofWork.includes(drift) ? 'by the target’s own work ' : '';
    const advice = isFalling(drift)
      ? sayShortWarmup(run, warmupOfCells(run.plan, changing(drift, times)))
      : 'the machine slows down meanwhile: look for heat, changing CPU frequency, or a cache that fills';
    return raise('drift', `${drift.sessionSet}: ${why}${sayDrift(drift)}`, { advice });
  });
}

/** The cells that it is about: all of the session set, or those that change by themselves. */
function changing({ sessionSet, whole, cells }: Drift, times: RunTimes): (cell: string) => boolean {
  const single = new Set(cells.map(({ cell }) => cell));
  return (id) => (whole === null ? single.has(id) : times.cells.get(id)?.sessionSet === sessionSet);
}

/**
 * `done`: what the cells had of it. Nobody sets how long servers warm up that `measure` asks as they stand.
 */
function sayShortWarmup({ study }: RunFile, done: WarmupOfCells | null): string {
  const { warmup } = study.protocol;
  const had = done ?? { fewest: warmup.exchanges, most: warmup.exchanges };
  const isShort = `the warm-up of ${sayWarmup(warmup, had)} is too short, of the client or of the target`;
  return measuresUrls(study)
    ? `${isShort}: measure again, now that the server is warm, or for longer (--budget)`
    : `${isShort}: set protocol.warmup to ${sayLonger(warmup, had)}`;
}

/** `times change by −6 % … [−8 %, −4 %]; by themselves: json by −12 % [−20 %, −3 %]`. */
function sayDrift({ whole, cells, ofCells }: Drift): string {
  const named = cells
    .slice(0, MOST_CELLS_NAMED)
    .map(({ cell, ...change }) => `${cell} by ${sayChange(change)}`);
  const more = cells.length - named.length;
  const list = [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  const thirds = 'from the first to the last third of a session';
  if (whole === null)
    return `times of ${cells.length} of ${ofCells} ${plural(ofCells, 'cell')} change ${thirds}: ${list}`;
  const all = `times change by ${sayChange(whole)} ${thirds}`;
  return cells.length === 0 ? all : `${all}; by themselves ${list}`;
}

function sayChange({ ratio, interval: [low, high] }: Change): string {
  return `${share(ratio)} [${share(low)}, ${share(high)}]`;
}

function share(ratio: number): string {
  const percent = (ratio - 1) * 100;
  return `${percent < 0 ? '−' : '+'}${shortFigure(Math.abs(percent))} %`;
}

function isFalling({ whole, cells }: Drift): boolean {
  if (whole !== null) return whole.ratio < 1;
  return cells.filter(({ ratio }) => ratio < 1).length * 2 >= cells.length;
}

function sayWarmup({ leastMs }: Warmup, had: WarmupOfCells): string {
  return leastMs > 0 ? `${shortFigure(leastMs)} ms` : `${sayExchanges(had)} of each cell`;
}

/**
 * Twice what they had, and not less than others have: a number that is set is every cell's. A JVM compiles
 * over thousands of requests, so there a time does better.
 */
function sayLonger({ exchanges, leastMs }: Warmup, { most }: WarmupOfCells): string {
  const seconds = Math.max(LEAST_WARMUP_S, Math.ceil((2 * leastMs) / 1_000));
  return leastMs > 0
    ? `${seconds}s`
    : `${Math.max(2 * most, exchanges)}, or for a JVM, which compiles over thousands of requests, to ${seconds}s`;
}
