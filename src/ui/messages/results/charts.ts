// The two charts, by uPlot: a canvas takes a million latencies without stalling the page that measures.
// Figures are read under the cursor; colours are those of the stylesheet, and follow light and dark.

import uPlot from 'uplot';
import { sayExactBytes } from '../../../base/figures/bytes.ts';
import { grouped, roundToDigits, shortNumber } from '../../../base/figures/numbers.ts';
import { sayInBestUnit } from '../../../base/figures/times.ts';
import { LINE_COLOURS, type SizeLines } from './chart-data.ts';

export interface Charts {
  latency(place: HTMLElement, latenciesMs: Float64Array): void;
  size(place: HTMLElement, lines: SizeLines): void;
  /** Takes the chart away that stands there. */
  clear(place: HTMLElement): void;
}

const HEIGHT_PX = 260;
const NARROW_PX = 480;
const LOGARITHMIC = 3;

export function uPlotCharts(window: Window): Charts {
  const standing = new Map<HTMLElement, { chart: uPlot; draw: () => uPlot }>();
  const draw = (place: HTMLElement, make: () => uPlot) => {
    standing.get(place)?.chart.destroy();
    standing.set(place, { chart: make(), draw: make });
  };
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    for (const [place, { draw: again }] of standing) draw(place, again);
  });
  window.addEventListener('resize', () => {
    for (const [place, { chart }] of standing) chart.setSize(measureSize(place));
  });
  return {
    latency: (place, latenciesMs) =>
      draw(place, () => new uPlot(latencyOptions(place, window), latencyData(latenciesMs), place)),
    size: (place, lines) =>
      draw(place, () => new uPlot(sizeOptions(place, lines, window), sizeData(lines), place)),
    clear: (place) => {
      standing.get(place)?.chart.destroy();
      standing.delete(place);
    },
  };
}

function latencyOptions(place: HTMLElement, window: Window): uPlot.Options {
  const colour = colours(window);
  return {
    ...measureSize(place),
    ...COMMON,
    scales: { x: { time: false }, y: { range: (_, _least, most) => [0, most * 1.05] } },
    axes: [
      axis(colour, {
        size: 30,
        values: (_, splits) => splits.map((one) => (Number.isInteger(one) ? grouped(one) : '')),
      }),
      axis(colour, { size: 62, values: (_, splits) => splits.map(sayTick) }),
    ],
    series: [
      { label: 'message', value: (_, value) => (value === null ? '–' : grouped(value)) },
      {
        label: 'latency',
        stroke: colour('--k0'),
        width: 1,
        value: (_, value) => (value === null ? '–' : sayInBestUnit(value)),
        points: { show: false },
      },
    ],
  };
}

function latencyData(latenciesMs: Float64Array): uPlot.AlignedData {
  return [Float64Array.from(latenciesMs, (_, i) => i + 1), latenciesMs];
}

function sizeOptions(place: HTMLElement, { bytes, lines }: SizeLines, window: Window): uPlot.Options {
  const colour = colours(window);
  const known = lines.flatMap(({ perMessageMs }) => perMessageMs.filter((one) => one !== null));
  const [low, high] = [Math.min(...known) * 0.8, Math.max(...known) * 1.25];
  const [least, most] = [bytes[0]! * 0.85, bytes.at(-1)! * 1.18];
  return {
    ...measureSize(place),
    ...COMMON,
    scales: {
      x: { time: false, distr: LOGARITHMIC, range: [least, most] },
      y: { distr: LOGARITHMIC, range: [low, high] },
    },
    axes: [
      axis(colour, {
        size: 30,
        splits: () => roundFigures(least, most),
        values: (_, splits) => splits.map((one) => sayExactBytes(one)),
        filter: keep,
      }),
      axis(colour, {
        size: 62,
        splits: () => roundFigures(low, high),
        values: (_, splits) => splits.map(sayTick),
        filter: keep,
      }),
    ],
    series: [
      { label: 'size', value: (_, value) => (value === null ? '–' : sayExactBytes(value)) },
      ...lines.map(({ label }, i) => ({
        label,
        stroke: colour(`--k${i % LINE_COLOURS}`),
        width: 2,
        spanGaps: true,
        value: (_: uPlot, value: number | null) => (value === null ? '–' : sayInBestUnit(value)),
        points: { show: true, size: 7, fill: colour(`--k${i % LINE_COLOURS}`) },
      })),
    ],
  };
}

function sizeData({ bytes, lines }: SizeLines): uPlot.AlignedData {
  return [[...bytes], ...lines.map(({ perMessageMs }) => [...perMessageMs])];
}

const COMMON = {
  cursor: { y: false, points: { size: 8 } },
  legend: { live: true, markers: { width: 0 } },
} satisfies Partial<uPlot.Options>;

function axis(colour: (name: string) => string, more: uPlot.Axis): uPlot.Axis {
  const lines = { stroke: colour('--line'), width: 1 };
  return {
    stroke: colour('--soft'),
    font: '12px system-ui, sans-serif',
    grid: lines,
    ticks: { show: false },
    ...more,
  };
}

function measureSize(place: HTMLElement): { width: number; height: number } {
  const width = place.clientWidth;
  return { width, height: width < NARROW_PX ? HEIGHT_PX * 0.8 : HEIGHT_PX };
}

function colours(window: Window): (name: string) => string {
  const style = window.getComputedStyle(window.document.documentElement);
  return (name) => style.getPropertyValue(name).trim();
}

/** 1, 2 and 5 of each power of ten; the powers alone over a wide range. */
export function roundFigures(low: number, high: number): number[] {
  const steps = high / low > 300 ? [1] : high / low > 8 ? [1, 2, 5] : [1, 1.5, 2, 3, 4, 5, 6, 8];
  const figures: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power++)
    for (const step of steps) figures.push(roundToDigits(step * 10 ** power, 3));
  return figures.filter((one) => one >= low && one <= high);
}

/** uPlot would leave out all but powers of ten. */
function keep(_: uPlot, splits: number[]): number[] {
  return splits;
}

function sayTick(ms: number): string {
  if (ms === 0) return '0';
  const [value, unit] = ms < 1 ? [ms * 1_000, 'µs'] : [ms, 'ms'];
  return `${grouped(value, Math.min(3, (/\.(\d+)$/.exec(shortNumber(value, 3))?.[1] ?? '').length))} ${unit}`;
}
