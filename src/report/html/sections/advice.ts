// The tables of the advice on the page, and every way that was screened beneath them.

import { decimalsFor, grouped } from '../../../base/figures/numbers.ts';
import { count } from '../../../base/figures/plurals.ts';
import type { AdviceFacts } from '../../../record/advice-facts.ts';
import type { RunFile } from '../../../record/record.ts';
import type { Summary } from '../../../summary/summary.ts';
import { type AdviceTable, adviceTables } from '../../advice/tables.ts';
import { wayNames } from '../../advice/way-name.ts';
import { cellName, html, type Markup, NOTHING, prose, trusted } from '../markup.ts';
import { scrolls } from '../scroll.ts';
import { howSection } from './how.ts';

export function adviceSection(run: RunFile, summary: Summary): Markup {
  const { advice } = run;
  if (advice === undefined) return NOTHING;
  return html`${adviceTables(run, summary).map((table) => adviceTable(table))}${howSection({ run, summary })}${screened(advice)}`;
}

/** Any table of text: its title, its rows, what is to be known of it. A head without a word is none. */
export function adviceTable({ title, columns, rows, notes }: AdviceTable, head: 'h2' | 'h3' = 'h2'): Markup {
  return html`<${trusted(head)}>${title}</${trusted(head)}>
<div ${scrolls(title)}><table>
<thead><tr>${columns.map(({ title: name, align }) => (name === '' ? html`<td></td>` : html`<th scope="col"${numeric(align)}>${name}</th>`))}</tr></thead>
<tbody>${rows.map(
    (
      row,
    ) => html`<tr>${row.map((text, i) => (i === 0 && text !== '' ? html`<th scope="row">${cellName(text)}</th>` : html`<td${numeric(columns[i]!.align)}>${prose(text)}</td>`))}</tr>
`,
  )}</tbody></table></div>
${notes.map((note) => html`<p class="note">${prose(note)}</p>`)}`;
}

function numeric(align: 'left' | 'right'): Markup {
  return align === 'right' ? html` class="num"` : NOTHING;
}

function screened({ ways, refused }: AdviceFacts): Markup {
  const nameOf = wayNames(ways);
  const sorted = ways.toSorted((a, b) => a.bytes - b.bytes);
  const decimals = decimalsFor(ways.flatMap(({ encodeMs, decodeMs }) => [encodeMs, decodeMs]));
  const figure = (value: number) => html`<td class="num">${grouped(value, decimals)}</td>`;
  return html`<details><summary>${count(ways.length, 'way')} screened, ${count(refused.length, 'refusal')}</summary><div ${scrolls('Ways screened')}><table>
<thead><tr><th scope="col">way</th><th scope="col">encoder</th><th scope="col" class="num">bytes</th><th scope="col" class="num">encode ms</th><th scope="col" class="num">compress ms</th><th scope="col" class="num">decompress ms</th><th scope="col" class="num">decode ms</th><th scope="col">decoded in</th></tr></thead>
<tbody>${sorted.map(
    (
      way,
    ) => html`<tr><th scope="row">${nameOf(way)}</th><td>${way.encoder}</td><td class="num">${grouped(way.bytes)}</td>${figure(way.encodeMs)}${figure(way.compressMs)}${figure(way.decompressMs)}${figure(way.decodeMs)}<td>${way.decodedIn}</td></tr>
`,
  )}${refused.map(
    ({
      format,
      encoder,
      reason,
    }) => html`<tr><th scope="row">${format}</th><td>${encoder}</td><td colspan="6">${reason}</td></tr>
`,
  )}</tbody></table></div></details>`;
}
