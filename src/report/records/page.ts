// Records held against one another as a page: one self-contained file without a script.

import { html, NOTHING, prose } from '../html/markup.ts';
import { adviceTable } from '../html/sections/advice.ts';
import { pageOf } from '../html/shell.ts';
import type { ComparedView, PairView } from './view.ts';

export function comparedPage({ title, facts, pairs }: ComparedView): string {
  return pageOf({
    title,
    mark: 'Wirefare · compare',
    heading: title,
    lead: html`<ul class="facts">${facts.map((fact) => html`<li>${prose(fact)}</li>`)}</ul>`,
    main: html`${pairs.map(pairPart)}`,
    footer: 'Made by wirefare compare from the records alone.',
  });
}

function pairPart(pair: PairView) {
  return html`<h2>${pair.title}</h2>
${pair.answer.map((text) => html`<p class="lead">${prose(text)}.</p>`)}
${pair.notes.map((text) => html`<p class="note">${prose(text)}</p>`)}
${adviceTable(pair.totals, 'h3')}
${pair.changedItems === null ? NOTHING : adviceTable(pair.changedItems, 'h3')}
${pair.items === null ? NOTHING : html`<details><summary>All items</summary>${adviceTable(pair.items, 'h3')}</details>`}
`;
}
