// Records held against one another as a page: one self-contained file without a script.

import { html, type Markup, NOTHING, prose } from '../html/markup.ts';
import { adviceTable } from '../html/sections/advice.ts';
import { pageOf } from '../html/shell.ts';
import type { ComparedView, PairView } from './view.ts';

export function comparedPage({ title, facts, pairs }: ComparedView): string {
  return pageOf({
    title,
    mark: 'Wirefare · compare',
    heading: title,
    lead: html`<ul class="facts">${facts.map((fact) => html`<li>${prose(fact)}</li>`)}</ul>`,
    main: html`${pairs.map((pair) => pairPart(pair, pairs.length > 1))}`,
    footer: 'Made by wirefare compare from the records alone.',
  });
}

/** Of two records the page's own heading says which. */
function pairPart(pair: PairView, hasHeading: boolean): Markup {
  const level = hasHeading ? 'h3' : 'h2';
  return html`${hasHeading ? html`<h2>${pair.title}</h2>` : NOTHING}
${pair.answer.map((text) => html`<p class="lead">${prose(text)}.</p>`)}
${pair.notes.map((text) => html`<p class="note">${prose(text)}</p>`)}
${adviceTable(pair.totals, level)}
${pair.changedItems === null ? NOTHING : adviceTable(pair.changedItems, level)}
${pair.items === null ? NOTHING : html`<details><summary>All items</summary>${adviceTable(pair.items, level)}</details>`}
`;
}
