// Every comparison that the study asked for, each with its interval drawn against 1: to the right of it the first
// cell is faster. The band is the margin inside which two cells count as the same.

import type { Comparison, Summary, Verdict } from '../../summary/summary.ts';
import { between, percent, times } from '../figures.ts';
import { place } from './bar.ts';
import { html, type Markup, NOTHING } from './markup.ts';

const CHIPS: Readonly<Record<Verdict, string>> = {
  faster: 'up',
  slower: 'down',
  same: 'even',
  undecided: 'open',
};

export function comparisonsSection({ comparisons, confidence }: Summary): Markup {
  const asked = comparisons.filter((comparison) => comparison.asked);
  if (asked.length === 0) return NOTHING;
  const ends = asked
    .flatMap(({ interval }) => interval.map((end) => Math.abs(Math.log(end))))
    .filter(Number.isFinite);
  const reach = Math.max(Math.log(1.1), ...ends) * 1.05;
  const table = html`<div class="scroll"><table class="sortable forest">
<thead><tr><th>cell</th><th>against</th><th class="num">times faster</th><th>slower · faster</th><th>verdict</th></tr></thead>
<tbody>${asked.map((comparison) => row(comparison, reach))}</tbody></table></div>`;
  return html`<h2 id="comparisons">What was compared</h2>
<p class="note">Ratios of medians with ${percent(confidence, 0)} intervals, adjusted for their number. Above 1 the cell is that many times faster than the one it is held against.</p>
${asked.length > 40 ? html`<details><summary>All ${asked.length} comparisons</summary>${table}</details>` : table}`;
}

function row({ a, b, ratio, interval, verdict, margin }: Comparison, reach: number): Markup {
  return html`<tr><th scope="row">${a}</th><td>${b}</td><td class="num" data-value="${ratio}">${times(ratio)} <span class="iv">${between(interval)}</span></td><td data-value="${ratio}">${drawn(ratio, interval, margin, reach)}</td><td><span class="chip ${CHIPS[verdict]}">${verdict}</span></td></tr>
`;
}

function drawn(ratio: number, interval: readonly [number, number], margin: number, reach: number): Markup {
  const at = (value: number) => `${place(50 + 50 * Math.max(-1, Math.min(1, Math.log(value) / reach)))}%`;
  const band = (Math.log(1 + margin) / reach) * 100;
  return html`<svg aria-hidden="true"><rect class="band" x="${place(50 - band / 2)}%" width="${place(band)}%" y="0" height="16"/><line class="one" x1="50%" x2="50%" y1="0" y2="16"/><line class="range" x1="${at(interval[0])}" x2="${at(interval[1])}" y1="8" y2="8"/><circle class="point" cx="${at(ratio)}" cy="8" r="3.2"/></svg>`;
}
