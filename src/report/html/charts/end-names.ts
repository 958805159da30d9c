// Names at the right ends of a chart's lines, pushed apart so that none covers another.

import { html, type Markup } from '../markup.ts';

export interface LineEnd {
  readonly label: string;
  /** 0 to 7, the class `k0` … of the stylesheet. */
  readonly colour: number;
  /** Pixels. */
  readonly x: number;
  readonly y: number;
}

const LABEL_GAP = 14;

/** `bottom`: no name is below it, pixels. */
export function endNames(ends: readonly LineEnd[], bottom: number): Markup {
  let lowest = Number.NEGATIVE_INFINITY;
  const placed = ends
    .toSorted((a, b) => a.y - b.y)
    .map((end) => {
      lowest = Math.max(end.y, lowest + LABEL_GAP);
      return { ...end, to: lowest };
    });
  const overflow = Math.max(0, (placed.at(-1)?.to ?? 0) - bottom);
  for (let i = placed.length - 1, limit = Number.POSITIVE_INFINITY; overflow > 0 && i >= 0; i--) {
    placed[i]!.to = Math.min(placed[i]!.to, i === placed.length - 1 ? placed[i]!.to - overflow : limit);
    limit = placed[i]!.to - LABEL_GAP;
  }
  return html`<g class="ends" font-size="12" text-anchor="start">${placed.map(
    ({ label, colour, x, y, to }) =>
      html`<path class="k${colour}" d="M${x + 4},${round(y)}L${x + 12},${round(to)}" fill="none" stroke="var(--k)" stroke-opacity=".5"/><text class="k${colour}" fill="var(--k)" x="${x + 15}" y="${round(to)}" dy=".32em">${label}</text>`,
  )}</g>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
