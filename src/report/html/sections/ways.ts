// The tables of ways to carry the same messages: what a message took, how the way stands to the fastest, and
// what else it costs; where the data are encoded, the bill of a message; the spread of the sequences beneath.

import { decimalsFor, grouped } from '../../../base/figures/numbers.ts';
import { inUnit, sayTimes, type TimeUnit, unitFor } from '../../../base/figures/times.ts';
import { type WayColumn, wayTable } from '../../messages/ways.ts';
import { barMs, groupedBill, isItemised } from '../../tables/grouped-bill.ts';
import type { Contender, Table } from '../../words/groups.ts';
import { AGAINST_LOWEST, isFastest } from '../../words/standings.ts';
import { billBar } from '../charts/bar.ts';
import { html, type Markup, NOTHING, prose } from '../markup.ts';
import { missing, searchWords, standingMarkup } from './cells.ts';
import { folded, numberField } from './items.ts';

export function waysSection(table: Table, confidence: number): Markup {
  if (table.rows.length === 0) return NOTHING;
  const { columns, notes, unit } = wayTable(table, confidence);
  const shown = columns.filter(({ name }) => name !== 'p90');
  return html`<section class="ways" data-words="${searchWords(table)}">
${wayRows(table, shown)}
${notes.map((note) => html`<p class="note">${prose(note)}</p>`)}${missing(table)}${bills(table)}${spread(table, unit)}</section>
`;
}

/** How it stands to the fastest comes behind the median and its interval. */
const STANDING_AT = 2;

function wayRows(table: Table, columns: readonly WayColumn[]): Markup {
  const heads = columns.map(({ title }) => html`<th scope="col" class="num">${title}</th>`);
  const standing = html`<th scope="col" class="num">${AGAINST_LOWEST}</th>`;
  return html`<div class="wide"><table class="sortable">${table.title === '' ? NOTHING : html`<caption>${prose(table.title)}</caption>`}
<thead><tr><th scope="col">way</th>${heads.toSpliced(STANDING_AT, 0, standing)}</tr></thead>
<tbody>${table.rows.map((row, i) => wayRow(row, columns, i))}</tbody></table></div>`;
}

function wayRow(row: Contender, columns: readonly WayColumn[], place: number): Markup {
  const fields = columns.map(
    ({ name, title, values, texts }) =>
      html`<td class="num ${name}" data-label="${title}" data-value="${values[place] ?? 0}">${texts[place]!}</td>`,
  );
  const standing = html`<td class="num ratio" data-value="${row.slowerBy?.ratio ?? 1}">${standingMarkup(row)}</td>`;
  return html`<tr${isFastest(row) ? html` class="lead-row"` : NOTHING}><th scope="row">${row.label}</th>${fields.toSpliced(STANDING_AT, 0, standing)}</tr>
`;
}

/** The bill of a message, where there is more to it than transport. */
function bills({ rows }: Table): Markup {
  const itemised = rows.filter(({ cell }) => isItemised(cell));
  if (itemised.length === 0) return NOTHING;
  const all = itemised.map(({ cell }) => groupedBill(cell)!);
  const scaleMs = Math.max(...all.map(barMs));
  const unit = unitFor(all.map(({ totalMs }) => totalMs));
  return html`<div class="bills">${itemised.map(
    (
      { label },
      i,
    ) => html`<span>${label}</span><div class="bar">${billBar(all[i]!, scaleMs, (timeMs) => sayTimes([timeMs], unit))}</div>
`,
  )}</div>`;
}

/** Of a message: the totals of the sequences divided by their messages. */
function spread(table: Table, unit: TimeUnit): Markup {
  const spreads = table.rows.map(({ cell }) => {
    const { min, p5, p25, p75, p95, max } = cell.totalMs!;
    return [min, p5, p25, p75, p95, max].map((totalMs) => inUnit(totalMs / cell.factors.n, unit));
  });
  const decimals = decimalsFor(spreads.map(([min]) => min!));
  const latencies = table.rows.some(({ cell }) => cell.messages?.latencyMs != null);
  const counts = ['sequences', 'sessions', 'failed', 'outliers', 'bytes of the messages'];
  const titles = [
    ...['min', 'p5', 'p25', 'p75', 'p95', 'max'],
    ...(latencies ? ['p90 of the messages', 'slowest message'] : []),
    ...counts,
  ];
  const summary = `Spread of the sequences, ${unit} a message, and counts`;
  return folded(summary, titles, table.rows, ({ cell }, i) => {
    const latency = cell.messages?.latencyMs;
    return [
      ...spreads[i]!.map((value) => numberField(value, grouped(value, decimals))),
      ...(latencies ? [latency?.p90, latency?.max].map((timeMs) => timeField(timeMs, unit, decimals)) : []),
      ...[cell.exchanges, cell.sessions, cell.failures, cell.outliers, cell.bytes?.decoded ?? 0].map(
        (value) => numberField(value, grouped(value)),
      ),
    ];
  });
}

function timeField(timeMs: number | undefined, unit: TimeUnit, decimals: number): Markup {
  if (timeMs === undefined) return numberField(0, '–');
  const value = inUnit(timeMs, unit);
  return numberField(value, grouped(value, decimals));
}
