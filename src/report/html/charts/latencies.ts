// Latencies of messages that are answered or paced: from the median to the 99th percentile, and the slowest
// of all.

import { grouped, percent } from '../../../base/figures/numbers.ts';
import { inUnit, sayTime } from '../../../base/figures/times.ts';
import { isSequence } from '../../../factors/cell.ts';
import { tableUnit } from '../../messages/ways.ts';
import type { Contender, Table, Tables } from '../../words/groups.ts';
import { html, type Markup, NOTHING, prose } from '../markup.ts';
import { place } from './bar.ts';
import { stripAxis } from './strip-axis.ts';
import { timeAxis } from './time-axis.ts';

type Latency = NonNullable<NonNullable<Contender['cell']['messages']>['latencyMs']>;

/** Empty where no messages were answered or paced. */
export function latenciesSection({ tables }: Tables, titleOf: (table: Table) => string): Markup {
  const shown = tables.filter(
    ({ shared, rows }) => isSequence(shared) && rows.some((row) => cellLatency(row) !== null),
  );
  if (shown.length === 0) return NOTHING;
  return html`<h2 id="latencies">Latencies of single messages</h2>
<p class="note">Of all counted sequences together, logarithmic: the thick part goes from the median (the dot) to the ${percent(0.9, 0)} mark, the thin one to the ${percent(0.99, 0)} mark; the ring is the slowest message.</p>
${shown.map((table) => ranges(table, titleOf(table)))}`;
}

function cellLatency({ cell }: Contender): Latency | null {
  return cell.messages?.latencyMs ?? null;
}

function ranges(table: Table, title: string): Markup {
  const rows = table.rows.filter((row) => cellLatency(row) !== null);
  const all = rows.map((row) => cellLatency(row)!);
  const unit = tableUnit(rows);
  const scale = inUnit(1, unit);
  const axis = timeAxis(
    Math.min(...all.map(({ p50 }) => p50)) * scale,
    Math.max(...all.map(({ max }) => max)) * scale,
  );
  const at = (timeMs: number) => `${place(axis.at(timeMs * scale) * 100)}%`;
  return html`<section>${title === '' ? NOTHING : html`<h3>${prose(title)}</h3>`}
<div class="strips latencies">${rows.map((row, i) => range(row, all[i]!, at))}
${stripAxis(axis, unit)}</div></section>
`;
}

function range({ label, cell }: Contender, latency: Latency, at: (timeMs: number) => string): Markup {
  const { p50, p90, p99, max } = latency;
  const about = `${label}: median ${sayTime(p50)}, 90 % within ${sayTime(p90)}, 99 % within ${sayTime(p99)}, slowest ${sayTime(max)}`;
  return html`<span>${label}</span><svg class="strip" role="img" aria-label="${about}"><line class="thin" x1="${at(p90)}" x2="${at(p99)}" y1="12" y2="12"/><line class="thick" x1="${at(p50)}" x2="${at(p90)}" y1="12" y2="12"/><circle class="point" cx="${at(p50)}" cy="12" r="4"/><circle class="ring" cx="${at(max)}" cy="12" r="3"/><title>${about}</title></svg><span class="count">${grouped(cell.exchanges * cell.factors.n)}</span>
`;
}
