// A logarithmic time axis from 0 to 1, with ticks at round figures.

import { grouped, roundToDigits } from '../../../base/figures/numbers.ts';

export interface TimeAxis {
  /** Place of a time, clamped to [0, 1]. */
  at(ms: number): number;
  readonly ticks: readonly { readonly at: number; readonly text: string }[];
}

export function timeAxis(lowMs: number, highMs: number): TimeAxis {
  const low = Math.max(lowMs, 1e-4) * 0.97;
  const high = Math.max(highMs, low * 1.05) * 1.03;
  const span = Math.log(high / low);
  const at = (ms: number) => Math.min(1, Math.max(0, Math.log(Math.max(ms, low) / low) / span));
  return { at, ticks: roundFigures(low, high).map((value) => ({ at: at(value), text: text(value) })) };
}

/**
 * Four to nine round figures: powers of ten with fewer or more steps between, evenly spaced ones for a short
 * range.
 */
function roundFigures(low: number, high: number): readonly number[] {
  for (const steps of [[1], [1, 3], [1, 2, 5], [1, 1.5, 2, 3, 5, 7]]) {
    const ticks: number[] = [];
    for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power++) {
      for (const step of steps) ticks.push(step * 10 ** power);
    }
    const inside = ticks.filter((value) => value >= low && value <= high);
    if (inside.length >= 4) return inside;
  }
  return evenFigures(low, high);
}

function evenFigures(low: number, high: number): readonly number[] {
  const rough = (high - low) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((candidate) => candidate * power >= rough) ?? 10);
  const ticks: number[] = [];
  for (let i = Math.ceil(low / step); i * step <= high; i++) ticks.push(i * step);
  return ticks;
}

function text(value: number): string {
  const digits = roundToDigits(value, 3);
  const decimals = Math.min(4, (/\.(\d+)$/.exec(String(digits))?.[1] ?? '').length);
  return grouped(digits, decimals);
}
