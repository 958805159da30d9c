// A line for each way over a figure that varies, both axes logarithmic: an upright stroke for each interval,
// names at the ends of the lines.

import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { decimalsFor, grouped } from '../../../base/figures/numbers.ts';
import { type Interval, isKnown } from '../../../base/figures/ratios.ts';
import { type Markup, NOTHING } from '../markup.ts';
import { asPicture } from './as-picture.ts';
import { endNames } from './end-names.ts';

export interface ChartLine {
  readonly label: string;
  /** 0 to 7, the class `k0` … of the stylesheet. */
  readonly colour: number;
  readonly dash: string | null;
  /** x ascending. */
  readonly points: readonly { readonly x: number; readonly y: number; readonly interval: Interval }[];
}

export interface ChartWords {
  /** `objects` */
  readonly x: string;
  /** `ms` */
  readonly y: string;
  /** For those who do not see it: `Median time in ms against the number of objects`. */
  readonly about: string;
}

const WIDTH = 440;
const HEIGHT = 320;
/** Series are set a little apart, so that their intervals do not cover one another. */
const STEP_ASIDE = 3;
const MARGINS = { marginLeft: 46, marginRight: 128, marginTop: 26, marginBottom: 44 };
/** Between the frame and the outermost points. */
const INSET = 14;
/** Of a figure beneath the axis, and between two of them. */
const DIGIT = 6.5;
const GAP = 8;
/**
 * Intervals are drawn as far as this many times beyond the extreme medians: a run of two sessions has endless
 * ones.
 */
const FARTHEST = 3;
// Labels are texts of our own, because a logarithmic axis of Plot leaves out some.
const BESIDE = { frameAnchor: 'left', dx: -8, textAnchor: 'end' } as const;
const BELOW = { frameAnchor: 'bottom', dy: 16 } as const;

export function lineChart(series: readonly ChartLine[], words: ChartWords): Markup {
  const { document } = parseHTML('<html><body></body></html>');
  const points = pointsInView(series);
  const xs = [...new Set(points.map(({ x }) => x))].sort((a, b) => a - b);
  const plot = Plot.plot({
    document,
    width: WIDTH,
    height: HEIGHT,
    ...MARGINS,
    x: { type: 'log', domain: [xs[0]!, xs.at(-1)!], axis: null, inset: INSET },
    y: { type: 'log', axis: null, domain: reach(points), insetBottom: 6 },
    marks: [
      Plot.gridY(decades(points)),
      Plot.text(decades(points), { y: (y) => y, text: (y) => tick(y), ...BESIDE }),
      Plot.text(apart(xs), { x: (x) => x, text: (x) => grouped(x), ...BELOW }),
      Plot.text([0], { text: [words.y], frameAnchor: 'top-left', dx: -44, dy: -22, textAnchor: 'start' }),
      Plot.text([0], { text: [words.x], frameAnchor: 'bottom-right', dy: 34, textAnchor: 'end' }),
      ...series.map((one, place) => {
        const dx = (place - (series.length - 1) / 2) * STEP_ASIDE;
        const own = points.filter(({ label }) => label === one.label);
        return [
          Plot.ruleX(own, {
            x: 'x',
            y1: 'low',
            y2: 'high',
            stroke: 'var(--k)',
            strokeWidth: 2,
            strokeOpacity: 0.6,
            dx,
            className: `k${one.colour}`,
          }),
          Plot.line(own, {
            x: 'x',
            y: 'y',
            stroke: 'var(--k)',
            strokeWidth: 1.5,
            dx,
            className: `k${one.colour}`,
            ...(one.dash === null ? {} : { strokeDasharray: one.dash }),
          }),
          Plot.dot(own, { x: 'x', y: 'y', dx, r: 2.4, fill: 'var(--k)', className: `k${one.colour}` }),
        ];
      }),
    ],
  } as Plot.PlotOptions);
  const yScale = plot.scale('y');
  const xScale = plot.scale('x');
  if (yScale === undefined || xScale === undefined) return NOTHING;
  const aside = ((series.length - 1) / 2) * STEP_ASIDE;
  const ends = series.map(({ label, colour, points: own }) => {
    const last = own.at(-1)!;
    const [x, y] = [(xScale.apply(last.x) as number) + aside, yScale.apply(last.y) as number];
    return { label, colour, x, y };
  });
  const names = endNames(ends, HEIGHT - MARGINS.marginBottom);
  return asPicture(plot, describe(series, words), names);
}

interface Point {
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly low: number;
  readonly high: number;
}

function pointsInView(series: readonly ChartLine[]): readonly Point[] {
  const medians = series.flatMap(({ points }) => points.map(({ y }) => y));
  const lowest = Math.min(...medians) / FARTHEST;
  const highest = Math.max(...medians) * FARTHEST;
  return series.flatMap(({ label, points }) =>
    points.map(({ x, y, interval }) => ({
      label,
      x,
      y,
      low: isKnown(interval) ? Math.max(lowest, interval[0]) : y,
      high: isKnown(interval) ? Math.min(highest, interval[1]) : y,
    })),
  );
}

/** Those of which the figures do not run into one another; the first and the last are always there. */
function apart(xs: readonly number[]): readonly number[] {
  const [first, last] = [xs[0]!, xs.at(-1)!];
  const pixels = (WIDTH - MARGINS.marginLeft - MARGINS.marginRight - 2 * INSET) / Math.log(last / first);
  const at = (x: number) => Math.log(x / first) * pixels;
  const room = (a: number, b: number) => ((grouped(a).length + grouped(b).length) / 2) * DIGIT + GAP;
  const kept: number[] = [];
  for (const x of xs) {
    const before = kept.at(-1);
    if (before !== undefined && at(x) - at(before) < room(x, before)) continue;
    if (x === last || at(last) - at(x) >= room(x, last)) kept.push(x);
  }
  return kept.at(-1) === last ? kept : [...kept, last];
}

function reach(points: readonly Point[]): [number, number] {
  return [Math.min(...points.map(({ low }) => low)) * 0.9, Math.max(...points.map(({ high }) => high)) * 1.1];
}

/** Powers of ten inside the range; 1, 2 and 5 of each where these are too few. */
function decades(points: readonly Point[]): number[] {
  const [low, high] = reach(points);
  const within = (steps: readonly number[]) => {
    const ticks: number[] = [];
    for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++) {
      for (const step of steps) ticks.push(step * 10 ** power);
    }
    return ticks.filter((value) => value >= low && value <= high);
  };
  return high / low > 1000 ? within([1]) : within([1, 2, 5]);
}

function tick(value: number): string {
  return grouped(value, value >= 1 ? 0 : Math.max(0, decimalsFor([value]) - 1));
}

function describe(series: readonly ChartLine[], { about }: ChartWords): string {
  return `${about}. ${series
    .map(({ label, points }) => {
      const first = points[0]!;
      const last = points.at(-1)!;
      return `${label}: ${first.y.toPrecision(3)} at ${first.x}, ${last.y.toPrecision(3)} at ${last.x}`;
    })
    .join('; ')}`;
}
