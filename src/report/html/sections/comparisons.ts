// Every comparison that the study asked for, each with its interval drawn against 1: to the right of it the
// first cell is faster. The band is the margin inside which two cells count as the same.

import { percent } from '../../../base/figures/numbers.ts';
import { between, isKnown, times } from '../../../base/figures/ratios.ts';
import type { Comparison, Verdict } from '../../../summary/comparisons/comparison.ts';
import type { Summary } from '../../../summary/summary.ts';
import { sayWidest } from '../../answers/apart.ts';
import { sayMargin, turned } from '../../answers/ranges.ts';
import { partition, type Table, type Tables } from '../../words/groups.ts';
import { place } from '../charts/bar.ts';
import { html, type Markup, NOTHING, prose } from '../markup.ts';
import { scrolls } from '../scroll.ts';

const CHIPS: Readonly<Record<Verdict, string>> = {
  faster: 'up',
  slower: 'down',
  same: 'tie',
  within: 'within',
  open: 'open',
};
/** More rows than this are folded away. */
const ROWS_SHOWN = 40;

interface Named {
  readonly label: string;
  readonly table: string;
}

export function comparisonsSection(
  { comparisons, confidence, margin }: Summary,
  { tables }: Tables,
  titleOf: (table: Table) => string,
): Markup {
  const asked = comparisons.filter((comparison) => comparison.asked);
  if (asked.length === 0) return NOTHING;
  const names = new Map<string, Named>();
  for (const table of tables) {
    for (const { cell, label } of table.rows) names.set(cell.id, { label, table: titleOf(table) });
  }
  const ends = asked
    .filter(({ interval }) => isKnown(interval))
    .flatMap(({ interval }) => interval.map((end) => Math.abs(Math.log(end))));
  const reach = Math.max(Math.log(1.1), ...ends) * 1.05;
  const groups = [...partition(asked, ({ a, factor }) => `${factor}\n${names.get(a)?.table ?? ''}`).values()];
  const body = html`<div ${scrolls('Comparisons')}><table class="forest">
<thead><tr><th scope="col">cell</th><th scope="col">against</th><th scope="col">verdict</th><th scope="col" class="num">times</th><th scope="col" class="drawn">slower · faster</th></tr></thead>
${groups.map((some) => group(some, names, reach))}</table></div>`;
  return html`<h2 id="comparisons">What was compared</h2>
<p class="note">Ratios of medians with ${percent(confidence, 0)} intervals, adjusted for their number. Right of the line the cell is the faster one; the band is the margin of ${sayMargin([margin])}, inside which two cells count as the same.</p>
${asked.length > ROWS_SHOWN ? html`<details><summary>All ${asked.length} comparisons</summary>${body}</details>` : body}`;
}

function group(some: readonly Comparison[], names: ReadonlyMap<string, Named>, reach: number): Markup {
  const { a, factor } = some[0]!;
  const title = [factor, names.get(a)?.table ?? ''].filter((text) => text !== '').join(' · ');
  return html`<tbody><tr><th colspan="5" scope="colgroup" class="of">${prose(title)}</th></tr>
${some.map((comparison) => row(comparison, names, reach))}</tbody>
`;
}

function row(comparison: Comparison, names: ReadonlyMap<string, Named>, reach: number): Markup {
  const { a, b, ratio, interval, verdict, margin, provisional } = comparison;
  const chip = provisional && verdict !== 'open' ? 'provisional' : CHIPS[verdict];
  const told = verdict === 'slower' ? turned({ ratio, interval }) : { ratio, interval };
  const one = names.get(a);
  const other = names.get(b);
  const elsewhere = one?.table === other?.table ? '' : ` (${other?.table ?? ''})`;
  return html`<tr><th scope="row">${one?.label ?? a}</th><td class="against">${other?.label ?? b}${elsewhere}</td><td class="verdict"><span class="chip ${chip}">${sayVerdict(comparison)}</span></td><td class="num">${times(told.ratio)} <span class="iv">${between(told.interval)}</span></td><td class="drawn">${drawn(ratio, interval, margin, reach)}</td></tr>
`;
}

/** `faster`, `within 6.1 %`, `up to 19 % apart` */
function sayVerdict({ verdict, interval, widest, openBecause, provisional }: Comparison): string {
  const share = sayWidest([{ widest, interval }]);
  const later = provisional ? ', provisional' : '';
  if (verdict === 'within') return `within ${share}${later}`;
  if (verdict !== 'open') return `${verdict}${later}`;
  if (openBecause === 'twin') return 'withheld';
  return share === null ? 'too little measured' : `up to ${share} apart${later}`;
}

function drawn(ratio: number, interval: readonly [number, number], margin: number, reach: number): Markup {
  const at = (value: number) => `${place(50 + 50 * Math.max(-1, Math.min(1, Math.log(value) / reach)))}%`;
  const band = Math.min(1, Math.log(1 + margin) / reach) * 100;
  return html`<svg aria-hidden="true"><rect class="band" x="${place(50 - band / 2)}%" width="${place(band)}%" y="0" height="16"/><line class="one" x1="50%" x2="50%" y1="0" y2="16"/><line class="range" x1="${at(interval[0])}" x2="${at(interval[1])}" y1="8" y2="8"/><circle class="point" cx="${at(ratio)}" cy="8" r="3.2"/></svg>`;
}
