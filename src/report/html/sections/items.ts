// Beneath a table of cells: the mean of every item, and how the exchanges of each cell spread and how many
// they are.

import { decimalsFor, grouped } from '../../../base/figures/numbers.ts';
import { BILL_ORDER, ITEMS } from '../../../items/items.ts';
import type { CellSummary } from '../../../summary/summary.ts';
import { firstUseText } from '../../tables/first-use.ts';
import { groupedBill, halfWidthMs, isUntold, UNTOLD_MARK } from '../../tables/grouped-bill.ts';
import { sayAccounted } from '../../words/accounted.ts';
import type { Contender, Table } from '../../words/groups.ts';
import { PUBLISHED_PROTOCOL, publishedMean } from '../../words/published.ts';
import { cellName, html, type Markup, NOTHING } from '../markup.ts';
import { scrolls } from '../scroll.ts';

/**
 * Mean of every item, ms; `~` where it was measured alone or in batches, ± half its interval where it has
 * one, `?` where it has nothing else.
 */
export function itemsTable(table: Table): Markup {
  const phases = BILL_ORDER.filter((phase) =>
    table.rows.some(({ cell }) => cell.phases[phase] !== undefined || isUntold(cell, phase)),
  );
  const decimals = Math.min(3, decimalsFor(table.rows.map(({ cell }) => cell.totalMs!.mean)) + 1);
  const hasFirstUse = table.rows.some(({ cell }) => cell.firstUse !== undefined);
  const titles = [
    ...phases.map((phase) => ITEMS[phase].title),
    'residual',
    'total',
    'accounted for',
    ...(hasFirstUse ? ['first use'] : []),
  ];
  return folded('Every item, mean ms', titles, table.rows, ({ cell }) => {
    const bill = groupedBill(cell)!;
    return [
      ...phases.map((phase) => {
        const value = cell.phases[phase];
        if (value === undefined) return numberField(0, isUntold(cell, phase) ? UNTOLD_MARK : '–');
        const mark = cell.estimated.includes(phase) || cell.batched.includes(phase) ? '~' : '';
        const width = halfWidthMs(cell, phase);
        const within = width === null ? '' : ` ± ${grouped(width, decimals)}`;
        return numberField(value, `${mark}${grouped(value, decimals)}${within}`);
      }),
      numberField(bill.residualMs, grouped(bill.residualMs, decimals)),
      numberField(bill.totalMs, grouped(bill.totalMs, decimals)),
      numberField(cell.accountedShare ?? 0, sayAccounted(cell)),
      ...(hasFirstUse ? [firstUseField(cell, decimals)] : []),
    ];
  });
}

/** Beside ours, where the study names one, its own protocol: values outside μ ± 2σ removed, mean again. */
export function spreadTable(table: Table): Markup {
  const named = table.rows.some(({ cell }) => cell.published !== null);
  const decimals = decimalsFor(table.rows.map(({ cell }) => cell.totalMs!.min));
  const titles = [
    'min',
    'p5',
    'p25',
    'p75',
    'p95',
    'max',
    'exchanges',
    'sessions',
    'failed',
    'outliers',
    'bytes decoded',
    ...(named ? [`${PUBLISHED_PROTOCOL}, mean ms (removed)`] : []),
  ];
  return folded('Spread in ms, counts', titles, table.rows, ({ cell }) => {
    const { min, p5, p25, p75, p95, max } = cell.totalMs!;
    return [
      ...[min, p5, p25, p75, p95, max].map((value) => numberField(value, grouped(value, decimals))),
      ...[cell.exchanges, cell.sessions, cell.failures, cell.outliers, cell.bytes?.decoded ?? 0].map(
        (value) => numberField(value, grouped(value)),
      ),
      ...(named ? [numberField(cell.published?.meanMs ?? 0, publishedMean(cell, decimals) ?? '–')] : []),
    ];
  });
}

function firstUseField(cell: CellSummary, decimals: number): Markup {
  const told = firstUseText(cell, decimals);
  return told === null
    ? numberField(0, '–')
    : numberField(cell.firstUse!.medianMs, told.figure, told.interval);
}

export function numberField(value: number, text: string, interval = ''): Markup {
  const behind = interval === '' ? NOTHING : html` <span class="iv">${interval}</span>`;
  return html`<td class="num" data-value="${value}">${text}${behind}</td>`;
}

export function folded(
  summary: string,
  titles: readonly string[],
  rows: readonly Contender[],
  fieldsOf: (row: Contender, place: number) => readonly Markup[],
): Markup {
  return html`<details><summary>${summary}</summary><div ${scrolls(summary)}><table class="sortable">
<thead><tr><th scope="col">cell</th>${titles.map((title) => html`<th scope="col" class="num">${title}</th>`)}</tr></thead>
<tbody>${rows.map((row, place) => html`<tr><th scope="row">${cellName(row.label)}</th>${fieldsOf(row, place)}</tr>\n`)}</tbody></table></div></details>`;
}
