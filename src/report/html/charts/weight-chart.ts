// The indexes of a group over the share of one of two metrics: straight lines, beneath them whose is the
// lowest where, hatched where sessions leave that open.

import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { roundToDigits } from '../../../base/figures/numbers.ts';
import { listed } from '../../../base/figures/plurals.ts';
import { valueAt } from '../../../summary/index/index-envelope.ts';
import type { Sensitivity } from '../../../summary/index/sensitivity.ts';
import type { Sweep } from '../../../summary/index/weight-sweep.ts';
import type { NameOf } from '../../sensitivity/answers.ts';
import { sharePercent, shareRange } from '../../sensitivity/figures.ts';
import { html, type Markup, NOTHING } from '../markup.ts';
import { asPicture } from './as-picture.ts';
import { endNames, type LineEnd } from './end-names.ts';
import { listWinners } from './winner-colours.ts';

const WIDTH = 440;
const HEIGHT = 340;
const MARGINS = { marginLeft: 40, marginTop: 30, marginBottom: 78 };
/** Names stand at the ends of their lines where all have room there, else above the drawing. */
const ROOM_FOR_NAMES = 128;
const LONGEST_NAME = 17;
const MARGIN_WITHOUT_NAMES = 14;
/** The strip of winners, beneath the frame. */
const STRIP = { gap: 6, height: 20 };
/**
 * Lines of cells that nowhere win: those that come within this of the lowest, and not more than so many in
 * all.
 */
const NEAR = 1.5;
const MOST_LINES = 7;
/** The frame reaches to this many times the highest of the lowest; what is above is cut. */
const HEADROOM = 1.6;
const STEPS = 50;
/** Of a name in the strip. */
const CHARACTER = 6.4;

export function weightChart(sensitivity: Sensitivity, sweep: Sweep, nameOf: NameOf): Markup {
  const { document } = parseHTML('<html><body></body></html>');
  const lines = shownLines(sensitivity, sweep);
  // Winners come first, in their colours of the other pictures.
  const colourIndex = (cell: string) => lines.findIndex((line) => line.cell === cell);
  const areNamedAtEnds = lines.every(({ cell }) => nameOf(cell).length <= LONGEST_NAME);
  const top = highestShown(sweep);
  const plot = Plot.plot({
    document,
    width: WIDTH,
    height: HEIGHT,
    ...MARGINS,
    marginRight: areNamedAtEnds ? ROOM_FOR_NAMES : MARGIN_WITHOUT_NAMES,
    x: { type: 'linear', domain: [0, 1], axis: null },
    y: { type: 'linear', domain: [0, top], axis: null },
    marks: [
      ...axes(top, sweep.metric),
      ...lines.map((line) =>
        Plot.line(linePoints(line, top), {
          x: 'x',
          y: 'y',
          stroke: 'var(--k)',
          strokeWidth: line.cell === sensitivity.winner ? 2.4 : 1.5,
          className: `k${colourIndex(line.cell)}`,
        }),
      ),
    ],
  } as Plot.PlotOptions);
  const [x, y] = [plot.scale('x'), plot.scale('y')];
  if (x === undefined || y === undefined) return NOTHING;
  const xAt = (share: number) => x.apply(share) as number;
  const ends = lines.map((line) => {
    const last = linePoints(line, top).at(-1)!;
    return {
      label: nameOf(line.cell),
      colour: colourIndex(line.cell),
      x: xAt(last.x),
      y: y.apply(last.y) as number,
    };
  });
  const names = areNamedAtEnds ? endNames(ends, HEIGHT - MARGINS.marginBottom) : NOTHING;
  const drawn = html`${strip(sweep, nameOf, colourIndex, xAt)}${now(sweep, xAt)}${names}`;
  const picture = asPicture(plot, describe(sweep, nameOf), drawn);
  return html`${areNamedAtEnds ? NOTHING : legend(ends)}<div class="charts"><figure>${picture}</figure></div>`;
}

/** By hand, since the strip of winners stands between the frame and its figures. */
function axes(top: number, metric: string): readonly Plot.Markish[] {
  return [
    Plot.gridY(ticks(top)),
    Plot.text(ticks(top), {
      y: (y) => y,
      text: (y) => String(y),
      frameAnchor: 'left',
      dx: -8,
      textAnchor: 'end',
    }),
    Plot.text([0, 0.25, 0.5, 0.75, 1], {
      x: (x) => x,
      text: (x) => `${x * 100}`,
      frameAnchor: 'bottom',
      dy: STRIP.gap + STRIP.height + 14,
    }),
    Plot.text([0], { text: ['index'], frameAnchor: 'top-left', dx: -38, dy: -26, textAnchor: 'start' }),
    Plot.text([0], {
      text: [`share of ${metric}, %`],
      frameAnchor: 'bottom-right',
      dy: STRIP.gap + STRIP.height + 34,
      textAnchor: 'end',
    }),
  ];
}

function legend(ends: readonly LineEnd[]): Markup {
  return html`<ul class="legend">${ends.map(
    ({ label, colour }) =>
      html`<li><svg aria-hidden="true"><path d="M0 5.5H11" class="k${colour}" stroke="var(--k)" stroke-width="2.4"/></svg>${label}</li>`,
  )}</ul>`;
}

type IndexLine = Sweep['lines'][number];

/** Those that win somewhere, then the nearest of the others. */
function shownLines(sensitivity: Sensitivity, { lines }: Sweep): readonly IndexLine[] {
  const winners = listWinners(sensitivity);
  const shares = Array.from({ length: STEPS + 1 }, (_, i) => i / STEPS);
  const lowest = shares.map((share) => Math.min(...lines.map((line) => valueAt(line, share))));
  const nearness = (line: IndexLine) =>
    Math.min(...shares.map((share, i) => valueAt(line, share) / lowest[i]!));
  const others = lines
    .filter(({ cell }) => !winners.includes(cell))
    .map((line) => ({ line, near: nearness(line) }))
    .filter(({ near }) => near < NEAR)
    .toSorted((a, b) => a.near - b.near)
    .map(({ line }) => line);
  const own = winners.map((cell) => lines.find((line) => line.cell === cell)!);
  return [...own, ...others.slice(0, Math.max(0, MOST_LINES - own.length))];
}

function highestShown({ lines, ranges }: Sweep): number {
  const corners = ranges.flatMap(({ cells, from, to }) => {
    const line = lines.find(({ cell }) => cell === cells[0])!;
    return [valueAt(line, from), valueAt(line, to)];
  });
  return HEADROOM * Math.max(...corners);
}

/** A line's ends, cut where it leaves the frame. */
function linePoints(line: IndexLine, top: number): readonly { readonly x: number; readonly y: number }[] {
  const crossing = (top - line.at0) / (line.at1 - line.at0);
  const ends = [0, 1].map((share) => ({ x: share, y: valueAt(line, share) }));
  const inside = ends.filter(({ y }) => y <= top);
  if (inside.length !== 1) return inside;
  const cut = { x: crossing, y: top };
  return inside[0]!.x === 0 ? [inside[0]!, cut] : [cut, inside[0]!];
}

function ticks(top: number): readonly number[] {
  const step = [0.1, 0.2, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100].find((each) => top / each <= 6) ?? top / 5;
  return Array.from({ length: Math.floor(top / step) + 1 }, (_, i) => roundToDigits(i * step, 6));
}

function strip(
  { ranges, openAt }: Sweep,
  nameOf: NameOf,
  colourIndex: (cell: string) => number,
  xAt: (share: number) => number,
): Markup {
  const y = HEIGHT - MARGINS.marginBottom + STRIP.gap;
  const box = (from: number, to: number) =>
    html`x="${tenth(xAt(from))}" y="${y}" width="${tenth(Math.max(0.5, xAt(to) - xAt(from)))}" height="${STRIP.height}"`;
  return html`<g class="winners">${ranges.map(
    ({ cells, from, to }) =>
      html`<rect ${box(from, to)} class="k${colourIndex(cells[0]!)} won"><title>${nameOf(cells[0]!)} ${shareRange([from, to])}</title></rect>`,
  )}${openAt.map(([from, to]) => html`<rect ${box(from, to)} class="open"><title>open ${shareRange([from, to])}</title></rect>`)}${ranges.map(
    ({ cells, from, to }) => {
      const name = nameOf(cells[0]!);
      const room = xAt(to) - xAt(from);
      if (name.length * CHARACTER > room - 8) return NOTHING;
      return html`<text x="${tenth(xAt((from + to) / 2))}" y="${y + STRIP.height / 2}" dy=".34em" text-anchor="middle">${name}</text>`;
    },
  )}</g>`;
}

function now({ share }: Sweep, xAt: (share: number) => number): Markup {
  const x = tenth(xAt(share));
  const bottom = HEIGHT - MARGINS.marginBottom + STRIP.gap;
  const anchor = share > 0.85 ? 'end' : share < 0.15 ? 'start' : 'middle';
  return html`<g class="now"><line x1="${x}" x2="${x}" y1="${MARGINS.marginTop - 6}" y2="${bottom}"/><text x="${x}" y="${MARGINS.marginTop - 12}" text-anchor="${anchor}">now ${sharePercent(share)}</text></g>`;
}

function describe({ metric, share, ranges, openAt }: Sweep, nameOf: NameOf): string {
  const who = ranges.map(
    ({ cells, from, to }) => `${listed(cells.map(nameOf))} at ${shareRange([from, to])}`,
  );
  const open = openAt.length === 0 ? '' : `; open at ${listed(openAt.map(shareRange))}`;
  return `Lowest index over the share of ${metric}, now ${sharePercent(share)}: ${who.join(', ')}${open}`;
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
