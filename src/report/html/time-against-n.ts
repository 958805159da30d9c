// Response time against n, both logarithmic, one drawing for each network, browser, target and dataset: a line for
// each format and compression, an upright stroke for each interval, names at the ends of the lines.

import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { decimalsFor, grouped, isKnown } from '../figures.ts';
import { partition, type Tables } from '../groups.ts';
import { levelName, varies } from '../levels.ts';
import { html, type Markup, NOTHING, trusted } from './markup.ts';
import { type Series, seriesOf } from './series.ts';

const WIDTH = 440;
const HEIGHT = 320;
/** Series are set a little apart, so that their intervals do not cover one another. */
const STEP_ASIDE = 3;
const MARGINS = { marginLeft: 46, marginRight: 128, marginTop: 26, marginBottom: 44 };
const LABEL_GAP = 14;
/** Intervals are drawn as far as this many times beyond the extreme medians: a run of two sessions has endless ones. */
const FARTHEST = 3;
// Labels are texts of our own, because a logarithmic axis of Plot leaves out some.
const BESIDE = { frameAnchor: 'left', dx: -8, textAnchor: 'end' } as const;
const BELOW = { frameAnchor: 'bottom', dy: 16 } as const;

/** Empty where n does not vary. */
export function timeAgainstN({ tables, levels }: Tables, partTitle: (part: string) => string): Markup {
  if (!varies(levels, 'n')) return NOTHING;
  const manyParts = new Set(tables.map(({ part }) => part)).size > 1;
  const facets = partition(tables, ({ part, shared }) =>
    [part, shared.dataset, shared.network, shared.protocol, shared.browser, shared.target].join('\n'),
  );
  const figures = [...facets.values()].flatMap((facet) => {
    const series = seriesOf(facet, levels);
    if (!series.some(({ points }) => points.length > 1)) return [];
    const { part, shared } = facet[0]!;
    const names = (['dataset', 'network', 'protocol', 'browser', 'target'] as const)
      .filter((name) => varies(levels, name))
      .map((name) => levelName(name, shared[name], levels));
    const title = [...(manyParts ? [partTitle(part)] : []), ...names].join(' · ');
    return [
      html`<figure>${title === '' ? NOTHING : html`<figcaption>${title}</figcaption>`}${chart(series)}</figure>`,
    ];
  });
  if (figures.length === 0) return NOTHING;
  return html`<h2 id="n">Time against the number of objects</h2>
<p class="note">Medians; both axes are logarithmic; the upright strokes are the intervals, where they are larger than the dot.</p>
<div class="charts">${figures}</div>`;
}

function chart(series: readonly Series[]): Markup {
  const { document } = parseHTML('<html><body></body></html>');
  const points = pointsOf(series);
  const ns = [...new Set(points.map(({ n }) => n))].sort((a, b) => a - b);
  const plot = Plot.plot({
    document,
    width: WIDTH,
    height: HEIGHT,
    ...MARGINS,
    x: { type: 'log', domain: [ns[0]!, ns.at(-1)!], axis: null, inset: 14 },
    y: { type: 'log', axis: null, domain: reach(points), insetBottom: 6 },
    marks: [
      Plot.gridY(decades(points)),
      Plot.text(decades(points), { y: (ms) => ms, text: (ms) => tick(ms), ...BESIDE }),
      Plot.text(ns, { x: (n) => n, text: (n) => grouped(n), ...BELOW }),
      Plot.text([0], { text: ['ms'], frameAnchor: 'top-left', dx: -44, dy: -22, textAnchor: 'start' }),
      Plot.text([0], { text: ['objects'], frameAnchor: 'bottom-right', dy: 34, textAnchor: 'end' }),
      ...series.map((one, place) => {
        const dx = (place - (series.length - 1) / 2) * STEP_ASIDE;
        const own = points.filter(({ label }) => label === one.label);
        return [
          Plot.ruleX(own, {
            x: 'n',
            y1: 'low',
            y2: 'high',
            stroke: 'var(--k)',
            strokeWidth: 2,
            strokeOpacity: 0.6,
            dx,
            className: `k${one.colour}`,
          }),
          Plot.line(own, {
            x: 'n',
            y: 'ms',
            stroke: 'var(--k)',
            strokeWidth: 1.5,
            dx,
            className: `k${one.colour}`,
            ...(one.dash === null ? {} : { strokeDasharray: one.dash }),
          }),
          Plot.dot(own, { x: 'n', y: 'ms', dx, r: 2.4, fill: 'var(--k)', className: `k${one.colour}` }),
        ];
      }),
    ],
  } as Plot.PlotOptions);
  const yScale = plot.scale('y');
  const xScale = plot.scale('x');
  if (yScale === undefined || xScale === undefined) return NOTHING;
  const names = endNames(
    series,
    (ms) => yScale.apply(ms) as number,
    (n) => xScale.apply(n) as number,
  );
  plot.querySelector('style')?.remove();
  plot.setAttribute('class', 'plot');
  plot.setAttribute('role', 'img');
  plot.setAttribute('aria-label', describe(series));
  return trusted(plot.outerHTML.replace('</svg>', `${names.text}</svg>`));
}

/** Names beside the last points, pushed apart so that none covers another. */
function endNames(series: readonly Series[], y: (ms: number) => number, x: (n: number) => number): Markup {
  const ends = series
    .map((one) => {
      const last = one.points.at(-1)!;
      return {
        one,
        at: y(last.row.cell.totalMs!.median),
        from: x(last.n) + ((series.length - 1) / 2) * STEP_ASIDE,
      };
    })
    .sort((a, b) => a.at - b.at);
  let lowest = Number.NEGATIVE_INFINITY;
  const placed = ends.map((end) => {
    lowest = Math.max(end.at, lowest + LABEL_GAP);
    return { ...end, to: lowest };
  });
  const overflow = Math.max(0, (placed.at(-1)?.to ?? 0) - (HEIGHT - MARGINS.marginBottom));
  for (let i = placed.length - 1, limit = Number.POSITIVE_INFINITY; overflow > 0 && i >= 0; i--) {
    placed[i]!.to = Math.min(placed[i]!.to, i === placed.length - 1 ? placed[i]!.to - overflow : limit);
    limit = placed[i]!.to - LABEL_GAP;
  }
  return html`<g font-size="12" text-anchor="start">${placed.map(
    ({ one, at, to, from }) =>
      html`<path class="k${one.colour}" d="M${from + 4},${round(at)}L${from + 12},${round(to)}" fill="none" stroke="var(--k)" stroke-opacity=".5"/><text class="k${one.colour}" fill="var(--k)" x="${from + 15}" y="${round(to)}" dy=".32em">${one.label}</text>`,
  )}</g>`;
}

interface Point {
  readonly label: string;
  readonly n: number;
  readonly ms: number;
  readonly low: number;
  readonly high: number;
}

function pointsOf(series: readonly Series[]): readonly Point[] {
  const medians = series.flatMap(({ points }) => points.map(({ row }) => row.cell.totalMs!.median));
  const lowest = Math.min(...medians) / FARTHEST;
  const highest = Math.max(...medians) * FARTHEST;
  return series.flatMap(({ label, points }) =>
    points.map(({ n, row }) => {
      const { median, interval } = row.cell.totalMs!;
      return {
        label,
        n,
        ms: median,
        low: isKnown(interval) ? Math.max(lowest, interval[0]) : median,
        high: isKnown(interval) ? Math.min(highest, interval[1]) : median,
      };
    }),
  );
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

function describe(series: readonly Series[]): string {
  return `Median time in ms against the number of objects. ${series
    .map(({ label, points }) => {
      const first = points[0]!;
      const last = points.at(-1)!;
      return `${label}: ${first.row.cell.totalMs!.median.toPrecision(3)} at ${first.n}, ${last.row.cell.totalMs!.median.toPrecision(3)} at ${last.n}`;
    })
    .join('; ')}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
