// The tables of cells: what each exchange took, how it stands to the fastest, its bytes and its bill; the
// single items of every cell beneath.

import { decimalsFor, grouped, percent } from '../../../base/figures/numbers.ts';
import { count } from '../../../base/figures/plurals.ts';
import { fromTo } from '../../../base/figures/ratios.ts';
import { sayUnmeasured } from '../../design/prediction-words.ts';
import { barMs, groupedBill } from '../../tables/grouped-bill.ts';
import { type RankedRows, rankedApart } from '../../tables/ranked-apart.ts';
import type { Contender, Table } from '../../words/groups.ts';
import { AGAINST_LOWEST, isFastest, markOfStanding, sayStanding } from '../../words/standings.ts';
import { billBar } from '../charts/bar.ts';
import { cellName, html, type Markup, NOTHING, prose } from '../markup.ts';
import { scrolls } from '../scroll.ts';
import { itemsTable, spreadTable } from './items.ts';

export function cellsSection(table: Table, confidence: number): Markup {
  if (table.rows.length === 0) return NOTHING;
  return html`<section class="cells" data-words="${searchWords(table)}">
${rankedApart(table).map((group) => cellTable(table, group, confidence))}
${missing(table)}${itemsTable(table)}${spreadTable(table)}</section>
`;
}

function cellTable(table: Table, { title, rows }: RankedRows, confidence: number): Markup {
  const totals = table.rows.map(({ cell }) => cell.totalMs!);
  const decimals = decimalsFor(totals.map(({ median }) => median));
  const scaleMs = Math.max(...table.rows.map(({ cell }) => barMs(groupedBill(cell)!)));
  const caption = [table.title, title].filter(Boolean).join(' · ');
  return html`<table class="sortable">${caption === '' ? NOTHING : html`<caption>${prose(caption)}</caption>`}
<thead><tr><th scope="col">cell</th><th scope="col" class="num">median ms</th><th scope="col" class="num">${percent(confidence, 0)} interval</th><th scope="col" class="num">${AGAINST_LOWEST}</th><th scope="col" class="num">bytes</th><th scope="col" class="bar">mean ms, by where it goes</th></tr></thead>
<tbody>${rows.map((row) => cellRow(row, decimals, scaleMs))}</tbody></table>`;
}

function cellRow(row: Contender, decimals: number, scaleMs: number): Markup {
  const { cell, label } = row;
  const { median, interval } = cell.totalMs!;
  const bill = groupedBill(cell)!;
  const bytes = cell.bytes?.encoded ?? null;
  return html`<tr${isFastest(row) ? html` class="lead-row"` : NOTHING}><th scope="row">${cellName(label)}</th><td class="num median" data-value="${median}">${grouped(median, decimals)}</td><td class="num interval" data-value="${interval[0]}">${fromTo(interval, decimals)}</td><td class="num ratio" data-value="${row.slowerBy?.ratio ?? 1}">${standingMarkup(row)}</td><td class="num bytes" data-value="${bytes ?? 0}">${bytes === null ? '–' : grouped(bytes)}</td><td class="bar" data-value="${bill.totalMs}">${billBar(bill, scaleMs)}</td></tr>
`;
}

/** The chip has the mark of the answers, by its class. */
export function standingMarkup(contender: Contender): Markup {
  const { words, interval } = sayStanding(contender);
  if (words === '') return NOTHING;
  const mark = markOfStanding(contender);
  const chip = mark === null ? html`${words}` : html`<span class="chip ${mark}">${words}</span>`;
  return interval === '' ? chip : html`${chip} <span class="iv">${interval}</span>`;
}

/** Cells of tables in which nothing was measured, in one list. */
export function unmeasuredSection(tables: readonly Table[]): Markup {
  const cells = tables.filter(({ rows }) => rows.length === 0).flatMap(({ missing: some }) => some);
  if (cells.length === 0) return NOTHING;
  return html`<details><summary>${count(cells.length, 'cell')} of other tables not measured</summary><div ${scrolls('Cells not measured')}><table>
<thead><tr><th scope="col">cell</th><th scope="col">why</th></tr></thead>
<tbody>${cells.map(({ cell }) => html`<tr><th scope="row">${cell.id}</th><td>${sayUnmeasured(cell, ': ')}</td></tr>\n`)}</tbody></table></div></details>`;
}

export function missing({ missing: cells }: Table): Markup {
  if (cells.length === 0) return NOTHING;
  return html`<p class="note">Not measured: ${cells.map(({ label, cell }) => `${label} (${sayUnmeasured(cell, ': ')})`).join('; ')}</p>`;
}

export function searchWords(table: Table): string {
  const levels = Object.values(table.shared).join(' ');
  return `${table.title} ${table.part} ${levels} ${table.rows.map(({ label }) => label).join(' ')}`.toLowerCase();
}
