// What the drift of a run comes to in words: which cells change within a session, by how much, and what would
// mend it.

import { shortFigure } from '../../base/figures/numbers.ts';
import { count, plural } from '../../base/figures/plurals.ts';
import { raise, type Warning } from '../../base/warnings/warning.ts';
import type { RunFile } from '../../record/record.ts';
import { measuresUrls, type Warmup } from '../../study/study.ts';
import type { RunTimes } from '../samples/cell-times.ts';
import { type Change, type Drift, findDrifts, TARGETS_WORK } from './drift.ts';

/** A JVM's warm-up, where none was given. */
const LEAST_WARMUP_S = 5;
const MOST_CELLS_NAMED = 8;

export function driftWarnings(run: RunFile, times: RunTimes): Warning[] {
  const { confidence, margin } = run.study.protocol;
  const ofTimes = findDrifts(times, 1 - confidence, margin);
  const ofWork = findDrifts(times, 1 - confidence, margin, TARGETS_WORK).filter(
    ({ sessionSet }) => !ofTimes.some((drift) => drift.sessionSet === sessionSet),
  );
  return [...ofTimes, ...ofWork].map((drift) => {
    const why = ofWork.includes(drift) ? 'by the target’s own work ' : '';
    const advice = isFalling(drift)
      ? sayShortWarmup(run)
      : 'the machine slows down meanwhile: look for heat, changing CPU frequency, or a cache that fills';
    return raise('drift', `${drift.sessionSet}: ${why}${sayDrift(drift)}`, { advice });
  });
}

/** Nobody sets how long servers warm up that `measure` asks as they stand. */
function sayShortWarmup({ study }: RunFile): string {
  const { warmup } = study.protocol;
  const isShort = `the warm-up of ${sayWarmup(warmup)} is too short, of the client or of the target`;
  return measuresUrls(study)
    ? `${isShort}: measure again, now that the server is warm, or for longer (--budget)`
    : `${isShort}: set protocol.warmup to ${sayLonger(warmup)}`;
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

function sayWarmup({ exchanges, leastMs }: Warmup): string {
  return leastMs > 0 ? `${shortFigure(leastMs)} ms` : `${count(exchanges, 'exchange')} of each cell`;
}

/** Twice as much; a JVM compiles over thousands of requests, so there a time does better. */
function sayLonger({ exchanges, leastMs }: Warmup): string {
  const seconds = Math.max(LEAST_WARMUP_S, Math.ceil((2 * leastMs) / 1_000));
  return leastMs > 0
    ? `${seconds}s`
    : `${2 * exchanges}, or for a JVM, which compiles over thousands of requests, to ${seconds}s`;
}
